import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sentences, translationOf, translationWithNames } from '../../../frontend/src/components/sentences.js';
import type { PanelVerdict } from '../../src/domain/coa-registry/certificate/test-results.js';
import { type VerdictInput, verdictOn } from '../../src/domain/coa-registry/checks/verdict.js';
import { STOMACH_CONTENTS } from '../../src/domain/dosing/dose-request.js';
import { calculateDose } from '../../src/domain/dosing/dosing.js';
import { EXPERIENCES } from '../../src/domain/shared/dose-level.js';
import { aLine, PASSED } from '../support/builders.js';

const content = join(import.meta.dirname, '../../../content');
const read = (file: string) => JSON.parse(readFileSync(join(content, file), 'utf8'));

/** Files that have the same keys in both languages. */
const PAIRS = readdirSync(join(content, 'es')).filter(
  (file) => !['review.json', 'calculator.json', 'verdict.json'].includes(file),
);

type Leaves = ReadonlyMap<string, string>;

/** Every text of a file by its place. The Spanish files have no phone numbers of their own. */
function leavesOf(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  return Object.entries(value as object)
    .filter(([key]) => !(place === '' && key === 'numbers'))
    .flatMap(([key, inner]) => leavesOf(inner, `${place}/${key}`));
}

/** Figures and phone numbers, in their order. */
const figures = (text: string) => text.match(/\d+(?:[-–.,/]\d+)*|[¼½¾]/g) ?? [];

/** Units and names that are the same, or have one translation. */
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bmg\b/g, /\bmg\b/g],
  [/\b(?:lb|kg)\b/g, /\b(?:lb|kg)\b/g],
  [/%/g, /\s?%/g],
  [/\bhours?\b/gi, /\bhoras?\b/gi],
  [/\bminutes?\b/gi, /\bminutos?\b/gi],
  [/\bTHC\b/g, /\bTHC\b/g],
  [/\bCBD\b/g, /\bCBD\b/g],
  [/\bSAMHSA\b/g, /\bSAMHSA\b/g],
  [/\bPoison Help\b/g, /\bPoison Help\b/g],
  [/\bDelta-9\b/g, /\bDelta-9\b/g],
];
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Names for which Spanish needs the substance that English leaves out ("A child had some"). */
const NAMES_THC = ['/situations/child/title', '/situations/pet/title', '/poisonHelp'];

describe.each(PAIRS)('content/es/%s', (file) => {
  const english: Leaves = new Map(leavesOf(read(file)));
  const spanish: Leaves = new Map(leavesOf(read(`es/${file}`)));

  it('has the same texts as the English file', () => {
    expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each([...english])('has the same figures, units and names at %s', (place, text) => {
    const translated = spanish.get(place) ?? '';
    expect(figures(translated)).toEqual(figures(text));
    for (const [en, es] of UNITS) {
      if (String(en) === String(/\bTHC\b/g) && NAMES_THC.includes(place)) continue;
      expect([String(en), count(translated, es)]).toEqual([String(en), count(text, en)]);
    }
  });

  it('is in Spanish', () => {
    const same = [...english].filter(([place, text]) => spanish.get(place) === text);
    expect(same).toEqual([]);
    for (const text of spanish.values()) expect(text).not.toMatch(/\b(the|call|you|and|with|your)\b/i);
  });
});

it('says in both languages that no native speaker reviewed the translation, until one has', () => {
  const { reviewedBy, es, en } = read('es/review.json');
  expect(reviewedBy === null || /\p{L}/u.test(reviewedBy)).toBe(true);
  expect([es, en]).toEqual([expect.stringContaining('habla nativa'), expect.stringContaining('native speaker')]);
});

describe('the calculator in Spanish', () => {
  const sentences: Sentences = read('es/calculator.json');

  it.each(Object.entries(sentences))(
    '%s: takes its figures from the English text, with the same units and names',
    (en, es) => {
      expect(en + es).not.toMatch(/[\d¼½¾]/);
      expect(count(es, /#/g)).toBe(count(en, /#/g));
      for (const [english, spanish] of UNITS) {
        expect([String(english), count(es, spanish)]).toEqual([String(english), count(en, english)]);
      }
    },
  );

  /** Every answer, by what can change its texts. The reasons with their sources stay in English. */
  const answers = EXPERIENCES.flatMap((experience) =>
    STOMACH_CONTENTS.flatMap((stomachContents) =>
      [0, 0.5, 2, 4.5, 5.5, 9, 11, 19, 21, 40].map((thcAmount) =>
        calculateDose({ thcAmount, bodyWeight: 140, experience, stomachContents }),
      ),
    ),
  );

  it('has every text of every answer', () => {
    const shown = answers.flatMap((answer) => [
      answer.effectsDescription,
      ...answer.expectedEffects,
      ...answer.possibleSideEffects,
      answer.metabolismNote,
      ...answer.banners,
      ...answer.notes,
      ...[answer.moreAdvice, answer.drivingAdvice, answer.onsetTime, answer.peakTime, answer.duration].filter(
        (text) => text !== null,
      ),
      ...(answer.timing
        ? [
            `You may first feel it after ${answer.onsetTime}.`,
            `It may be strongest after ${answer.peakTime} and last ${answer.duration}.`,
          ]
        : []),
    ]);
    expect(new Set(answers.map(({ doseLevel }) => doseLevel)).size).toBe(6);
    expect([...new Set(shown)].filter((text) => translationOf(sentences, text) === null)).toEqual([]);
    for (const text of shown) expect(figures(translationOf(sentences, text) ?? '')).toEqual(figures(text));
  });

  it('has every text of the form and of the result', () => {
    const folder = join(content, '../frontend/src/components/dosing');
    const source = readdirSync(folder)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    const literals = [
      ...source.matchAll(/\bt\(\s*'([^']+)'|<Translated text="([^"]+)"|(?:label|description|word): '([^']+)'/g),
    ]
      .map(([, one, two, three]) => one ?? two ?? three ?? '')
      // Parts of a can have their milligrams in the label; units are the same.
      .filter((text) => !/ can$|^(lb|kg)$/.test(text));
    expect(literals.length).toBeGreaterThan(50);
    expect([...new Set(literals)].filter((text) => translationOf(sentences, text) === null)).toEqual([]);
    const composed = [
      'The whole can (5 mg)',
      'Half of this can (2.5 mg)',
      'A quarter of this can (1.25 mg)',
      '5\u00a0mg of THC, 150 lb,',
    ];
    for (const text of [...composed, 'Enter an amount from 0 to 100 mg', 'Enter a weight from 22.7 to 226.8 kg']) {
      expect(figures(translationOf(sentences, text) ?? '')).toEqual(figures(text));
    }
  });

  it('suggests no time for more at the two highest levels', () => {
    for (const answer of answers.filter(({ noMoreToday }) => noMoreToday)) {
      const texts = [answer.moreAdvice ?? '', ...answer.notes].map((text) => translationOf(sentences, text));
      expect(texts[0]).toBe('No tome más hoy.');
      expect(texts.join(' ')).not.toMatch(/esper|más tarde|antes de tomar/i);
    }
  });
});

describe('verdicts in Spanish', () => {
  const { sentences, names }: { sentences: Sentences; names: Sentences } = read('es/verdict.json');
  const spanish = (sentence: string) => translationWithNames(sentences, names, sentence);

  it.each(Object.entries(sentences))(
    '%s: takes its figures and names from the English text, with the same units',
    (en, es) => {
      expect(en + es).not.toMatch(/\d/);
      expect(es.match(/[#*]/g)).toEqual(en.match(/[#*]/g));
      expect([count(es, /\bmg\b/g), count(es, /\bTHC\b/g)]).toEqual([count(en, /\bmg\b/g), count(en, /\bTHC\b/g)]);
      expect(/Do not drink it\.$/.test(en)).toBe(/No la tome\.$/.test(es));
    },
  );

  const TODAY = '2026-11-20';
  const FINE: VerdictInput = {
    productName: 'Yuzu Seltzer 5 mg',
    thcContent: 4.82,
    testDate: '2026-10-14',
    outcome: 'passed',
    lifecycle: 'approved',
    testResults: { panels: PASSED.panels, analytes: [] },
    sample: null,
    failureDismissal: null,
  };
  const withPanel = (verdict: PanelVerdict): Partial<VerdictInput> => ({
    outcome: verdict === 'failed' ? 'failed' : 'passed',
    testResults: { panels: { ...PASSED.panels, heavyMetals: verdict }, analytes: [] },
  });
  const lead = aLine({ valueText: '0.81', value: 0.81, limit: 0.5 });
  const variants: Partial<VerdictInput>[] = [
    {},
    ...(['failed', 'pending', 'not_tested', 'not_reported'] as const).map(withPanel),
    { outcome: 'failed' },
    { testResults: { panels: { ...PASSED.panels, heavyMetals: 'failed' }, analytes: [lead] }, outcome: 'failed' },
    { testResults: { panels: PASSED.panels, analytes: [lead] } },
    { lifecycle: 'withdrawn' },
    { lifecycle: 'superseded' },
    ...[2, 5.8, 13.9].map((thcContent) => ({ thcContent })),
    { productName: 'Yuzu Seltzer' },
    ...['2026-11-20', '2026-11-19', '2026-07-01', '2024-01-01', '2026-12-01'].map((testDate) => ({ testDate })),
  ];

  it('has every sentence of these verdicts, with their figures', () => {
    const failed = [{ reference: 'CB-AAAA-BBBB', failureDismissal: null }];
    const verdicts = variants.flatMap((differing) =>
      [[], failed].map((others) => verdictOn({ ...FINE, ...differing }, TODAY, { failedTests: others })),
    );
    const said = [...new Set(verdicts.flatMap(({ headline, details }) => [headline, ...details]))];
    expect(said.length).toBeGreaterThan(15);
    expect(said.filter((sentence) => spanish(sentence) === null)).toEqual([]);
    for (const sentence of said) expect(figures(spanish(sentence) ?? '')).toEqual(figures(sentence));
  });

  it.each([
    ['Failed for lead. Do not drink it.', 'No pasó la prueba de laboratorio: plomo. No la tome.'],
    [
      'Failed for lead, mercury and 2 more. Do not drink it.',
      'No pasó la prueba de laboratorio: plomo, mercurio y 2 más. No la tome.',
    ],
    ['Not tested for total yeast and mold.', 'Sin prueba de: total yeast and mold.'],
    [
      'Notice about the laboratory. Example Board (November 2, 2026) says that Example Analytical was suspended.',
      'Aviso sobre el laboratorio. No confíe en estos resultados sin leerlo (en inglés): Example Board (November 2, 2026) says that Example Analytical was suspended.',
    ],
    ['Something does not fit. Two totals differ.', null],
  ])('%s', (en, es) => expect(spanish(en)).toBe(es));
});
