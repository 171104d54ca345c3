import {
  type CertificateListRequest,
  CertificateNotFound,
  CoaRegistry,
} from '../../../src/domain/coa-registry/coa-registry.js';
import { ACTOR, aDraft, anAmendment, PASSED } from '../../support/builders.js';
import { FIRST_ID, openRegistry, PENDING } from '../../support/open-registry.js';

async function batches(registry: CoaRegistry, request: Partial<CertificateListRequest>): Promise<string[]> {
  const { items } = await registry.list({ sort: 'newest', limit: 50, after: null, ...request });
  return items.map(({ batchId }) => batchId).sort();
}

describe('the list', () => {
  const TWO_BRANDS = [
    { batchId: 'A-100', brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg' },
    { batchId: 'A-200', brandName: 'Juniper & Tide', productName: 'Plum Tonic 5 mg' },
    { batchId: 'B-100', brandName: 'Waxwing', productName: 'Yuzu Shot 25 mg' },
  ];

  it.each<[Partial<CertificateListRequest>, string[]]>([
    [{}, ['A-100', 'A-200', 'B-100']],
    [{ search: 'yuzu' }, ['A-100', 'B-100']],
    [{ search: 'a 100' }, ['A-100']],
    [{ search: '  ' }, ['A-100', 'A-200', 'B-100']],
    [{ search: '' }, ['A-100', 'A-200', 'B-100']],
    [{ search: 'zu' }, []],
    [{ search: 'A1OO' }, ['A-100']],
    [{ search: 'a 1 0 0' }, ['A-100']],
    [{ search: 'A-300' }, []],
    [{ search: 'plun tonic' }, ['A-200']],
    [{ search: 'plun tonic 6 mg' }, []],
    [{ brand: ' JUNIPER  & tide ' }, ['A-100', 'A-200']],
    [{ brand: 'Juniper' }, []],
    [{ brand: 'Waxwing', search: 'yuzu' }, ['B-100']],
    [{ brand: 'Waxwing', search: 'plum' }, []],
    [{ outcome: 'passed' }, ['A-100', 'A-200', 'B-100']],
    [{ outcome: 'failed' }, []],
  ])('for %j contains %j', async (request, expected) => {
    const { registry, publish } = openRegistry();
    await publish(...TWO_BRANDS);
    expect(await batches(registry, request)).toEqual(expected);
  });

  // Today is 2026-11-20.
  it.each<[Partial<CertificateListRequest>, string[]]>([
    [{ testedWithinDays: 1 }, ['tomorrow', 'yesterday']],
    [{ testedWithinDays: 365 }, ['365 days', 'tomorrow', 'yesterday']],
    [{ testedWithinDays: 366 }, ['365 days', '366 days', 'tomorrow', 'yesterday']],
    [{ testedWithinDays: 365, search: 'days' }, ['365 days']],
    [{ panelsComplete: true }, ['365 days', 'yesterday']],
    [{ panelsComplete: true, testedWithinDays: 30 }, ['yesterday']],
    [{ panelsComplete: false }, ['365 days', '366 days', 'tomorrow', 'yesterday']],
  ])('for %j contains those tested since that day: %j', async (request, expected) => {
    const { registry, publish, publishAs } = openRegistry();
    await publish({ batchId: 'yesterday', testDate: '2026-11-19' }, { batchId: '365 days', testDate: '2025-11-20' });
    const untested = { panels: { ...PASSED.panels, microbials: 'not_tested' } } as const;
    await publishAs({ batchId: '366 days', testDate: '2025-11-19' }, untested);
    await publishAs({ batchId: 'tomorrow', testDate: '2026-11-21' }, untested);
    expect(await batches(registry, request)).toEqual(expected);
  });

  it.each([['%'], ['_'], ['&'], ['!?']])('for %j, which has no letter or digit, is empty', async (search) => {
    const { registry, publish } = openRegistry();
    await publish(...TWO_BRANDS);
    expect(await registry.list({ search, sort: 'newest', limit: 50, after: null })).toEqual({
      items: [],
      next: null,
      total: { count: 0, relation: 'eq' },
      match: 'exact',
    });
  });

  it.each<[string, 'exact' | 'similar', string[]]>([
    ['waxwing', 'exact', ['B-100']],
    ['waxwimg', 'similar', ['B-100']],
    ['tide', 'exact', ['A-100', 'A-200']],
    ['jumiper tide', 'similar', ['A-100', 'A-200']],
    ['elderflower', 'exact', []],
    // Never offers another batch instead of the requested one.
    ['A-l01', 'exact', []],
    ['B-IOO', 'exact', ['B-100']],
    ['waxwimg b-200', 'exact', []],
  ])('says how %j is matched: %s', async (search, match, found) => {
    const { registry, publish } = openRegistry();
    await publish(...TWO_BRANDS);
    const page = await registry.list({ search, sort: 'newest', limit: 50, after: null });
    expect(page.items.map(({ batchId }) => batchId).toSorted()).toEqual(found);
    expect(page.match).toBe(match);
    expect(page.total).toEqual({ count: found.length, relation: 'eq' });
  });

  it('keeps to the brand that was chosen where the words are misspelled', async () => {
    const { registry, publish } = openRegistry();
    await publish(...TWO_BRANDS);
    expect(await batches(registry, { search: 'yuzzu', brand: 'Waxwing' })).toEqual(['B-100']);
    expect(await batches(registry, { search: 'pluum', brand: 'Waxwing' })).toEqual([]);
  });

  it('has further pages of what another spelling finds', async () => {
    const { registry, publish } = openRegistry();
    await publish(...TWO_BRANDS.map((draft, day) => ({ ...draft, testDate: `2026-10-1${day}` })));
    const query = { search: 'yuzzu', sort: 'newest', limit: 1 } as const;
    const first = await registry.list({ ...query, after: null });
    const second = await registry.list({ ...query, after: first.next });
    expect([first, second].map(({ match, items }) => [match, items[0]?.batchId])).toEqual([
      ['similar', 'B-100'],
      ['similar', 'A-100'],
    ]);
    expect(second.total).toEqual({ count: 2, relation: 'eq' });
    expect(second.next).toBeNull();
  });

  it('goes on where a page ended', async () => {
    const { registry, publish } = openRegistry();
    await publish(...TWO_BRANDS.map((draft, day) => ({ ...draft, testDate: `2026-10-1${day}` })));
    const first = await registry.list({ sort: 'newest', limit: 2, after: null });
    const second = await registry.list({ sort: 'newest', limit: 2, after: first.next });
    expect([first, second].map(({ items }) => items.map(({ batchId }) => batchId))).toEqual([
      ['B-100', 'A-200'],
      ['A-100'],
    ]);
    expect(second.next).toBeNull();
  });
});

describe('one certificate', () => {
  it.each([['LOT 24/117'], ['lot 24/117'], [' LOT  24/117 ']])('is found by its batch, written %j', async (batchId) => {
    const { registry, publish } = openRegistry();
    await publish({ batchId: 'LOT 24/117' });
    expect(await registry.byBatch(batchId)).toMatchObject({ batchId: 'LOT 24/117', outcome: 'passed' });
  });

  it('says nothing of its submitter', async () => {
    const { registry, publish } = openRegistry();
    await publish({
      batchId: 'X',
      contactName: 'personal',
      contactEmail: 'personal@example.com',
      notes: 'personal',
      submittedResults: 'personal',
    });
    expect(JSON.stringify(await registry.byBatch('X'))).not.toContain('personal');
  });

  it('is missing with the words of the page', async () => {
    const { registry } = openRegistry();
    await expect(registry.byBatch('LOT 24/117')).rejects.toMatchObject({
      kind: 'not-found',
      code: 'coa-not-found',
      message: "The certificate of analysis you're looking for doesn't exist or has been removed.",
    });
  });
});

describe('the latest published', () => {
  it('come newest first, as many as requested, with the time they were published', async () => {
    const { clock, registry, publish } = openRegistry();
    for (const batchId of ['first', 'second', 'third']) {
      await publish({ batchId });
      clock.goOn(1);
    }
    const latest = await registry.latestPublished(2);
    expect(latest.map(({ batchId }) => batchId)).toEqual(['third', 'second']);
    expect(latest[1]?.publishedAt).toEqual(new Date('2026-11-20T16:00:00Z'));
  });
});

describe('the statistics', () => {
  it('of an empty registry are zeros', async () => {
    const { registry } = openRegistry();
    const zeros = {
      totalCoas: 0,
      totalBrands: 0,
      underDosedCount: 0,
      underDosedPercent: 0,
      allPanelsCount: 0,
      allPanelsPercent: 0,
    };
    expect(await registry.statistics()).toEqual(zeros);
  });

  it.each([
    [1, 1, 100],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 8, 12.5],
    [0, 4, 0],
  ])('say of %d under-dosed among %d that it is %d percent', async (underDosed, all, percent) => {
    const { registry, publish } = openRegistry();
    const drafts = Array.from({ length: all }, (_, i) => ({
      productName: 'Tea 5 mg',
      thcContent: i < underDosed ? 3 : 5,
      brandName: i < 2 ? 'Waxwing' : 'Third Porch',
    }));
    await publish(...drafts);
    expect(await registry.statistics()).toEqual({
      totalCoas: all,
      totalBrands: all > 2 ? 2 : 1,
      underDosedCount: underDosed,
      underDosedPercent: percent,
      allPanelsCount: all,
      allPanelsPercent: 100,
    });
  });

  it.each([
    [2, 3, 66],
    [5, 6, 83],
    [0, 2, 0],
    [4, 4, 100],
  ])('say of %d that report all panels among %d that it is %d percent, rounded down', async (full, all, percent) => {
    const { registry, submissions, queue, review } = openRegistry();
    const partly = { ...PASSED, panels: { ...PASSED.panels, residualSolvents: 'not_tested' } } as const;
    for (let n = 0; n < all; n += 1) {
      await submissions.submit(aDraft());
      const { items } = await queue.page({ ...PENDING, limit: 1 });
      for (const { id, version } of items.map(({ certificate }) => certificate))
        await review.approve(id, { version, documentId: null }, n < full ? PASSED : partly, ACTOR);
    }
    expect(await registry.statistics()).toMatchObject({ allPanelsCount: full, allPanelsPercent: percent });
  });

  it('count neither what waits nor what was rejected', async () => {
    const { registry, submissions, review } = openRegistry();
    await submissions.submit(aDraft());
    await submissions.submit(aDraft());
    await review.reject(FIRST_ID, 1, 'No.', ACTOR);
    expect(await registry.statistics()).toMatchObject({ totalCoas: 0, totalBrands: 0 });
  });
});

describe('what a certificate shows in public', () => {
  const codesOf = async (registry: CoaRegistry, reference: string) =>
    (await registry.byReference(reference)).findings.map(({ code }) => code);

  it('holds what machines notice today', async () => {
    const { clock, registry, publish } = openRegistry();
    await publish({ testDate: '2026-11-20' }, {});
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
    clock.goOn(24 * 366);
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual(['test-older-than-a-year']);
  });

  it('says nothing of the mail address, nor of what waits or was refused', async () => {
    const { certificates, registry, submissions, publish } = openRegistry();
    await publish({ batchId: 'A-1', contactEmail: 'robin@mail.example' }, {});
    const current = await submissions.byId(FIRST_ID);
    await certificates.add(anAmendment(current, { productName: 'Secret Tea', labName: 'Secret Lab' }));
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
  });

  it('compares it with one of its batch that was withdrawn, and not the other way round', async () => {
    const { registry, queue, review, publish } = openRegistry();
    await publish({ batchId: 'A-1', productName: 'Old Tea 5 mg' });
    await review.withdraw(FIRST_ID, 2, 'Void.', ACTOR);
    await publish({ batchId: 'A-1' }, {});
    const { reference, findings } = await registry.byBatch('a-1');
    expect(reference).toBe('CB-0000-00G0');
    expect(findings.map(({ message }) => message)).toEqual([
      'Another product, Old Tea 5 mg, was reported with the same batch ID.',
    ]);
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
    const [second] = (await queue.page({ ...PENDING, lifecycle: 'approved' })).items;
    await review.withdraw(second?.certificate.id ?? '', 2, 'Void as well.', ACTOR);
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
  });

  it.each(['CB-0000-0000', '', 'x'])('is nothing at the reference %j', async (reference) => {
    const { registry } = openRegistry();
    await expect(registry.byReference(reference)).rejects.toThrow(CertificateNotFound);
  });
});
