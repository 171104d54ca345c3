import {
  PRODUCT_CERTIFICATES_MAX,
  ProductNotFound,
  productHistory,
} from '../../../src/domain/coa-registry/registry/product-history.js';
import { aCertificate, summaryOf } from '../../support/builders.js';

const YUZU = 'Yuzu Seltzer 5 mg';

const found = (
  batchId: string,
  testDate = '2026-10-14',
  lifecycle: 'approved' | 'withdrawn' = 'approved',
  productName = YUZU,
) => ({ ...summaryOf(aCertificate({ batchId, testDate, productName })), lifecycle });

it('of a product leaves the newest test first, and of one day puts what is current before what has ended', () => {
  const history = productHistory(' YUZU seltzer 5 mg ', [
    found('A', '2026-10-14', 'withdrawn'),
    found('B', '2026-10-14'),
    found('C', '2026-09-01', 'withdrawn'),
  ]);
  expect(history).toMatchObject({ brandName: 'Juniper & Tide', productName: YUZU, hasMore: false });
  expect(history.certificates.map(({ batchId, lifecycle }) => [batchId, lifecycle])).toEqual([
    ['B', 'approved'],
    ['A', 'withdrawn'],
    ['C', 'withdrawn'],
  ]);
});

it('a dose that differs only in its decimal point is another product', () => {
  const both = [found('A', '2026-10-14', 'approved', 'Shot .5 mg'), found('B', '2026-10-14', 'approved', 'Shot 5 mg')];
  expect(productHistory('Shot .5 mg', both).certificates.map(({ batchId }) => batchId)).toEqual(['A']);
});

it('says that there are more than are shown', () => {
  const most = Array.from({ length: PRODUCT_CERTIFICATES_MAX }, () => found('A'));
  expect(productHistory(YUZU, most).hasMore).toBe(false);
  const { certificates, hasMore } = productHistory(YUZU, [...most, found('B')]);
  expect([certificates.length, hasMore]).toEqual([PRODUCT_CERTIFICATES_MAX, true]);
});

it.each([['none', []] as const, ['those of other products', [found('A')]] as const])(
  'is not found among %s',
  (_what, certificates) => {
    expect(() => productHistory('Yuzu', certificates)).toThrow(ProductNotFound);
  },
);
