import type { CoaDto, PublishedResultDto } from '../../api/generated/types.gen';
import { comparedReferences, comparisonSentences, otherLines, sharedAnalytes, withoutReference } from './comparison';

const line = (
  name: string,
  analyte: string | null,
  differing: Partial<PublishedResultDto> = {},
): PublishedResultDto => ({
  ...{ panel: 'heavyMetals', name, analyte, valueText: '0.02', value: 0.02, unit: 'µg/g' },
  ...{ lod: null, loq: null, limit: null, method: null, evidence: 'within' },
  ...differing,
});

const certificate = (analytes: PublishedResultDto[], differing: Partial<CoaDto> = {}) =>
  ({
    ...{ standing: 'approved', labName: 'Example Analytical', productName: 'Yuzu Seltzer 5 mg', batchId: '#C9030' },
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

it('shares lines by their analyte, not by their names, and counts the others', () => {
  const one = certificate([line('Lead', 'lead'), line('Arsenic', 'arsenic'), line('THC', null)]);
  const other = certificate([
    line('Pb', 'lead', { valueText: 'ND', value: null }),
    line('Cadmium', 'cadmium'),
    line('THC', null),
  ]);
  const shared = sharedAnalytes([one, other]);
  expect(
    shared.map(({ analyte, name, lines }) => [analyte, name, lines.map((some) => some.map((l) => l.valueText))]),
  ).toEqual([['lead', 'Lead', [['0.02'], ['ND']]]]);
  expect([otherLines(one, shared), otherLines(other, shared)]).toEqual([2, 2]);
});

it('of three, a line that two have is shared, and the third has none', () => {
  const shared = sharedAnalytes([
    certificate([line('Lead', 'lead')]),
    certificate([]),
    certificate([line('Lead', 'lead')]),
  ]);
  expect(shared[0]?.lines.map((some) => some.length)).toEqual([1, 0, 1]);
});

it('says where units differ', () => {
  const inPpb = line('Lead', 'lead', { unit: 'ppb' });
  const of = (other: PublishedResultDto) =>
    sharedAnalytes([certificate([line('Lead', 'lead')]), certificate([other])])[0];
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
