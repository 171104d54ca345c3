import { AlreadyDecided, type CertificateDraft, DuplicateBatch } from '../../../src/domain/coa-registry/certificate.js';
import { type CoaListRequest, CoaNotFound, CoaRegistry } from '../../../src/domain/coa-registry/coa-registry.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, aDraft, NOW, PASSED } from '../../support/builders.js';
import { NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryCoaRepository } from '../../support/in-memory-coa-repository.js';

const FIRST_ID = '00000001-0000-4000-8000-000000000000';
const NOBODY = '00000000-0000-4000-8000-000000000000';

function open() {
  const coas = new InMemoryCoaRepository();
  const clock = new StoppedClock();
  return { coas, clock, registry: new CoaRegistry(coas, clock, new NumberedIds()) };
}

/** Submits and approves each; they get the ids 1, 2, 3 … */
async function publish(registry: CoaRegistry, ...drafts: Partial<CertificateDraft>[]): Promise<void> {
  for (const draft of drafts) {
    await registry.submit(aDraft(draft));
    const { items } = await registry.queue({ submissionStatus: 'pending', limit: 1, after: null });
    for (const { id } of items) await registry.approve(id, PASSED, ACTOR);
  }
}

async function batches(registry: CoaRegistry, request: Partial<CoaListRequest>): Promise<string[]> {
  const { items } = await registry.list({ sort: 'newest', limit: 50, after: null, ...request });
  return items.map(({ batchId }) => batchId).sort();
}

describe('submitting', () => {
  it('gives a reference and the day by which it is reviewed', async () => {
    const { registry } = open();
    expect(await registry.submit(aDraft())).toEqual({ reference: 'CB-0000-0080', reviewDueOn: '2026-11-25' });
  });

  it('stores the submission where only staff see it', async () => {
    const { registry } = open();
    await registry.submit(aDraft({ batchId: '#C9030' }));
    expect(await registry.submission(FIRST_ID)).toMatchObject({ batchId: '#C9030', submissionStatus: 'pending' });
    expect(await batches(registry, {})).toEqual([]);
    await expect(registry.byBatch('#C9030')).rejects.toThrow(CoaNotFound);
  });

  it('stores nothing when a value is out of range', async () => {
    const { registry } = open();
    await expect(registry.submit(aDraft({ thcContent: 1001 }))).rejects.toThrow(InvalidInput);
    await expect(registry.submission(FIRST_ID)).rejects.toThrow(CoaNotFound);
  });

  it.each([['#c9030'], [' #C9030 ']])('refuses the batch of another submission, written %j', async (batchId) => {
    const { registry } = open();
    await registry.submit(aDraft({ batchId: '#C9030' }));
    await expect(registry.submit(aDraft({ batchId }))).rejects.toEqual(new DuplicateBatch(batchId, 'pending'));
  });

  it('refuses the batch of a published certificate', async () => {
    const { registry } = open();
    await publish(registry, { batchId: '#C9030' });
    await expect(registry.submit(aDraft({ batchId: '#C9030' }))).rejects.toEqual(
      new DuplicateBatch('#C9030', 'approved'),
    );
  });

  it('takes the batch of a rejected submission', async () => {
    const { registry } = open();
    await registry.submit(aDraft({ batchId: '#C9030' }));
    await registry.reject(FIRST_ID, 'The photo cannot be read.', ACTOR);
    await expect(registry.submit(aDraft({ batchId: '#C9030' }))).resolves.toHaveProperty('reference');
  });
});

describe('the list', () => {
  const TWO_BRANDS = [
    { batchId: 'A-100', brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg' },
    { batchId: 'A-200', brandName: 'Juniper & Tide', productName: 'Plum Tonic 5 mg' },
    { batchId: 'B-100', brandName: 'Waxwing', productName: 'Yuzu Shot 25 mg' },
  ];

  it.each<[Partial<CoaListRequest>, string[]]>([
    [{}, ['A-100', 'A-200', 'B-100']],
    [{ search: 'yuzu' }, ['A-100', 'B-100']],
    [{ search: 'a 100' }, ['A-100']],
    [{ search: '  ' }, ['A-100', 'A-200', 'B-100']],
    [{ search: '' }, ['A-100', 'A-200', 'B-100']],
    [{ search: 'zu' }, []],
    [{ brand: ' JUNIPER  & tide ' }, ['A-100', 'A-200']],
    [{ brand: 'Juniper' }, []],
    [{ brand: 'Waxwing', search: 'yuzu' }, ['B-100']],
    [{ brand: 'Waxwing', search: 'plum' }, []],
    [{ status: 'passed' }, ['A-100', 'A-200', 'B-100']],
    [{ status: 'failed' }, []],
  ])('asked for %j holds %j', async (request, expected) => {
    const { registry } = open();
    await publish(registry, ...TWO_BRANDS);
    expect(await batches(registry, request)).toEqual(expected);
  });

  it.each([['%'], ['_'], ['&'], ['!?']])('asked for %j, which is no letter or digit, is empty', async (search) => {
    const { registry } = open();
    await publish(registry, ...TWO_BRANDS);
    expect(await registry.list({ search, sort: 'newest', limit: 50, after: null })).toEqual({
      items: [],
      next: null,
      total: { count: 0, relation: 'eq' },
    });
  });

  it('goes on where a page ended', async () => {
    const { registry } = open();
    await publish(registry, ...TWO_BRANDS.map((draft, day) => ({ ...draft, testDate: `2026-10-1${day}` })));
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
    const { registry } = open();
    await publish(registry, { batchId: 'LOT 24/117' });
    expect(await registry.byBatch(batchId)).toMatchObject({ batchId: 'LOT 24/117', status: 'passed' });
  });

  it('says nothing of its submitter', async () => {
    const { registry } = open();
    await publish(registry, {
      ...{ batchId: 'X', contactName: 'personal', contactEmail: 'personal@example.com', notes: 'personal' },
      submittedResults: 'personal',
    });
    expect(JSON.stringify(await registry.byBatch('X'))).not.toContain('personal');
  });

  it('is missing with the words of the page', async () => {
    const { registry } = open();
    await expect(registry.byBatch('LOT 24/117')).rejects.toMatchObject({
      kind: 'not-found',
      code: 'coa-not-found',
      message: "The certificate of analysis you're looking for doesn't exist or has been removed.",
    });
  });
});

describe('the latest published', () => {
  it('come newest first, as many as are asked for, with the time they were published', async () => {
    const { registry, clock } = open();
    for (const batchId of ['first', 'second', 'third']) {
      await publish(registry, { batchId });
      clock.goOn(1);
    }
    const latest = await registry.latestPublished(2);
    expect(latest.map(({ batchId }) => batchId)).toEqual(['third', 'second']);
    expect(latest[1]?.publishedAt).toEqual(new Date('2026-11-20T16:00:00Z'));
  });
});

describe('the statistics', () => {
  it('of an empty registry are zeros', async () => {
    const { registry } = open();
    const zeros = { totalCoas: 0, totalBrands: 0, underDosedCount: 0, underDosedPercent: 0 };
    expect(await registry.statistics()).toEqual(zeros);
  });

  it.each([
    [1, 1, 100],
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 8, 12.5],
    [0, 4, 0],
  ])('say of %d under-dosed among %d that it is %d percent', async (underDosed, all, percent) => {
    const { registry } = open();
    const drafts = Array.from({ length: all }, (_, i) => ({
      ...{ productName: 'Tea 5 mg', thcContent: i < underDosed ? 3 : 5, brandName: i < 2 ? 'Waxwing' : 'Third Porch' },
    }));
    await publish(registry, ...drafts);
    expect(await registry.statistics()).toEqual({
      ...{ totalCoas: all, totalBrands: all > 2 ? 2 : 1, underDosedCount: underDosed, underDosedPercent: percent },
    });
  });

  it('count neither what waits nor what was rejected', async () => {
    const { registry } = open();
    await registry.submit(aDraft());
    await registry.submit(aDraft());
    await registry.reject(FIRST_ID, 'No.', ACTOR);
    expect(await registry.statistics()).toMatchObject({ totalCoas: 0, totalBrands: 0 });
  });
});

describe('the queue', () => {
  it('holds submissions in the order they came', async () => {
    const { registry, clock } = open();
    for (const batchId of ['first', 'second', 'third']) {
      await registry.submit(aDraft({ batchId }));
      clock.goOn(1);
    }
    const page = await registry.queue({ submissionStatus: 'pending', limit: 2, after: null });
    expect(page.items.map(({ batchId }) => batchId)).toEqual(['first', 'second']);
    expect(page.total).toEqual({ count: 3, relation: 'eq' });
    const rest = await registry.queue({ submissionStatus: 'pending', limit: 2, after: page.next });
    expect(rest.items.map(({ batchId }) => batchId)).toEqual(['third']);
  });
});

describe('approving', () => {
  it('publishes, ties to the brand and writes the audit log, at the time it is', async () => {
    const { registry, coas, clock } = open();
    await registry.submit(aDraft({ batchId: '#C9030', brandName: 'Waxwing' }));
    clock.goOn(5);
    const approved = await registry.approve(FIRST_ID, PASSED, ACTOR);
    expect(approved).toMatchObject({ submissionStatus: 'approved', reviewedAt: clock.now(), createdAt: NOW });
    expect(approved.brandId).toBe((await coas.brands.byNameKey('waxwing'))?.id);
    expect(await registry.byBatch('#C9030')).toMatchObject({ status: 'passed' });
    expect(coas.audit).toEqual([
      expect.objectContaining({ at: clock.now(), actor: ACTOR, action: 'submission.approved' }),
    ]);
  });

  it('gives a certificate the brand name in the spelling that came first', async () => {
    const { registry } = open();
    await publish(registry, { brandName: 'Juniper & Tide' }, { batchId: 'later', brandName: 'JUNIPER  & TIDE' });
    expect(await registry.byBatch('later')).toMatchObject({ brandName: 'Juniper & Tide' });
  });

  it('that contradicts itself changes nothing', async () => {
    const { registry, coas } = open();
    await registry.submit(aDraft());
    const approval = { status: 'passed' as const, panels: { ...PASSED.panels, pesticides: 'failed' as const } };
    await expect(registry.approve(FIRST_ID, approval, ACTOR)).rejects.toThrow(InvalidInput);
    expect(await registry.submission(FIRST_ID)).toMatchObject({ submissionStatus: 'pending' });
    expect(coas.audit).toEqual([]);
  });
});

describe('rejecting', () => {
  it('publishes nothing and writes the audit log', async () => {
    const { registry, coas, clock } = open();
    await registry.submit(aDraft({ batchId: '#C9030' }));
    clock.goOn(5);
    expect(await registry.reject(FIRST_ID, 'Wrong batch.', ACTOR)).toMatchObject({
      rejectionReason: 'Wrong batch.',
      reviewedAt: clock.now(),
    });
    await expect(registry.byBatch('#C9030')).rejects.toThrow(CoaNotFound);
    expect(coas.audit).toEqual([expect.objectContaining({ actor: ACTOR, action: 'submission.rejected' })]);
  });
});

describe('a decision', () => {
  it.each([
    ['approve', (registry: CoaRegistry, id: string) => registry.approve(id, PASSED, ACTOR)],
    ['reject', (registry: CoaRegistry, id: string) => registry.reject(id, 'No.', ACTOR)],
  ])('to %s what was decided is refused, of what is not there not found', async (_verb, decide) => {
    const { registry, coas } = open();
    await publish(registry, {});
    await expect(decide(registry, FIRST_ID)).rejects.toThrow(AlreadyDecided);
    await expect(decide(registry, NOBODY)).rejects.toThrow(CoaNotFound);
    expect(coas.audit).toHaveLength(1);
  });
});
