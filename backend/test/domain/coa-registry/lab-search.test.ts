import { labSearchParts, labSearchText } from '../../../src/domain/coa-registry/review/lab-search.js';

it('searches in product, brand, batch, reference and report number', () => {
  const certificate = { searchText: ' tea | lily | c 1 ', reference: 'CB-7K3M-9QXD', labReportId: 'EA-1' };
  expect(labSearchText(certificate)).toBe(' tea | lily | c 1 |cb-7k3m-9qxd||ea-1');
  expect(labSearchText({ ...certificate, labReportId: null })).toBe(' tea | lily | c 1 |cb-7k3m-9qxd||');
});

it.each([
  ['Yuzu', ['yuzu']],
  [' EA-2026-01187 ', ['ea 2026 01187', 'ea202601187', 'ea-2026-01187']],
  ['cb7k3m9qxd', ['cb7k3m9qxd', 'cb-7k3m-9qxd']],
  ['EA', [' ea', '||ea']],
  ['CB-', [' cb', '||cb-']],
  ['#', ['||#']],
])('searches for %j as %j', (typed, parts) => {
  expect(labSearchParts(typed)).toEqual(parts);
});
