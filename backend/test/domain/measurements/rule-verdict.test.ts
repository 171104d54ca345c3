import fc from 'fast-check';
import { AnalyteVocabulary } from '../../../src/domain/analytes/analytes.js';
import { currentEditions, MeasuredResults, type PrintedLine } from '../../../src/domain/measurements/measurements.js';
import { interpret } from '../../../src/domain/measurements/measures.js';
import {
  coverage,
  isCompared,
  type LimitUnit,
  type RuleCheck,
  type RuleEdition,
} from '../../../src/domain/measurements/rule.js';
import { judge } from '../../../src/domain/measurements/rule-verdict.js';
import { summarySentence } from '../../../src/domain/measurements/verdict-sentence.js';
import { readVocabulary } from '../../../src/modules/analytes/vocabulary-file.js';
import { readRules } from '../../../src/modules/measurements/rules-file.js';
import { sumParts } from '../../../src/modules/measurements/sum-parts.js';

const vocabulary = new AnalyteVocabulary(readVocabulary('content'));
const parts = sumParts(vocabulary.data.analytes);
const editions = readRules('content');
const noonOf = (day: string) => new Date(`${day}T12:00:00-05:00`);
const NOW = noonOf('2026-11-23');

const results = new MeasuredResults(currentEditions(editions), parts);
const ruleOf = (id: string, edition = 1): RuleEdition => {
  const rule = editions.find((one) => one.id === id && one.edition === edition);
  if (!rule) throw new Error(id);
  return rule;
};

const aLine = (analyte: string, valueText: string, more: Partial<PrintedLine> = {}): PrintedLine => ({
  panel: 'cannabinoids',
  name: analyte,
  analyte,
  valueText,
  value: null,
  unit: 'mg/container',
  lod: 0.01,
  loq: 0.05,
  limit: null,
  ...more,
});
const aCertificate = (lines: readonly PrintedLine[], thcContent = 0) => ({
  lines,
  thcContent,
  testDate: '2026-10-01',
  labelMg: null,
  sample: { containerVolume: { amount: '12', unit: 'fl oz' }, servingsPerContainer: '1' },
});
const verdictOf = (
  rule: string | RuleEdition,
  lines: readonly PrintedLine[],
  thcContent = 0,
  testDate = '2026-10-01',
) => {
  const edition = typeof rule === 'string' ? ruleOf(rule) : rule;
  return judge(edition, interpret(aCertificate(lines, thcContent), parts), testDate).verdict;
};
const withCheck = (check: RuleCheck): RuleEdition => ({ ...ruleOf('us-2026-12-11'), checks: [check] });
const ALL_THC = 'd9_thc thca d8_thc d10_thc exo_thc thcv thcva d8_thcv thcp d8_thcp thco d8_thco thch thcb'.split(' ');
const allNotDetected = ALL_THC.map((key) => aLine(key, 'ND'));

describe('the federal limit of December 11, 2026', () => {
  it('is exceeded by the milligrams of the certificate as a whole, without any line', () => {
    expect(verdictOf('us-2026-12-11', [], 5)).toBe('above');
    expect(verdictOf('us-2026-12-11', [], 0.41)).toBe('above');
    expect(verdictOf('us-2026-12-11', [], 0.4)).toBe('cannot_tell');
  });

  it('is not exceeded only where every form of THC was measured and their upper bounds stay below it', () => {
    expect(verdictOf('us-2026-12-11', allNotDetected)).toBe('not_above');
    expect(verdictOf('us-2026-12-11', allNotDetected.slice(1))).toBe('cannot_tell');
    expect(
      verdictOf(
        'us-2026-12-11',
        allNotDetected.map((line) => ({ ...line, lod: 0.1 })),
      ),
    ).toBe('cannot_tell');
  });

  it('takes the isomers of Δ10-THC for it', () => {
    const isomers = allNotDetected.flatMap((line) =>
      line.analyte === 'd10_thc' ? [aLine('d10_thc_9r', 'ND'), aLine('d10_thc_9s', 'ND')] : [line],
    );
    expect(verdictOf('us-2026-12-11', isomers)).toBe('not_above');
    expect(
      verdictOf(
        'us-2026-12-11',
        isomers.filter(({ analyte }) => analyte !== 'd10_thc_9s'),
      ),
    ).toBe('cannot_tell');
  });
});

describe('what may never soften', () => {
  const LIMIT = 'us-2026-12-11';
  const unknown = (name: string, valueText = '0.2') => aLine(name, valueText, { analyte: null });

  it.each(['Δ11-THC', 'THCJD', 'THC', 'THCP-O'])('a line for %s, which has no match, leaves every sum open', (name) => {
    expect(verdictOf(LIMIT, [...allNotDetected, unknown(name)])).toBe('cannot_tell');
    expect(verdictOf(LIMIT, [...allNotDetected, unknown(name, 'NT')])).toBe('not_above');
    expect(verdictOf('us-ca-hemp-food', [...allNotDetected, unknown(name)])).not.toBe('not_above');
  });

  it('counts a part beside its whole, and a single part', () => {
    const parted = [...allNotDetected, aLine('d10_thc_9r', '0.5')];
    expect(verdictOf(LIMIT, parted)).toBe('above');
    const single = allNotDetected.filter(({ analyte }) => analyte !== 'd10_thc');
    expect(verdictOf(LIMIT, [...single, aLine('d10_thc_9r', '0.5')])).toBe('above');
    expect(verdictOf(LIMIT, [...single, aLine('d10_thc_9r', '0.1')])).toBe('cannot_tell');
    const check: RuleCheck = { kind: 'analyte', analyte: 'total_butanes', op: '<=', limit: '800', unit: 'ppm' };
    const solvent = (analyte: string, valueText: string) =>
      aLine(analyte, valueText, { panel: 'residualSolvents', unit: 'ppm' });
    expect(verdictOf(withCheck(check), [solvent('total_butanes', 'ND'), solvent('butane', '900')])).toBe('above');
  });

  it('takes the printed milligrams per container for evidence where no mass is printed', () => {
    const perGram = [aLine('d9_thc', '0.039', { unit: 'mg/g' }), aLine('thca', 'ND', { unit: 'mg/g' })];
    expect(verdictOf('us-ct-infused-beverage', perGram, 13.9)).toBe('above');
    const d9: RuleCheck = { kind: 'sum', measures: ['total_d9'], op: '<=', limit: '10', unit: 'mg/container' };
    expect(verdictOf(withCheck(d9), perGram, 13.9)).toBe('above');
    expect(verdictOf(withCheck(d9), perGram, 9)).toBe('cannot_tell');
  });

  it('says "not above" of no lines below the total', () => {
    const lines = [...allNotDetected.slice(1), aLine('d9_thc', '2.5')];
    expect(verdictOf('us-ct-infused-beverage', lines, 2.5)).toBe('not_above');
    expect(verdictOf('us-ct-infused-beverage', lines, 2.9)).toBe('cannot_tell');
    expect(verdictOf('us-ct-infused-beverage', lines, 3.1)).toBe('above');
  });

  it('bounds nothing by a limit of detection of 0', () => {
    const lines = allNotDetected.map((line) => ({ ...line, lod: 0 }));
    expect(verdictOf(LIMIT, lines)).toBe('cannot_tell');
  });

  it('says "not above" of nothing beside a line that does not convert', () => {
    const perGram = aLine('d9_thc', '0.0001', { unit: 'mg/g' });
    expect(verdictOf(LIMIT, [...allNotDetected, perGram])).toBe('cannot_tell');
    expect(verdictOf(LIMIT, [...allNotDetected, aLine('total_thc', '0.1', { unit: 'banana/hour' })])).toBe(
      'cannot_tell',
    );
    expect(verdictOf(LIMIT, [...allNotDetected, aLine('d9_thc', '5'), perGram])).toBe('above');
  });

  it('says "not above" of nothing beside a printed total above the lines', () => {
    expect(verdictOf(LIMIT, [...allNotDetected, aLine('total_thc', '0.39')])).toBe('cannot_tell');
    expect(verdictOf(LIMIT, [...allNotDetected, aLine('total_thc', '5')])).toBe('above');
    expect(verdictOf(LIMIT, [...allNotDetected, aLine('total_thc', 'Detected')])).toBe('cannot_tell');
  });

  it('counts an unknown name that says THC, under whatever heading it is printed', () => {
    expect(verdictOf(LIMIT, [...allNotDetected, unknown('Δ11-THC', '5')])).toBe('above');
    expect(verdictOf(LIMIT, [...allNotDetected, unknown('Compound 7', '5')])).toBe('cannot_tell');
    const elsewhere = (name: string) => aLine(name, '0.2', { analyte: null, panel: 'other' });
    expect(verdictOf(LIMIT, [...allNotDetected, elsewhere('THCJD')])).toBe('cannot_tell');
    expect(verdictOf(LIMIT, [...allNotDetected, elsewhere('Brix')])).toBe('not_above');
  });

  it('counts a number that the text beside it denies', () => {
    const lines = allNotDetected.map((line) => (line.analyte === 'd9_thc' ? { ...line, value: 5 } : line));
    expect(verdictOf(LIMIT, lines)).toBe('above');
  });

  it('counts the lower amount where volume, mass and density of the sample contradict each other', () => {
    const judged = (massG: string, mgPerGram: string, lod = 0.00001) => {
      const all = allNotDetected.map((line) => ({ ...line, unit: 'mg/g', lod }));
      const lines = [...all.slice(1), aLine('d9_thc', mgPerGram, { unit: 'mg/g', lod })];
      const sample = {
        containerVolume: { amount: '355', unit: 'mL' },
        containerMass: { amount: massG, unit: 'g' },
        densityGPerMl: '1.00',
      };
      return judge(ruleOf(LIMIT), interpret({ ...aCertificate(lines), sample }, parts), '2026-10-01').verdict;
    };
    expect(judged('355', '0.0001')).toBe('not_above');
    expect(judged('900', '0.0001')).toBe('cannot_tell');
    // 0.355 or 0.9 mg, then 0.71 or 1.8 mg.
    expect(judged('900', '0.001')).toBe('cannot_tell');
    expect(judged('900', '0.002')).toBe('above');
  });

  it('takes a detected total for a detection, whatever the lines say', () => {
    const four = ['thca', 'd8_thc', 'd9_thc', 'd10_thc'].map((key) => aLine(key, 'ND'));
    expect(verdictOf('us-ca-hemp-food', four, 24)).toBe('above');
    expect(verdictOf('us-ca-hemp-food', [...four, aLine('total_thc', '0.2')])).toBe('above');
    expect(verdictOf('us-ca-hemp-food', [aLine('d9_thc', 'Detected, <LOQ')])).toBe('above');
  });

  it('is above a limit per package where one container is', () => {
    const perPackage = (limit: string): RuleCheck => ({
      kind: 'sum',
      measures: ['total_d9', 'all_thc'],
      op: '<=',
      limit,
      unit: 'mg/package',
    });
    expect(verdictOf(withCheck(perPackage('2')), [], 24)).toBe('above');
    expect(verdictOf(withCheck(perPackage('2')), allNotDetected)).toBe('cannot_tell');
    // Maryland: 2.5 mg per package, and the servings are not printed.
    const perContainer = { ...aCertificate([], 24), sample: null };
    const result = new MeasuredResults([ruleOf('us-md-potency', 2)], parts).read(perContainer, NOW).rules[0];
    expect(result?.sentence).toContain('at least 23.995 mg of THC of all forms per container');
    expect(result?.sentence).toContain('the rule says at most 2.5 mg per package');
  });

  it('takes inorganic arsenic, yeast and mold for parts', () => {
    const at = (analyte: string, limit: string, unit: LimitUnit): RuleCheck => ({
      kind: 'analyte',
      analyte,
      op: '<',
      limit,
      unit,
    });
    const metal = (key: string, text: string) => aLine(key, text, { panel: 'heavyMetals', unit: 'µg/g' });
    const arsenic = withCheck(at('arsenic', '1500', 'µg/kg'));
    expect(verdictOf(arsenic, [metal('arsenic', 'ND'), metal('arsenic_inorganic', '2')])).toBe('above');
    expect(verdictOf(arsenic, [metal('arsenic_inorganic', 'ND')])).toBe('cannot_tell');
    const count = (key: string, text: string) => aLine(key, text, { panel: 'microbials', unit: 'CFU/g' });
    const tymc = withCheck(at('tymc', '10000', 'CFU/g'));
    expect(verdictOf(tymc, [count('yeast', '6000'), count('mold', '5000')])).toBe('above');
    expect(verdictOf(tymc, [count('yeast', '600'), count('mold', '500')])).toBe('not_above');
  });

  it('says beside the verdict what intoxicates and is not in the sum', () => {
    const hhc = aLine('hhc', '12.5', { name: 'HHC', unit: 'mg/container' });
    const sentencesWith = (lines: readonly PrintedLine[]) =>
      results.read(aCertificate(lines), NOW).rules.map(({ rule, sentence }) => [rule.id, sentence]);
    const sentences = Object.fromEntries(sentencesWith([...allNotDetected, hhc]));
    for (const id of [LIMIT, 'us-ct-infused-beverage', 'us-md-potency'])
      expect(sentences[id]).toMatch(/ The sum leaves out what also intoxicates: HHC 12\.5 mg\/container\.$/);
    expect(JSON.stringify(sentencesWith([...allNotDetected, { ...hhc, valueText: 'ND' }]))).not.toContain('leaves out');
  });

  it('never gets better by another line', () => {
    const amount = fc.constantFrom('ND', '<LOQ', '0', '0.05', '0.3', '0.5', '4', 'banana', 'NT', 'Detected, <LOQ');
    const line = fc.record({ key: fc.constantFrom(...ALL_THC, 'd10_thc_9r', 'total_thc', null), text: amount });
    const printed = line.map(({ key, text }) => aLine(key ?? 'THCJD', text, { analyte: key }));
    const rank = { above: 0, cannot_tell: 1, not_tested: 1, not_above: 2 };
    const rules = fc.constantFrom(LIMIT, 'us-ct-infused-beverage', 'us-ca-hemp-food');
    const given = fc.constantFrom(0, 0.3, 2.5, 5);
    const base = fc.constantFrom<readonly PrintedLine[]>([], allNotDetected);
    fc.assert(
      fc.property(base, fc.array(printed, { maxLength: 4 }), printed, rules, given, (all, lines, more, rule, mg) => {
        const before = verdictOf(rule, [...all, ...lines], mg);
        const after = verdictOf(rule, [...all, ...lines, more], mg);
        // A first line for a form that was missing can settle the rule; no other may.
        const isNew = !all
          .concat(lines)
          .some(({ analyte, valueText }) => analyte === more.analyte && valueText !== 'NT');
        if (!isNew) expect(rank[after]).toBeLessThanOrEqual(rank[before]);
      }),
    );
  });
});

describe('where the law is silent', () => {
  it('Connecticut needs both ways to add up to agree', () => {
    const d9Only = [aLine('d9_thc', '2.9'), aLine('thca', 'ND')];
    expect(verdictOf('us-ct-infused-beverage', d9Only, 2.9)).toBe('cannot_tell');
    expect(verdictOf('us-ct-infused-beverage', [aLine('d9_thc', '3.1'), aLine('thca', 'ND')], 3.1)).toBe('above');
    expect(verdictOf('us-ct-infused-beverage', [...allNotDetected.slice(1), aLine('d9_thc', '2.5')], 2.5)).toBe(
      'not_above',
    );
    const withD8 = [...allNotDetected.filter(({ analyte }) => analyte !== 'd8_thc'), aLine('d8_thc', '4')];
    expect(verdictOf('us-ct-infused-beverage', withD8)).toBe('cannot_tell');
  });

  it('does not apply a rule with an unknown beginning to an earlier test', () => {
    const strong = [aLine('d9_thc', '10'), aLine('thca', 'ND')];
    expect(verdictOf('us-ct-infused-beverage', strong, 10, '2024-09-30')).toBe('cannot_tell');
    expect(verdictOf('us-ct-infused-beverage', strong, 10, '2024-10-01')).toBe('above');
  });

  it('does not take a package for a container', () => {
    expect(verdictOf('us-va-hemp-extract', [aLine('d9_thc', '10')], 10)).toBe('cannot_tell');
  });
});

describe('contaminants', () => {
  const lead = (valueText: string, more: Partial<PrintedLine> = {}) =>
    aLine('lead', valueText, { panel: 'heavyMetals', unit: 'µg/g', ...more });
  const metals = ['arsenic', 'cadmium'].map((key) => aLine(key, 'ND', { panel: 'heavyMetals', unit: 'µg/g' }));

  it('one figure above its limit is enough; one that was not measured is not passed over', () => {
    expect(verdictOf('us-ga-hemp-contaminants', [lead('0.51')])).toBe('above');
    expect(verdictOf('us-ga-hemp-contaminants', [lead('0.5'), ...metals])).toBe('not_tested');
    expect(verdictOf('us-ga-hemp-contaminants', [])).toBe('not_tested');
    expect(verdictOf('us-ga-hemp-contaminants', [lead('Pass'), ...metals])).toBe('cannot_tell');
  });

  it('"not detected" without a limit of detection is never "not above"', () => {
    const check: RuleCheck = { kind: 'analyte', analyte: 'lead', op: '<=', limit: '500', unit: 'µg/kg' };
    expect(verdictOf(withCheck(check), [lead('ND')])).toBe('not_above');
    expect(verdictOf(withCheck(check), [lead('ND', { lod: null })])).toBe('cannot_tell');
    expect(verdictOf(withCheck(check), [lead('ND', { lod: 0.6 })])).toBe('cannot_tell');
  });

  it('does not pass over the worse of two lines about one analyte', () => {
    const check: RuleCheck = { kind: 'analyte', analyte: 'lead', op: '<=', limit: '500', unit: 'µg/kg' };
    expect(verdictOf(withCheck(check), [lead('<0.3'), lead('0.2', { unit: 'mg/kg' })])).toBe('not_above');
    // "Not detected" beside a figure: nothing says which of them is right.
    expect(verdictOf(withCheck(check), [lead('ND'), lead('0.2', { unit: 'mg/kg' })])).toBe('cannot_tell');
    expect(verdictOf(withCheck(check), [lead('ND'), lead('900', { unit: 'ppb' })])).toBe('above');
    expect(verdictOf(withCheck(check), [lead('ND'), lead('Positive')])).toBe('cannot_tell');
    expect(verdictOf(withCheck(check), [lead('ND'), lead('0.3', { unit: '% dry weight' })])).toBe('cannot_tell');
  });

  it('does not take an amount per volume for one per mass without a density', () => {
    const check: RuleCheck = { kind: 'analyte', analyte: 'lead', op: '<=', limit: '500', unit: 'µg/kg' };
    expect(verdictOf(withCheck(check), [lead('1000', { unit: 'µg/L' })])).toBe('cannot_tell');
  });
});

describe('California: no amount that can be detected', () => {
  const four = ['thca', 'd8_thc', 'd9_thc', 'd10_thc'].map((key) => aLine(key, 'ND'));
  it.each([
    ['every form below its LOD', four, 'not_above'],
    ['one found', [...four.slice(1), aLine('thca', '0.2')], 'above'],
    ['one below the LOQ', [...four.slice(1), aLine('thca', '<LOQ')], 'cannot_tell'],
    ['one without a LOD', [...four.slice(1), aLine('thca', 'ND', { lod: null })], 'cannot_tell'],
    ['one not on the report', four.slice(1), 'cannot_tell'],
    ['none on the report', [], 'not_tested'],
  ])('%s', (_, lines, expected) => expect(verdictOf('us-ca-hemp-food', lines)).toBe(expected));
});

describe('for every rule that is shown', () => {
  const texts = fc.oneof(
    fc.constantFrom('ND', '<LOQ', '<0.3', 'Pass', 'NT', '0', 'absent', '>ULOQ'),
    fc.integer({ min: 0, max: 5_000_000 }).map((n) => String(n / 1000)),
  );
  const keys = [...ALL_THC, 'total_thc', 'lead', 'arsenic', 'cadmium', 'mercury', 'hexane'];
  const lines = fc.array(
    fc.record({
      key: fc.constantFrom(...keys),
      text: texts,
      unit: fc.constantFrom('mg/container', 'mg/mL', 'µg/g', 'mg/g', '% dry weight', null),
      lod: fc.option(fc.constantFrom(0.001, 0.2)),
    }),
    { maxLength: 12 },
  );

  it('a verdict never softens as a value grows', () => {
    const severity = { not_above: 0, not_tested: 1, cannot_tell: 1, above: 2 };
    fc.assert(
      fc.property(
        lines,
        fc.nat(11),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        (all, which, value, more) => {
          const at = (grown: number) =>
            all.map(({ key, text, unit, lod }, index) =>
              aLine(key, index === which ? String(grown) : text, { unit, lod }),
            );
          for (const rule of results.rules) {
            const before = severity[verdictOf(rule, at(value))];
            const after = severity[verdictOf(rule, at(value + more))];
            expect([rule.id, after >= before]).toEqual([rule.id, true]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('"not detected" without a limit of detection never leads to "not above"', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), (key) => {
        const onlyThis = [aLine(key, 'ND', { lod: null, unit: 'mg/container' })];
        for (const rule of results.rules) expect(verdictOf(rule, onlyThis)).not.toBe('not_above');
      }),
    );
  });

  it('the sentence names citation and day of reading, and never calls a product legal, compliant or safe', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const certificate = aCertificate(
          all.map(({ key, text, unit, lod }) => aLine(key, text, { unit, lod })),
          4.93,
        );
        for (const { sentence, rule } of results.read(certificate, NOW).rules) {
          expect(sentence).toContain(rule.citation);
          expect(sentence).toContain('as we read it on November 22, 2026');
          expect(sentence).not.toMatch(/\b(?:il)?legal(?! advice)|complian|\bsafe/i);
        }
      }),
      { numRuns: 100 },
    );
  });
});

it('the sentence has figure, limit, citation and day', () => {
  const { rules } = results.read(aCertificate([aLine('d9_thc', '4.93'), aLine('thca', 'ND')], 4.93), NOW);
  expect(rules.find(({ rule }) => rule.id === 'us-ct-infused-beverage')?.sentence).toBe(
    "Above the limit in Connecticut's rule as we read it on November 22, 2026: 4.93 to 4.9388 mg of total THC (Δ9-THC + 0.877 × THCA) " +
      'per container; the rule says at most 3 mg per container (Conn. Gen. Stat. § 21a-425(16)). ' +
      "Arithmetic on the lab's figures; not legal advice.",
  );
});

it('a bound is rounded away from what is claimed, and no figure is rounded onto its limit', () => {
  const sentenceOf = (lines: readonly PrintedLine[], thcMg: number) =>
    results.read(aCertificate(lines, thcMg), NOW).rules.find(({ rule }) => rule.id === 'us-2026-12-11')?.sentence;
  expect(sentenceOf([], 4.82)).toContain('at least 4.815 mg of THC of all forms per container');
  const isomers = allNotDetected.map((line) => ({ ...line, lod: 0.00001 })).slice(1);
  expect(sentenceOf([...isomers, aLine('d9_thc', '0.40004')], 0)).toContain('0.40004 to 0.4002 mg');
});

it('says what a verdict is about, so that none seems to be about more', () => {
  const about = results.rules.filter(isCompared).map((rule) => [rule.id, coverage(rule)]);
  expect(Object.fromEntries(about)).toEqual({
    'us-2018': 'Nothing that a report shows',
    'us-2026-11-12': '3 excluded cannabinoids only',
    'us-2026-12-11': 'THC per container',
    'us-ct-infused-beverage': 'THC per container',
    'us-va-hemp-extract': 'THC by weight; not all its limits',
    'us-md-potency': 'THC per serving; THC per package',
    'us-ca-hemp-food': 'Any THC that can be detected',
    'us-ak-hemp-contaminants': 'Contaminants only',
    'us-ga-hemp-contaminants': 'Contaminants only',
    'us-ny-cannabinoid-hemp': 'THC by weight; 2 excluded cannabinoids; not all its limits',
    'us-la-panels': 'Nothing that a report shows',
  });
});

it('begins with the days of its place: at 5 pm Pacific on December 10 nothing has started', () => {
  const stateAt = (moment: string) =>
    results.read(aCertificate([], 5), new Date(moment)).rules.find(({ rule }) => rule.id === 'us-2026-12-11')?.state;
  expect(stateAt('2026-12-10T17:00:00-08:00')).toBe('upcoming');
  expect(stateAt('2026-12-10T23:59:59-05:00')).toBe('upcoming');
  expect(stateAt('2026-12-11T00:00:00-05:00')).toBe('in_force');
});

it('on December 11, 2026 the new federal rule is in force, and gives no verdict until it was read again', () => {
  const federal = (today: string) =>
    results
      .read(aCertificate([], 5), noonOf(today))
      .rules.filter(({ rule }) => rule.jurisdiction === 'US')
      .map(({ rule, state, verdict }) => [rule.id, state, verdict]);
  expect(federal('2026-12-10')).toEqual([
    ['us-2026-12-11', 'upcoming', 'above'],
    ['us-2018', 'in_force', 'cannot_tell'],
    ['us-2026-11-12', 'in_force', 'not_tested'],
  ]);
  expect(federal('2026-12-11')).toEqual([['us-2026-12-11', 'in_force', 'cannot_tell']]);
});

describe('a rule gives no verdict', () => {
  const strong = [aLine('d9_thc', '10'), aLine('thca', 'ND')];
  const read = (today: string, changed: Partial<RuleEdition> = {}) => {
    const rule = { ...ruleOf('us-ct-infused-beverage'), ...changed };
    return new MeasuredResults([rule], parts).read(aCertificate(strong, 10), noonOf(today)).rules[0];
  };

  it('after the day by which it was to be read again', () => {
    expect(read('2027-02-22')).toMatchObject({ verdict: 'above', containerLimitMg: '3' });
    expect(read('2027-02-23')).toMatchObject({ verdict: 'cannot_tell', containerLimitMg: null });
    expect(read('2027-02-23')?.sentence).toContain(
      'We did not read it again by February 22, 2027, and it may have changed.',
    );
  });

  it('once a change was reported, on every day, also where it is stored', () => {
    const reportedChange = 'A bill was signed.';
    expect(read('2026-11-26', { reportedChange })?.sentence).toContain(
      "A bill was signed. We haven't read the new text. Ask the Connecticut Department of Consumer Protection.",
    );
    const rule = { ...ruleOf('us-ct-infused-beverage'), reportedChange };
    expect(new MeasuredResults([rule], parts).verdicts(aCertificate(strong, 10))).toEqual([
      { rule: rule.id, verdict: 'cannot_tell' },
    ]);
  });
});

it('only rules that were read are shown, and only in their last edition', () => {
  const shown = results.rules.map(({ id }) => id);
  const reported = results.rules.filter(({ evidence }) => evidence.length === 0);
  expect(reported.map(({ jurisdiction }) => jurisdiction)).toEqual(['US-DE', 'US-MO', 'US-NJ', 'US-OH', 'US-TN']);
  for (const { reportedChange } of reported) expect(reportedChange).not.toBeNull();
  expect(shown).toHaveLength(12 + reported.length);
  for (const id of ['us-or-hemp', 'us-mn-lphe', 'us-tx-2020']) expect(shown).not.toContain(id);
  const second = { ...ruleOf('us-2018'), edition: 2, title: 'Read again' };
  expect(currentEditions([second, ...editions]).find(({ id }) => id === 'us-2018')?.title).toBe('Read again');
});

it('every rule is known once by id and edition, and limits analytes of the vocabulary in units that convert', () => {
  expect(new Set(editions.map(({ id, edition }) => `${id} ${edition}`)).size).toBe(editions.length);
  const known = new Set(vocabulary.data.analytes.map(({ key }) => key));
  const named = editions.flatMap(({ checks }) =>
    checks.flatMap((check) =>
      check.kind === 'analyte' ? [check.analyte] : check.kind === 'excluded' ? check.analytes : [],
    ),
  );
  for (const key of named) expect(known).toContain(key);
});

it('shows amounts as shares of the limits of a rule and of the report', () => {
  const leadLine = aLine('lead', '0.2', { panel: 'heavyMetals', unit: 'µg/g', limit: 0.5 });
  const { limitGroups } = results.read(aCertificate([leadLine]), NOW);
  const shares = Object.fromEntries(limitGroups.map(({ ruleId, limits }) => [ruleId ?? 'report', limits[0]?.percent]));
  expect(shares).toEqual({
    report: { low: '40', high: '40' },
    'us-ak-hemp-contaminants': { low: '40', high: '40' },
    'us-ga-hemp-contaminants': { low: '40', high: '40' },
    'us-ca-dcc-metals': { low: '40', high: '40' },
  });
});

it('names the rule of each group of limits', () => {
  const leadLine = aLine('lead', '0.2', { panel: 'heavyMetals', unit: 'µg/g', limit: 0.5 });
  const { limitGroups } = results.read(aCertificate([leadLine]), NOW);
  expect(limitGroups.map(({ title, scope }) => [title, scope])).toContainEqual([
    'California licensed cannabis goods, heavy metals',
    'Licensed cannabis goods, not hemp drinks',
  ]);
  expect(limitGroups[0]).toMatchObject({ ruleId: null, title: null, scope: null });
});

it('gives the limit per container of a rule that has one', () => {
  const { rules } = results.read(aCertificate([]), NOW);
  const limits = Object.fromEntries(rules.map(({ rule, containerLimitMg }) => [rule.id, containerLimitMg]));
  expect(limits).toMatchObject({ 'us-2026-12-11': '0.4', 'us-ct-infused-beverage': '3', 'us-md-potency': null });
});

it('spans the THC of the certificate and of its lines, and stays open where a line is', () => {
  const thcOf = (thcContent: number, ...lines: ReturnType<typeof aLine>[]) =>
    results.read({ ...aCertificate(lines), thcContent }, NOW).thcPerContainer;
  expect(thcOf(4.82)).toEqual({ low: '4.82', high: '4.82' });
  expect(thcOf(4.82, aLine('d9_thc', '5'))).toEqual({ low: '4.82', high: '5' });
  expect(thcOf(5, aLine('d9_thc', '4.5'), aLine('thca', 'ND', { lod: 0.2 }))).toEqual({
    low: '4.5',
    high: '5',
  });
  expect(thcOf(5, aLine('d9_thc', '5'), aLine('thca', 'ND', { lod: 0.2 }))).toEqual({
    low: '5',
    high: '5.2',
  });
  expect(thcOf(5, aLine('d9_thc', '5'), aLine('thca', 'ND', { lod: null }))).toEqual({ low: '5', high: null });
  expect(thcOf(5, aLine('d9_thc', '5'), aLine('total_thc', '6'))).toEqual({ low: '5', high: '6' });
  // Without the size of the container, a line says nothing about it.
  expect(thcOf(5, aLine('d9_thc', '9', { unit: 'mg/g' }))).toEqual({ low: '5', high: '5' });
});

it.each([
  ['2026-11-23', [0.4, 3]],
  ['2026-12-20', [3]],
  ['2027-03-01', []],
] as const)('the limits per container on %s are those of rules that give a verdict then: %j', (day, limits) => {
  expect(results.containerLimitsMg(noonOf(day))).toEqual(limits);
});

it('says how far the limit of quantification is from the dose on the label', () => {
  const fitOf = (loq: number) =>
    results.read({ ...aCertificate([aLine('d9_thc', '5', { loq })]), labelMg: 5 }, NOW).thcLoqFit;
  expect(fitOf(1)).toEqual({ fit: 'good', percent: '20' });
  expect(fitOf(5)).toEqual({ fit: 'weak', percent: '100' });
  expect(fitOf(24.15)).toEqual({ fit: 'unfit', percent: '483' });
  expect(results.read(aCertificate([aLine('d9_thc', '5')]), NOW).thcLoqFit).toBeNull();
});

it.each([
  [['above', 'above', 'cannot_tell', 'not_above'], /above the limits of 2 of 4 rules\. For 1, the report does not/],
  [['not_above', 'not_above'], /no figure above the limits of the 2 rules\. This is arithmetic/],
  [['above', null], /above the limits of 1 of 2 rules\. For 1, no verdict now/],
  [['not_tested', 'cannot_tell'], /no figure above the limits of the 2 rules\. For 2, the report/],
] as const)('sums up %j without calling anything allowed', (verdicts, expected) => {
  expect(summarySentence(verdicts)).toMatch(expected);
  expect(summarySentence(verdicts)).not.toMatch(/\b(?:il)?legal(?! advice)|complian|\bsafe/i);
});
