import fc from 'fast-check';
import type { FindingCode } from '../../../src/domain/coa-registry/certificate/finding.js';
import {
  type AnalyteResult,
  PANEL_VERDICTS,
  type PanelVerdicts,
  UNCONFIRMED_PANELS,
} from '../../../src/domain/coa-registry/certificate/test-results.js';
import { type CheckedLines, disagrees, lineFindings } from '../../../src/domain/coa-registry/checks/line-checks.js';
import { aLine, PASSED } from '../../support/builders.js';

const findingsOf = (analytes: AnalyteResult[], differing: Partial<CheckedLines> = {}) =>
  lineFindings({
    thcContent: 5,
    cbdContent: 0.4,
    sample: null,
    testResults: { panels: PASSED.panels, analytes },
    ...differing,
  });
const codesOf = (...given: Parameters<typeof findingsOf>) => findingsOf(...given).map(({ code }) => code);

const lead = aLine({ valueText: '0.81', value: 0.81, limit: 0.5 });

describe('a value above its printed limit', () => {
  const inPanels = (panels: PanelVerdicts, reported?: PanelVerdicts) => ({
    testResults: {
      panels,
      analytes: [lead],
      ...(reported && { reported: { status: 'passed' as const, panels: reported } }),
    },
  });

  it.each<[string, PanelVerdicts, PanelVerdicts | undefined, FindingCode[]]>([
    ['passed', PASSED.panels, undefined, ['over-limit']],
    ['failed', { ...PASSED.panels, heavyMetals: 'failed' }, undefined, []],
    ['not tested', { ...PASSED.panels, heavyMetals: 'not_tested' }, undefined, ['over-limit']],
    ['unconfirmed, reported as passed', UNCONFIRMED_PANELS, PASSED.panels, ['over-limit']],
    ['unconfirmed, reported as failed', UNCONFIRMED_PANELS, { ...PASSED.panels, heavyMetals: 'failed' }, []],
    ['unconfirmed, nothing reported', UNCONFIRMED_PANELS, undefined, ['over-limit']],
  ])('in a panel that is %s leads to %j', (_what, panels, reported, expected) => {
    expect(codesOf([lead], inPanels(panels, reported))).toEqual(expected);
  });

  it('is named with its limit and its panel', () => {
    expect(findingsOf([lead, { ...lead, panel: 'other', name: 'Ochratoxin A' }])).toEqual([
      {
        code: 'over-limit',
        severity: 'error',
        field: 'testResults',
        message:
          'Above the printed limit, although the panel is not reported as failed: Lead 0.81 µg/g, limit 0.5 µg/g (heavy metals); Ochratoxin A 0.81 µg/g, limit 0.5 µg/g (other).',
        lines: [0, 1],
      },
    ]);
  });

  it('is none at the limit, below it, without a limit, without a number, and for cannabinoids', () => {
    const lines = [
      { ...lead, valueText: '0.5', value: 0.5 },
      { ...lead, valueText: '0.1', value: 0.1 },
      { ...lead, limit: null },
      { ...lead, valueText: 'ND', value: null },
      { ...lead, name: 'CBG', panel: 'cannabinoids' as const },
    ];
    expect(lines.flatMap((line) => codesOf([line]))).toEqual([]);
  });

  it('is counted where there are many', () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ ...lead, name }));
    expect(findingsOf(many)[0]?.message).toContain('; and 2 more.');
  });
});

describe('the printed result and the number', () => {
  it.each<[string, number | null, boolean]>([
    ['0.31', 0.31, false],
    ['0.31', 0.314, false],
    ['0.31', 0.305, false],
    ['0.31', 0.3, true],
    ['0.31', 0.32, true],
    ['0.31', 3.1, true],
    ['0.31 µg/g', 0.31, false],
    ['1,250', 1250, false],
    ['1,250', 1.25, true],
    ['.5', 0.5, false],
    ['5', 5.4, false],
    ['5', 6, true],
    ['0.0136', 0.0136, false],
    ['ND', null, false],
    ['ND', 0, true],
    ['ND', 0.3, true],
    ['nd', 0.3, true],
    ['N.D.', 0.3, true],
    ['Not Detected', 0.3, true],
    ['<LOQ', 0.3, true],
    ['< LOQ', 0.3, true],
    ['<0.05', 0.05, true],
    ['<0.05', null, false],
    ['0.31', null, false],
    ['1.2E+03', 1200, false],
    ['3 × 10^2', 300, false],
    ['absent in 1 g', null, false],
    ['absent in 1 g', 0, true],
    ['Pass', 0.3, false],
  ])('"%s" and %d differ: %j', (valueText, value, expected) => {
    expect(disagrees({ valueText, value })).toBe(expected);
  });

  it('never differ for a number printed with any number of decimals', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 10_000, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          expect(disagrees({ valueText: value.toFixed(decimals), value })).toBe(false);
        },
      ),
    );
  });

  it('that differ are a finding', () => {
    expect(findingsOf([aLine({ valueText: 'ND', value: 0.3 })])).toEqual([
      {
        code: 'value-text-differs',
        severity: 'error',
        field: 'testResults',
        message: 'The printed result and the number differ: Lead “ND” and 0.3.',
        lines: [0],
      },
    ]);
  });
});

it.each(['BLQ', 'Non-detect', 'Not present', 'None present'])('%j and a number contradict each other', (valueText) => {
  expect(disagrees({ valueText, value: 0.3 })).toBe(true);
});

describe('a line outside the four panels', () => {
  const ochratoxin = (valueText: string, limit: number | null) =>
    aLine({ panel: 'other', name: 'Ochratoxin A', valueText, value: null, limit });

  it.each<[string, number | null, FindingCode[]]>([
    ['FAIL (see note)', null, ['over-limit']],
    ['Detected*', 0.5, ['panel-line-open']],
    ['Detected*', null, ['panel-line-open']],
    ['0.9*', 0.5, ['panel-line-open']],
    ['Amber', null, []],
    ['Not detected*', null, []],
    ['0.9*', null, []],
    ['0.9', null, ['panel-line-open']],
    ['ND', 0.5, []],
  ])('that says %j beside the limit %j leads to %j', (valueText, limit, expected) => {
    expect(codesOf([ochratoxin(valueText, limit)])).toEqual(expected);
  });

  it('is not said to be in a panel that passed', () => {
    expect(findingsOf([ochratoxin('0.9*', 0.5)])[0]?.message).toBe(
      'Without a clear result within the limit: Ochratoxin A “0.9*”.',
    );
  });
});

it.each<[number | null, number | null, FindingCode[]]>([
  [0.002, 0.005, []],
  [0.005, 0.005, []],
  [0.006, 0.005, ['lod-above-loq']],
  [null, 0.005, []],
  [0.006, null, []],
])('LOD %d and LOQ %d lead to %j', (lod, loq, expected) => {
  expect(codesOf([aLine({ lod, loq })])).toEqual(expected);
});

it('a comma that could be a decimal point is a finding, and no number is read from it', () => {
  const comma = (valueText: string) =>
    findingsOf([aLine({ panel: 'cannabinoids', name: 'Δ8-THC', valueText, value: null, unit: 'mg/mL' })])
      .filter(({ code }) => code === 'decimal-comma')
      .map(({ message }) => message);
  expect(comma('0,125')).toEqual(['The comma could be a decimal point, so no number was read: Δ8-THC “0,125”.']);
  expect(comma('1,250')).toEqual([]);
});

describe('a concentration', () => {
  const thc = (valueText: string, unit = 'mg/mL', name = 'Δ9-THC') =>
    aLine({ panel: 'cannabinoids', name, valueText, value: Number(valueText), unit });
  const cbd = (valueText: string) => thc(valueText, 'mg/mL', 'CBD');

  it.each<[string, AnalyteResult[], FindingCode[]]>([
    ['5 mg in 355 mL', [thc('0.0141')], []],
    ['5 mg in 355 g', [thc('0.0141', 'mg/g')], []],
    ['5 mg in a 60 mL shot', [thc('0.083')], []],
    ['mg/mL that holds milligrams per container', [thc('5.0')], ['concentration-mismatch']],
    ['mg/g that holds percent', [thc('0.0014', 'mg/g')], ['concentration-mismatch']],
    ['another unit, which says nothing', [thc('5.0', 'mg/can')], []],
    ['THC and CBD of one can', [thc('0.0141'), cbd('0.0011')], []],
    ['THC and CBD of different cans', [thc('0.0141'), cbd('0.0080')], ['concentration-mismatch']],
    ['too few decimals to tell', [thc('0.0')], []],
    ['another cannabinoid', [thc('5.0', 'mg/mL', 'CBG')], []],
    ['only text, in a unit that needs a mass', [{ ...thc('0.5', '%'), value: null }], ['concentration-mismatch']],
    ...['THC total', 'Total Potential THC', 'Total Active THC', 'Δ9-ТНС', 'Δ9'].map(
      (name): [string, AnalyteResult[], FindingCode[]] => [name, [thc('50', 'mg/can', name)], ['thc-line-above-total']],
    ),
    ...['mg', 'mg/unit', null].map((unit): [string, AnalyteResult[], FindingCode[]] => [
      `50 ${unit}`,
      [{ ...thc('50'), unit }],
      ['thc-line-above-total'],
    ]),
    ...['Δ8-THC', 'THCP', 'THCJD', 'HHC', 'THCA'].map((name): [string, AnalyteResult[], FindingCode[]] => [
      `much ${name} beside 5 mg`,
      [thc('5', 'mg/can'), thc('50', 'mg/can', name)],
      ['thc-line-above-total'],
    ]),
    ['much Δ8-THC in a can without a size', [thc('0.0141'), thc('0.141', 'mg/mL', 'Δ8-THC')], ['thc-line-above-total']],
    ['much THC under another heading', [{ ...thc('50', 'mg/can'), panel: 'heavyMetals' }], ['thc-line-above-total']],
    ['a trace of Δ8-THC', [thc('5', 'mg/can'), thc('0.2', 'mg/can', 'Δ8-THC')], []],
    [
      'one form in two units, with its acid and their total',
      [
        thc('4.9', 'mg/can', 'Delta-9 THC'),
        thc('4.9', 'mg/can', 'Δ9-THC'),
        thc('0.1', 'mg/can', 'THCA'),
        thc('4.99', 'mg/can', 'Total THC'),
      ],
      [],
    ],
    ...[
      'Total THC (THC + 0.877 x THCA)',
      'Total THCs',
      'Sum of all THC isomers',
      'Max Active THC (d9 + THCA)',
      'THCV',
    ].map((name): [string, AnalyteResult[], FindingCode[]] => [
      `${name}, which is no other form`,
      [thc('4.9', 'mg/can'), thc('4.9', 'mg/can', name)],
      [],
    ]),
    ['a total of HHC', [thc('4.9', 'mg/can'), thc('4.9', 'mg/can', 'Total HHC')], ['thc-line-above-total']],
    ['Total THC', [thc('5.0', 'mg/mL', 'Total THC')], ['concentration-mismatch']],
    ['∆9-THC, with the sign of an increment', [thc('5.0', 'mg/mL', '∆9-THC')], ['concentration-mismatch']],
    ['a line about THC with a mark that is not understood', [{ ...thc('17.75*'), value: null }], ['thc-not-measured']],
    ['a line about THC above the range', [{ ...thc('>ULOQ'), value: null }], ['thc-not-measured']],
    ['delta-9 THC', [thc('5.0', 'mg/mL', 'delta-9 THC')], ['concentration-mismatch']],
    ...['Δ9-Tetrahydrocannabinol (Δ9-THC)', 'Total THC*', 'THC (Delta 9)', 'Total THC¹'].map(
      (name): [string, AnalyteResult[], FindingCode[]] => [
        name,
        [thc('5.0', 'mg/mL', name)],
        ['concentration-mismatch'],
      ],
    ),
    ['no milligrams in a can of 5 mg', [thc('0.00', 'mg/can')], ['thc-not-measured']],
    ['a THC line that was not tested', [{ ...thc('NT'), value: null }], ['thc-not-measured']],
    ['a THC line that says absent', [{ ...thc('Absent'), value: null }], ['thc-not-measured']],
    ['no milligrams beside a measured line', [thc('0.00', 'mg/can'), thc('0.0141')], []],
  ])('%s leads to %j', (_what, lines, expected) => {
    expect(codesOf(lines)).toEqual(expected);
  });

  it.each<[string, string, number, FindingCode[]]>([
    ['0.00', 'mg/can', 0.005, []],
    ['0.00', 'mg/can', 0.01, ['thc-not-measured']],
    ['0', 'mg/can', 0.5, []],
    ['0.000', 'mg/mL', 5, ['thc-not-measured']],
    ['0.00', 'banana', 5, ['unit-unknown', 'thc-not-measured']],
  ])('%s %s beside %d mg per container leads to %j', (valueText, unit, thcContent, expected) => {
    expect(codesOf([thc(valueText, unit)], { thcContent })).toEqual(expected);
  });

  it.each<[string, Partial<AnalyteResult>, FindingCode[]]>([
    ['ND', { lod: 0 }, ['thc-not-measured']],
    ['ND', { lod: 0.01 }, []],
    ['ND', {}, ['thc-not-measured']],
    ['<0.00', {}, ['thc-not-measured']],
    ['0.00', {}, ['thc-not-measured']],
    ['<0.01', {}, []],
    ['Detected, <LOQ', { loq: 0.01 }, ['thc-not-measured']],
  ])('%s with %j does not show none by itself: %j', (valueText, rest, expected) => {
    const line = { ...thc(valueText), value: null, lod: null, loq: null, ...rest };
    expect(codesOf([line], { thcContent: 0 })).toEqual(expected);
  });

  it.each([
    ['50', 'mg/package', 1],
    ['5', 'mg/package', 0],
    ['50', 'mg per pack', 1],
  ])('%s %s, of one can or of several, beside 5 mg leads to %d findings', (valueText, unit, count) => {
    const found = codesOf([thc(valueText, unit)], { thcContent: 5 });
    expect(found.filter((code) => code === 'thc-not-measured')).toHaveLength(count);
  });

  it('says which line cannot be', () => {
    expect(findingsOf([thc('5.0')])[0]).toEqual({
      code: 'concentration-mismatch',
      severity: 'error',
      field: 'testResults',
      message: 'Δ9-THC 5.0 mg/mL cannot be 5 mg per container in a drink of any usual size.',
      lines: [0],
    });
  });

  it('that was computed from the content is never a finding, whatever the container and the rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 10_000 }),
        fc.integer({ min: 50, max: 10_000 }),
        fc.integer({ min: 30, max: 1000 }),
        fc.integer({ min: 2, max: 5 }),
        (thcHundredths, cbdHundredths, milliliters, decimals) => {
          const [thcContent, cbdContent] = [thcHundredths / 100, cbdHundredths / 100];
          const lines = [
            thc((thcContent / milliliters).toFixed(decimals)),
            cbd((cbdContent / milliliters).toFixed(decimals)),
          ];
          expect(codesOf(lines, { thcContent, cbdContent })).toEqual([]);
        },
      ),
    );
  });
});

it('no line leads to more than one finding of a code', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          panel: fc.constantFrom('pesticides', 'heavyMetals', 'cannabinoids', 'other'),
          name: fc.constantFrom('Lead', 'Δ9-THC', 'CBD'),
          valueText: fc.constantFrom('ND', '0.31', '5'),
          value: fc.constantFrom(null, 0.31, 5),
          unit: fc.constantFrom(null, 'µg/g', 'mg/mL'),
          lod: fc.constantFrom(null, 1, 3),
          loq: fc.constantFrom(null, 2),
          limit: fc.constantFrom(null, 0.1, 9),
          method: fc.constant(null),
        }) as fc.Arbitrary<AnalyteResult>,
        { maxLength: 6 },
      ),
      fc.constantFrom(...PANEL_VERDICTS),
      (lines, verdict) => {
        const panels = { ...PASSED.panels, heavyMetals: verdict };
        const codes = codesOf(lines, { testResults: { panels, analytes: lines } });
        expect(new Set(codes).size).toBe(codes.length);
      },
    ),
  );
});
