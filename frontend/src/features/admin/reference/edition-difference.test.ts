import { editionDifferences } from './edition-difference';

it('finds the fields that differ, whatever their order', () => {
  const before = { edition: 1, title: 'A', scope: null, checks: [{ kind: 'analyte', limit: '1' }], notes: [] };
  const after = { notes: [], checks: [{ limit: '2', kind: 'analyte' }], edition: 2, title: 'A', scope: 'Drinks' };
  expect(editionDifferences(before, after).map(({ field }) => field)).toEqual(['edition', 'scope', 'checks']);
  expect(editionDifferences(before, { ...after, ...before, checks: [{ limit: '1', kind: 'analyte' }] })).toEqual([]);
});

it('says nothing for a field that is not there', () => {
  expect(editionDifferences({ scope: 'Drinks' }, { scope: null })).toEqual([
    { field: 'scope', before: 'Drinks', after: null },
  ]);
});
