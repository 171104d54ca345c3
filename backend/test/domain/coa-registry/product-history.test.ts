import { ProductNotFound } from '../../../src/domain/coa-registry/product-history.js';
import { ACTOR } from '../../support/builders.js';
import { openRegistry } from '../../support/open-registry.js';

const YUZU = { brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg' };

it('a product has its certificates, the newest test first, and not those of other products or brands', async () => {
  const { registry, publish } = openRegistry();
  await publish(
    { ...YUZU, batchId: 'A', testDate: '2026-01-02' },
    { ...YUZU, batchId: 'B', testDate: '2026-10-14' },
    { ...YUZU, batchId: 'C', productName: 'Yuzu Seltzer 5 mg Light' },
    { ...YUZU, batchId: 'D', brandName: 'Waxwing' },
  );
  const history = await registry.productHistory('juniper  & tide', ' YUZU seltzer 5 mg ');
  expect(history).toMatchObject({ ...YUZU, hasMore: false });
  expect(history.certificates.map(({ batchId }) => batchId)).toEqual(['B', 'A']);
});

it('withdrawn certificates are among them, after the current ones of the same day', async () => {
  const { registry, publish, certificates, review } = openRegistry();
  await publish(
    { ...YUZU, batchId: 'A' },
    { ...YUZU, batchId: 'B' },
    { ...YUZU, batchId: 'C', testDate: '2026-09-01' },
  );
  for (const one of certificates.stored().filter(({ batchId }) => batchId !== 'B')) {
    await review.withdraw(one.id, one.version, 'The lab voided the result.', ACTOR);
  }
  const { certificates: shown } = await registry.productHistory(YUZU.brandName, YUZU.productName);
  expect(shown.map(({ batchId, lifecycle }) => [batchId, lifecycle])).toEqual([
    ['B', 'approved'],
    ['A', 'withdrawn'],
    ['C', 'withdrawn'],
  ]);
});

it('a dose that differs only in its decimal point is another product', async () => {
  const { registry, publish } = openRegistry();
  await publish(
    { ...YUZU, productName: 'Shot .5 mg', batchId: 'A' },
    { ...YUZU, productName: 'Shot 5 mg', batchId: 'B' },
  );
  const { certificates } = await registry.productHistory(YUZU.brandName, 'Shot .5 mg');
  expect(certificates.map(({ batchId }) => batchId)).toEqual(['A']);
});

it.each([
  ['Juniper & Tide', 'Plum Tonic 5 mg'],
  ['Waxwing', 'Yuzu Seltzer 5 mg'],
  ['Juniper & Tide', ''],
  ['Juniper & Tide', 'Yuzu'],
])('there is no product of %j named %j', async (brand, product) => {
  const { registry, publish } = openRegistry();
  await publish(YUZU);
  await expect(registry.productHistory(brand, product)).rejects.toThrow(ProductNotFound);
});
