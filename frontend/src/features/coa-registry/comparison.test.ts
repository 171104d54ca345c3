import type { CoaDto, PublishedResultDto, RuleReadingDto } from '../../api/generated/types.gen';
import {
  byDifference,
  comingDays,
  comparedAnalytes,
  comparedReferences,
  comparisonSentences,
  lawFrom,
  lawToday,
  withoutReference,
} from './comparison';

const line = (
  name: string,
  analyte: string | null,
  differing: Partial<PublishedResultDto> = {},
): PublishedResultDto => ({
  panel: 'heavyMetals',
  name,
  analyte,
  valueText: '0.02',
  value: 0.02,
  unit: 'µg/g',
  lod: null,
  loq: null,
  limit: null,
  method: null,
  evidence: 'within',
  ...differing,
});

const certificate = (analytes: PublishedResultDto[], differing: Partial<CoaDto> = {}) =>
  ({
    standing: 'approved',
    labName: 'Example Analytical',
    productName: 'Yuzu Seltzer 5 mg',
    batchId: '#C9030',
    labelComparison: { level: 'within', statedMg: 5, percent: 96 },
    testResults: { analytes },
    ...differing,
  }) as CoaDto;

it.each([
  ['c=CB-1&c=CB-2', ['CB-1', 'CB-2']],
  ['c=CB-1,CB-2', ['CB-1', 'CB-2']],
  ['c=CB-1,%20cb-2%20,&c=&c=CB-3', ['CB-1', 'cb-2', 'CB-3']],
  ['c=CB-1&c=cb-1', ['cb-1']],
  ['c=1,2,3,4,5', ['1', '2', '3', '4', '5']],
  ['q=yuzu', []],
])('%s names %j', (query, references) => {
  expect(comparedReferences(new URLSearchParams(query))).toEqual(references);
});

it('one is taken out, and the last leaves the empty page', () => {
  expect(withoutReference(['CB-1', 'CB-2'], 'CB-1')).toBe('/compare?c=CB-2');
  expect(withoutReference(['CB-1'], 'CB-1')).toBe('/compare');
});

it('has a row for each analyte of any report, by the vocabulary or else by the printed name', () => {
  const one = certificate([line('Lead', 'lead'), line('Arsenic', 'arsenic'), line('Total THC', null)]);
  const other = certificate([
    line('Pb', 'lead', { valueText: 'ND', value: null }),
    line('Cadmium', 'cadmium'),
    line('total thc ', null),
    line('Total THC', null, { panel: 'cannabinoids' }),
  ]);
  const rows = comparedAnalytes([one, certificate([]), other]);
  expect(
    rows.map(({ analyte, name, lines }) => [analyte, name, lines.map((some) => some.map((l) => l.valueText))]),
  ).toEqual([
    ['lead', 'Lead', [['0.02'], [], ['ND']]],
    ['arsenic', 'Arsenic', [['0.02'], [], []]],
    [null, 'Total THC', [['0.02'], [], ['0.02']]],
    ['cadmium', 'Cadmium', [[], [], ['0.02']]],
    [null, 'Total THC', [[], [], ['0.02']]],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(5);
});

it('says where units differ', () => {
  const inPpb = line('Lead', 'lead', { unit: 'ppb' });
  const of = (other: PublishedResultDto) =>
    comparedAnalytes([certificate([line('Lead', 'lead')]), certificate([other])])[0];
  expect(of(inPpb)?.unitsDiffer).toBe(true);
  expect(of(line('Lead', 'lead', { unit: 'µG/g' }))?.unitsDiffer).toBe(false);
  expect(of(line('Lead', 'lead', { unit: null }))?.unitsDiffer).toBe(true);
});

it('says how many there are and what cannot be compared', () => {
  const unstated = { level: 'not_stated', statedMg: null, percent: null } as const;
  const others = [
    certificate([], { standing: 'withdrawn', labName: 'Third Bench Labs' }),
    certificate([], { productName: 'Micro Melon', batchId: 'LC-001', labelComparison: unstated }),
  ];
  expect(comparisonSentences([certificate([]), ...others])).toEqual([
    '3 certificates side by side, without a ranking: a report is about one batch.',
    '1 is no longer current. Do not rely on those figures.',
    'They come from 2 labs. Methods and detection limits of labs differ.',
    "Micro Melon, batch LC-001, states no dose in milligrams, so it can't be compared with a label.",
  ]);
  expect(comparisonSentences([certificate([])])).toHaveLength(1);
});

it('rows that differ come before those that are the same, each in their order', () => {
  const rows = ['5 mg', '5 mg', '10 mg'].map((text, index) => ({ index, texts: ['5 mg', text] }));
  const { different, same } = byDifference(rows);
  expect(different.map(({ index }) => index)).toEqual([2]);
  expect(same.map(({ index }) => index)).toEqual([0, 1]);
  expect(byDifference([{ texts: ['5 mg'] }]).different).toEqual([]);
});

it('counts the rules in force today and those of a later day apart', () => {
  const rule = (verdict: RuleReadingDto['verdict'], effectiveFrom: string | null, state = 'in_force') =>
    ({ verdict, effectiveFrom, state }) as RuleReadingDto;
  const coming = rule('above', '2026-12-11', 'upcoming');
  const above = rule('above', null);
  const rules = [above, coming, rule('not_above', '2024-01-01'), rule('cannot_tell', null), rule('not_tested', null)];
  const coa = certificate([], { results: { rules } as unknown as CoaDto['results'] });
  expect(lawToday(coa)).toEqual({ above: [above], notAbove: 1, open: 2, total: 4 });
  expect(comingDays([coa, coa])).toEqual(['2026-12-11']);
  expect(lawFrom(coa, '2026-12-11')).toEqual({ above: [coming], notAbove: 0, open: 0, total: 1 });
  expect(lawFrom(coa, '2027-01-01').total).toBe(0);
});
