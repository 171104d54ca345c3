import {
  type ListedBatch,
  NEAREST_BATCHES_MAX,
  nearestBatches,
} from '../../../src/domain/coa-registry/registry/nearest-batches.js';

const batch = (batchId: string, testDate = '2026-10-14'): ListedBatch => ({
  brandName: 'Waxwing',
  productName: 'Yuzu Seltzer 5 mg',
  batchId,
  testDate,
});

const idsNear = (batchId: string, listed: readonly ListedBatch[]) =>
  nearestBatches(listed, batchId).map((one) => one.batchId);

describe('batches near one that has no certificate', () => {
  it('come with the most similar id first, whatever separates its parts', () => {
    const listed = ['ZZ-9', 'VT 560', 'vt/553', 'VT-5520'].map((id) => batch(id));
    expect(idsNear('VT-552', listed)).toEqual(['vt/553', 'VT-5520', 'VT 560', 'ZZ-9']);
  });

  it('come with the newest test first where they are as similar', () => {
    const listed = [batch('VT-551', '2026-11-01'), batch('VT-553', '2026-09-01'), batch('VT-554', '2026-08-01')];
    expect(idsNear('VT-552', listed)).toEqual(['VT-551', 'VT-553', 'VT-554']);
  });

  it('come once, with their newest test', () => {
    const listed = [batch('VT-551', '2026-11-01'), batch('vt-551', '2026-09-01')];
    expect(nearestBatches(listed, 'VT-552')).toEqual([batch('VT-551', '2026-11-01')]);
  });

  it('are only a few', () => {
    const listed = Array.from({ length: 40 }, (_, place) => batch(`VT-${100 + place}`));
    expect(idsNear('VT-120', listed)).toHaveLength(NEAREST_BATCHES_MAX);
    expect(nearestBatches([], 'VT-120')).toEqual([]);
  });

  it('are found for a text that is no batch id', () => {
    expect(idsNear('🧃'.repeat(5_000), [batch('VT-551')])).toEqual(['VT-551']);
    expect(idsNear('', [batch('VT-551')])).toEqual(['VT-551']);
  });
});
