import {
  type CertificateDraft,
  DuplicateBatch,
  submit,
  withNewId,
} from '../../../src/domain/coa-registry/certificate.js';
import {
  type CertificateListRequest,
  CertificateNotFound,
  CoaRegistry,
  CorrectionLinkClosed,
  LabAnswersItself,
  type QueueRequest,
} from '../../../src/domain/coa-registry/coa-registry.js';
import { listed } from '../../../src/domain/coa-registry/listed-certificate.js';
import {
  AlreadyDecided,
  AmendmentUnderWay,
  BlockedByComments,
  ChangedMeanwhile,
  CommentNotFound,
  NotAwaitingChanges,
  NotPublished,
} from '../../../src/domain/coa-registry/review.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, aCertificate, aDraft, aLine, anAmendment, NOW, PASSED } from '../../support/builders.js';
import { InMemoryCertificateRepository } from '../../support/in-memory-certificate-repository.js';
import { NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryCorrectionTokenSigner } from '../../support/in-memory-correction-token-signer.js';
import { RecordingNotifier } from '../../support/recording-notifier.js';
import { RollbackTransactions } from '../../support/rollback-transactions.js';

const FIRST_ID = '00000001-0000-4000-8000-000000000000';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

function open() {
  const certificates = new InMemoryCertificateRepository();
  const notifier = new RecordingNotifier();
  const clock = new StoppedClock();
  const transactions = new RollbackTransactions([certificates, notifier]);
  const tokenSigner = new InMemoryCorrectionTokenSigner();
  const registry = new CoaRegistry(certificates, notifier, tokenSigner, transactions, clock, new NumberedIds());
  return { coas: certificates, messenger: notifier, clock, registry };
}

const WAITING: QueueRequest = {
  ...{ submissionStatus: 'pending', overdueOnly: false, sort: 'oldest', limit: 50, after: null },
};

const MAJOR = { code: 'batch-mismatch', weight: 'major', text: null } as const;
const ADVISORY = { code: 'label-claim', weight: 'advisory', text: 'Far off.' } as const;

/** Submits and approves each. */
async function publish(registry: CoaRegistry, ...drafts: Partial<CertificateDraft>[]): Promise<void> {
  for (const draft of drafts) {
    await registry.submit(aDraft(draft));
    const { items } = await registry.queue({ ...WAITING, limit: 1 });
    for (const { id, version } of items.map(({ certificate }) => certificate))
      await registry.approve(id, version, PASSED, ACTOR);
  }
}

async function batches(registry: CoaRegistry, request: Partial<CertificateListRequest>): Promise<string[]> {
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
    await expect(registry.byBatch('#C9030')).rejects.toThrow(CertificateNotFound);
  });

  it('tells the submitter that it arrived', async () => {
    const { registry, messenger: notifier } = open();
    await registry.submit(aDraft());
    expect(notifier.receipts()).toEqual([['received', await registry.submission(FIRST_ID)]]);
    expect(notifier.events()).toEqual([]);
  });

  it('gets another reference when the first that was drawn is taken', async () => {
    const { registry, coas: certificates } = open();
    await certificates.add(withNewId(aCertificate(), FIRST_ID));
    expect(await registry.submit(aDraft())).toMatchObject({ reference: 'CB-0000-00G0' });
    await expect(registry.submit(aDraft({ batchId: 'another' }))).resolves.toMatchObject({ reference: 'CB-0000-00R0' });
  });

  it('stores nothing that cannot be acknowledged', async () => {
    const { registry, messenger: notifier } = open();
    notifier.break();
    await expect(registry.submit(aDraft())).rejects.toThrow('the notifier is broken');
    await expect(registry.submission(FIRST_ID)).rejects.toThrow(CertificateNotFound);
  });

  it('stores nothing when a value is out of range', async () => {
    const { registry, messenger: notifier } = open();
    await expect(registry.submit(aDraft({ thcContent: 1001 }))).rejects.toThrow(InvalidInput);
    expect(notifier.receipts()).toEqual([]);
    await expect(registry.submission(FIRST_ID)).rejects.toThrow(CertificateNotFound);
  });

  it.each([['#c9030'], [' #C9030 ']])('refuses the batch of a published certificate, written %j', async (batchId) => {
    const { registry } = open();
    await publish(registry, { batchId: '#C9030', brandName: 'Aster' });
    await expect(registry.submit(aDraft({ batchId, brandName: 'ASTER' }))).rejects.toEqual(
      new DuplicateBatch({ brandName: 'ASTER', batchId: batchId.trim() }),
    );
  });

  it('sent again while it waits is answered with the same receipt, and told once', async () => {
    const { registry, messenger: notifier } = open();
    const draft = aDraft({ batchId: 'twice', submittedResults: { a: 1, b: [2] } });
    const first = await registry.submit(draft);
    expect(await registry.submit({ ...draft, submittedResults: { b: [2], a: 1 } })).toEqual(first);
    expect(notifier.receipts()).toHaveLength(1);
  });

  it.each<[string, Partial<CertificateDraft>]>([
    ['another product', { productName: 'Another 5 mg' }],
    ['another figure', { thcContent: 4.83 }],
    ['another sender', { contactEmail: 'kim@mail.example' }],
    ['another note', { notes: 'One more thing.' }],
    ['other lines', { analytes: [aLine()] }],
  ])('with %s is another submission', async (_what, differing) => {
    const { registry } = open();
    const first = await registry.submit(aDraft({ batchId: 'twice' }));
    expect((await registry.submit(aDraft({ batchId: 'twice', ...differing }))).reference).not.toBe(first.reference);
  });

  it('sent again after a decision is another submission', async () => {
    const { registry } = open();
    const first = await registry.submit(aDraft({ batchId: 'twice' }));
    await registry.reject(FIRST_ID, 1, 'The photo cannot be read.', ACTOR);
    expect((await registry.submit(aDraft({ batchId: 'twice' }))).reference).not.toBe(first.reference);
  });

  it('takes the batch of another brand, and of what waits', async () => {
    const { registry } = open();
    await publish(registry, { batchId: '001', brandName: 'Aster' });
    await registry.submit(aDraft({ batchId: '001', brandName: 'Birch' }));
    await expect(
      registry.submit(aDraft({ batchId: '001', brandName: 'Birch', notes: 'Mine.' })),
    ).resolves.toHaveProperty('reference');
  });

  it('takes the batch of a rejected submission', async () => {
    const { registry } = open();
    await registry.submit(aDraft({ batchId: '#C9030' }));
    await registry.reject(FIRST_ID, 1, 'The photo cannot be read.', ACTOR);
    await expect(registry.submit(aDraft({ batchId: '#C9030' }))).resolves.toHaveProperty('reference');
  });
});

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
      match: 'exact',
    });
  });

  it.each<[string, 'exact' | 'similar', string[]]>([
    ['waxwing', 'exact', ['B-100']],
    ['waxwimg', 'similar', ['B-100']],
    ['tide', 'exact', ['A-100', 'A-200']],
    ['jumiper tide', 'similar', ['A-100', 'A-200']],
    ['elderflower', 'exact', []],
    // Other batches are never offered in place of the one that was asked for.
    ['A-l01', 'exact', []],
    ['B-IOO', 'exact', ['B-100']],
    ['waxwimg b-200', 'exact', []],
  ])('says how %j is matched: %s', async (search, match, found) => {
    const { registry } = open();
    await publish(registry, ...TWO_BRANDS);
    const page = await registry.list({ search, sort: 'newest', limit: 50, after: null });
    expect(page.items.map(({ batchId }) => batchId).toSorted()).toEqual(found);
    expect(page.match).toBe(match);
    expect(page.total).toEqual({ count: found.length, relation: 'eq' });
  });

  it('keeps to the brand that was chosen where the words are misspelled', async () => {
    const { registry } = open();
    await publish(registry, ...TWO_BRANDS);
    expect(await batches(registry, { search: 'yuzzu', brand: 'Waxwing' })).toEqual(['B-100']);
    expect(await batches(registry, { search: 'pluum', brand: 'Waxwing' })).toEqual([]);
  });

  it('has further pages of what another spelling finds', async () => {
    const { registry } = open();
    await publish(registry, ...TWO_BRANDS.map((draft, day) => ({ ...draft, testDate: `2026-10-1${day}` })));
    const asked = { search: 'yuzzu', sort: 'newest', limit: 1 } as const;
    const first = await registry.list({ ...asked, after: null });
    const second = await registry.list({ ...asked, after: first.next });
    expect([first, second].map(({ match, items }) => [match, items[0]?.batchId])).toEqual([
      ['similar', 'B-100'],
      ['similar', 'A-100'],
    ]);
    expect(second.total).toEqual({ count: 2, relation: 'eq' });
    expect(second.next).toBeNull();
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
    const zeros = {
      ...{ totalCoas: 0, totalBrands: 0, underDosedCount: 0, underDosedPercent: 0 },
      ...{ allPanelsCount: 0, allPanelsPercent: 0 },
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
    const { registry } = open();
    const drafts = Array.from({ length: all }, (_, i) => ({
      ...{ productName: 'Tea 5 mg', thcContent: i < underDosed ? 3 : 5, brandName: i < 2 ? 'Waxwing' : 'Third Porch' },
    }));
    await publish(registry, ...drafts);
    expect(await registry.statistics()).toEqual({
      ...{ totalCoas: all, totalBrands: all > 2 ? 2 : 1, underDosedCount: underDosed, underDosedPercent: percent },
      ...{ allPanelsCount: all, allPanelsPercent: 100 },
    });
  });

  it.each([
    [2, 3, 66],
    [5, 6, 83],
    [0, 2, 0],
    [4, 4, 100],
  ])('say of %d that report all panels among %d that it is %d percent, rounded down', async (full, all, percent) => {
    const { registry } = open();
    const partly = { ...PASSED, panels: { ...PASSED.panels, residualSolvents: 'not_tested' } } as const;
    for (let n = 0; n < all; n += 1) {
      await registry.submit(aDraft());
      const { items } = await registry.queue({ ...WAITING, limit: 1 });
      for (const { id, version } of items.map(({ certificate }) => certificate))
        await registry.approve(id, version, n < full ? PASSED : partly, ACTOR);
    }
    expect(await registry.statistics()).toMatchObject({ allPanelsCount: full, allPanelsPercent: percent });
  });

  it('count neither what waits nor what was rejected', async () => {
    const { registry } = open();
    await registry.submit(aDraft());
    await registry.submit(aDraft());
    await registry.reject(FIRST_ID, 1, 'No.', ACTOR);
    expect(await registry.statistics()).toMatchObject({ totalCoas: 0, totalBrands: 0 });
  });
});

describe('the queue', () => {
  const batchesIn = async (registry: CoaRegistry, request: Partial<QueueRequest>) =>
    (await registry.queue({ ...WAITING, ...request })).items.map(({ certificate: { batchId } }) => batchId);

  it('holds submissions in the order they came', async () => {
    const { registry, clock } = open();
    for (const batchId of ['first', 'second', 'third']) {
      await registry.submit(aDraft({ batchId }));
      clock.goOn(1);
    }
    const page = await registry.queue({ ...WAITING, limit: 2 });
    expect(page.items.map(({ certificate }) => certificate.batchId)).toEqual(['first', 'second']);
    expect(page.total).toEqual({ count: 3, relation: 'eq' });
    const rest = await registry.queue({ ...WAITING, limit: 2, after: page.next });
    expect(rest.items.map(({ certificate }) => certificate.batchId)).toEqual(['third']);
  });

  it('can be asked for what is overdue, which nothing is on its due date', async () => {
    const { registry, clock } = open();
    await registry.submit(aDraft({ batchId: 'early' })); // on Friday, due on Wednesday
    clock.goOn(4 * 24);
    await registry.submit(aDraft({ batchId: 'late' }));
    clock.goOn(24 + 8.9); // Wednesday, 23:54 UTC
    expect(await batchesIn(registry, { overdueOnly: true })).toEqual([]);
    expect((await registry.queueCounts()).overdue.count).toBe(0);
    clock.goOn(0.2);
    expect(await batchesIn(registry, { overdueOnly: true })).toEqual(['early']);
    expect(await batchesIn(registry, {})).toEqual(['early', 'late']);
    expect((await registry.queueCounts()).overdue.count).toBe(1);
  });

  it.each<[Partial<QueueRequest>, string[]]>([
    [{}, ['A-100', 'B-200']],
    [{ search: '' }, ['A-100', 'B-200']],
    [{ search: 'waxwing' }, ['B-200']],
    [{ search: '%' }, []],
    [{ source: 'submitter' }, ['A-100', 'B-200']],
    [{ source: 'lab' }, []],
    [{ submissionStatus: 'rejected' }, []],
  ])('asked for %j holds %j', async (request, expected) => {
    const { registry } = open();
    await registry.submit(aDraft({ batchId: 'A-100' }));
    await registry.submit(aDraft({ batchId: 'B-200', brandName: 'Waxwing' }));
    expect(await batchesIn(registry, request)).toEqual(expected);
  });
});

describe('several submissions for one batch', () => {
  it('are counted in the queue and stand beside each other, those of another brand not', async () => {
    const { registry, coas: certificates } = open();
    const originals = ['one', 'other'].map((batchId) => aCertificate({ batchId }));
    for (const original of originals) await certificates.add(original);
    for (const { id } of originals) await registry.approve(id, 1, PASSED, ACTOR);
    await registry.submit(aDraft({ batchId: 'RIGHT' }));
    for (const [place, brandName] of ['Juniper & Tide', 'Waxwing'].entries()) {
      const original = await certificates.byId(originals[place]?.id ?? '');
      if (original) await certificates.add(anAmendment(original, { batchId: 'right', brandName }));
    }
    const { items } = await registry.queue(WAITING);
    const counts = items.map(({ certificate, othersForBatch }) => [certificate.brandName, othersForBatch]);
    expect(counts.toSorted()).toEqual([
      ['Juniper & Tide', 1],
      ['Juniper & Tide', 1],
      ['Waxwing', 0],
    ]);
    const ofBrand = items.map(({ certificate }) => certificate).filter(({ brandName }) => brandName !== 'Waxwing');
    const [first, second] = ofBrand;
    const { waitingForBatch, related } = await registry.submissionInContext(first?.id ?? '');
    expect(waitingForBatch.map(({ id }) => id)).toEqual([second?.id]);
    expect(related.sameBatch).toHaveLength(2);
    expect((await registry.queue({ ...WAITING, submissionStatus: 'approved' })).items[0]?.othersForBatch).toBe(0);
  });
});

describe('a submission in context', () => {
  it('comes with findings and with what is related', async () => {
    const { registry } = open();
    await publish(registry, { batchId: 'A-100' });
    await registry.submit(aDraft({ batchId: 'N/A', labName: 'New Lab' }));
    const [waiting] = (await registry.queue(WAITING)).items;
    const { certificate, findings, related, original } = await registry.submissionInContext(
      waiting?.certificate.id ?? '',
    );
    expect(waiting?.certificate).toEqual(listed(certificate));
    expect(findings.map(({ code }) => code)).toEqual(['batch-placeholder', 'lab-unknown']);
    expect(related.sameBrand.map(({ batchId }) => batchId)).toEqual(['A-100']);
    expect(original).toBeNull();
  });

  it('of an amendment comes with what it is to replace, which is no duplicate of it', async () => {
    const { registry, coas: certificates } = open();
    await publish(registry, { batchId: 'A-100' });
    const current = await registry.submission(FIRST_ID);
    const amendment = anAmendment(current);
    await certificates.add(amendment);
    const { findings, original } = await registry.submissionInContext(amendment.id);
    expect(original).toEqual(current);
    expect(findings.map(({ code }) => code)).not.toContain('duplicate');
  });

  it('of what is not there is not found', async () => {
    const { registry } = open();
    await expect(registry.submissionInContext(UNKNOWN_ID)).rejects.toThrow(CertificateNotFound);
  });
});

describe('checking a draft', () => {
  it('says what machines notice, and stores nothing', async () => {
    const { registry, coas: certificates } = open();
    await publish(registry, { batchId: 'A-100' });
    const [before, log] = [await registry.queueCounts(), certificates.audit];
    const found = await registry.check(aDraft({ batchId: 'a-100', contactEmail: 'robin@mail.example' }));
    expect(found.map(({ code }) => code)).toEqual(['duplicate', 'contact-domain-differs']);
    expect([await registry.queueCounts(), certificates.audit]).toEqual([before, log]);
  });

  it('says nothing of submissions that were never published', async () => {
    const { registry, coas: certificates } = open();
    await registry.submit(aDraft({ batchId: 'a-1', productName: 'Secret Cola', labName: 'Secret Lab' }));
    await certificates.add(aCertificate({ batchId: 'a-1', labName: 'Another Lab', labReportId: 'R-1' }));
    const draft = aDraft({ batchId: 'a-1', labName: 'Another Lab', labReportId: 'R-1' });
    expect((await registry.check(draft)).map(({ code }) => code)).toEqual(['lab-unknown']);
  });

  it('names no product or laboratory of a submission that was never published', async () => {
    const { registry } = open();
    await registry.submit(aDraft({ batchId: 'x', productName: 'Secret Tea', labName: 'Secret Lab' }));
    await registry.reject(FIRST_ID, 1, 'No.', ACTOR);
    expect(JSON.stringify(await registry.check(aDraft({ batchId: 'x' })))).not.toContain('Secret');
    expect(JSON.stringify(await registry.check(aDraft({ batchId: 'x', productName: 'Secret Tea' })))).not.toContain(
      'Secret Lab',
    );
  });

  it('knows a partner laboratory', async () => {
    const { registry } = open();
    const draft = aDraft({ labName: 'New Lab' });
    expect((await registry.check(draft)).map(({ code }) => code)).toEqual(['lab-unknown']);
    expect(await registry.check(draft, { source: 'lab', labId: UNKNOWN_ID })).toEqual([]);
  });

  it('refuses what a submission would be refused for', async () => {
    const { registry } = open();
    await expect(registry.check(aDraft({ thcContent: 1001 }))).rejects.toThrow(InvalidInput);
  });
});

describe('approving', () => {
  it('publishes, ties to the brand and writes the audit log, at the time it is', async () => {
    const { registry, coas: certificates, clock } = open();
    await registry.submit(aDraft({ batchId: '#C9030', brandName: 'Waxwing' }));
    clock.goOn(5);
    const approved = await registry.approve(FIRST_ID, 1, PASSED, ACTOR);
    expect(approved).toMatchObject({ submissionStatus: 'approved', reviewedAt: clock.now(), createdAt: NOW });
    expect(approved.brandId).toBe((await certificates.brands.byNameKey('waxwing'))?.id);
    expect(await registry.byBatch('#C9030')).toMatchObject({ status: 'passed' });
    expect(certificates.audit).toEqual([
      expect.objectContaining({ at: clock.now(), actor: ACTOR, action: 'submission.approved' }),
    ]);
  });

  it('gives a certificate the brand name in the spelling that came first', async () => {
    const { registry } = open();
    await publish(registry, { brandName: 'Juniper & Tide' }, { batchId: 'later', brandName: 'JUNIPER  & TIDE' });
    expect(await registry.byBatch('later')).toMatchObject({ brandName: 'Juniper & Tide' });
  });

  it('that contradicts itself changes nothing', async () => {
    const { registry, coas: certificates } = open();
    await registry.submit(aDraft());
    const approval = { status: 'passed' as const, panels: { ...PASSED.panels, pesticides: 'failed' as const } };
    await expect(registry.approve(FIRST_ID, 1, approval, ACTOR)).rejects.toThrow(InvalidInput);
    expect(await registry.submission(FIRST_ID)).toMatchObject({ submissionStatus: 'pending' });
    expect(certificates.audit).toEqual([]);
  });

  it('is blocked by a major comment until it is settled', async () => {
    const { registry } = open();
    await registry.submit(aDraft());
    const { comments } = await registry.comment(FIRST_ID, 1, [MAJOR, ADVISORY], ACTOR);
    await expect(registry.approve(FIRST_ID, 2, PASSED, ACTOR)).rejects.toThrow(new BlockedByComments(1));
    await registry.settleComment(FIRST_ID, 2, comments[0]?.id ?? '', ACTOR);
    expect((await registry.approve(FIRST_ID, 3, PASSED, ACTOR)).submissionStatus).toBe('approved');
  });
});

describe('comments', () => {
  it('are kept with who wrote them and when, and written down without their words', async () => {
    const { registry, coas: certificates, clock } = open();
    await registry.submit(aDraft());
    clock.goOn(1);
    const { comments } = await registry.comment(FIRST_ID, 1, [MAJOR, ADVISORY], ACTOR);
    const at = clock.now().toISOString();
    const id = expect.stringMatching(/^0000000[23]-/);
    expect(comments).toEqual([
      { ...MAJOR, id, by: 'robin', at, settledAt: null },
      { ...ADVISORY, id, by: 'robin', at, settledAt: null },
    ]);
    expect(certificates.audit.map(({ action }) => action)).toEqual(['submission.commented']);
    expect(JSON.stringify(certificates.audit)).not.toContain('Far off.');
  });

  it('that say nothing are refused', async () => {
    const { registry } = open();
    await registry.submit(aDraft());
    const unclear = { code: 'other', weight: 'major', text: null } as const;
    await expect(registry.comment(FIRST_ID, 1, [MAJOR, unclear], ACTOR)).rejects.toMatchObject({
      fields: [{ field: 'comments.1.text' }],
    });
    expect((await registry.submission(FIRST_ID)).version).toBe(1);
  });

  it('that are not there cannot be settled', async () => {
    const { registry, coas: certificates } = open();
    await registry.submit(aDraft());
    await expect(registry.settleComment(FIRST_ID, 1, UNKNOWN_ID, ACTOR)).rejects.toThrow(CommentNotFound);
    expect(certificates.audit).toEqual([]);
  });
});

describe('rejecting', () => {
  it('publishes nothing and writes the audit log', async () => {
    const { registry, coas: certificates, clock } = open();
    await registry.submit(aDraft({ batchId: '#C9030' }));
    clock.goOn(5);
    expect(await registry.reject(FIRST_ID, 1, 'Wrong batch.', ACTOR)).toMatchObject({
      rejectionReason: 'Wrong batch.',
      reviewedAt: clock.now(),
    });
    await expect(registry.byBatch('#C9030')).rejects.toThrow(CertificateNotFound);
    expect(certificates.audit).toEqual([expect.objectContaining({ actor: ACTOR, action: 'submission.rejected' })]);
  });
});

describe('a request for changes', () => {
  async function sentBack() {
    const opened = open();
    await opened.registry.submit(aDraft({ batchId: 'wrong', labReportId: 'EA-1', submittedResults: { lead: 'fine' } }));
    await opened.registry.requestChanges(FIRST_ID, 1, [MAJOR], ACTOR);
    return { ...opened, ...(await opened.registry.correctionToken(FIRST_ID)) };
  }

  it('is answered once, by the link', async () => {
    const { registry, coas: certificates, clock, messenger: notifier, token } = await sentBack();
    clock.goOn(24 * 3);
    expect(await registry.correctionOf(token)).toMatchObject({
      batchId: 'wrong',
      submissionStatus: 'changes_requested',
    });
    expect(await registry.resubmit(token, aDraft({ batchId: 'right' }))).toEqual({
      reference: 'CB-0000-0080',
      reviewDueOn: '2026-11-27',
    });
    expect(await registry.submission(FIRST_ID)).toMatchObject({
      batchId: 'right',
      submissionStatus: 'pending',
      version: 3,
    });
    expect(certificates.audit.at(-1)).toMatchObject({
      action: 'submission.resubmitted',
      actor: { id: 'submitter', name: 'submitter' },
    });
    expect(notifier.receipts().at(-1)).toEqual(['resubmitted', await registry.submission(FIRST_ID)]);
    await expect(registry.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
    await expect(registry.resubmit(token, aDraft())).rejects.toThrow(CorrectionLinkClosed);
  });

  it('keeps what the form has no field for', async () => {
    const { registry, token } = await sentBack();
    await registry.resubmit(token, aDraft());
    const { labReportId, testResults } = await registry.submission(FIRST_ID);
    expect({ labReportId, submitted: testResults.submitted }).toEqual({
      labReportId: 'EA-1',
      submitted: { lead: 'fine' },
    });
  });

  it('takes new results in a shape of the own for the old ones', async () => {
    const { registry, token } = await sentBack();
    await registry.resubmit(token, aDraft({ submittedResults: 'see attached' }));
    expect((await registry.submission(FIRST_ID)).testResults.submitted).toBe('see attached');
  });

  it('is closed after 30 days', async () => {
    const { registry, clock, token, expiresAt } = await sentBack();
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(30 * 86_400_000);
    clock.goOn(30 * 24 - 0.01);
    await expect(registry.correctionOf(token)).resolves.toMatchObject({ id: FIRST_ID });
    clock.goOn(0.01);
    await expect(registry.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
  });

  it('is closed by a decision', async () => {
    const { registry, token } = await sentBack();
    await registry.reject(FIRST_ID, 2, 'Too late.', ACTOR);
    await expect(registry.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
    await expect(registry.resubmit(token, aDraft())).rejects.toThrow(CorrectionLinkClosed);
  });

  it('is closed by the request after it', async () => {
    const { registry, clock, token } = await sentBack();
    await registry.resubmit(token, aDraft());
    clock.goOn(1);
    await registry.requestChanges(FIRST_ID, 3, [MAJOR], ACTOR);
    await expect(registry.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
  });

  it('stays open when staff add or settle comments, because the link in a letter cannot be changed', async () => {
    const { registry, token } = await sentBack();
    const { comments } = await registry.comment(FIRST_ID, 2, [ADVISORY], ACTOR);
    await registry.settleComment(FIRST_ID, 3, comments[1]?.id ?? '', ACTOR);
    await expect(registry.resubmit(token, aDraft())).resolves.toHaveProperty('reference');
  });

  it.each([['forged'], ['']])('is not opened by %j', async (token) => {
    const { registry } = await sentBack();
    await expect(registry.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
  });

  it('that breaks a rule leaves the link open', async () => {
    const { registry, token } = await sentBack();
    await publish(registry, { batchId: 'taken' });
    await expect(registry.resubmit(token, aDraft({ thcContent: -1 }))).rejects.toThrow(InvalidInput);
    await expect(registry.resubmit(token, aDraft({ batchId: 'taken' }))).rejects.toThrow(DuplicateBatch);
    await expect(registry.resubmit(token, aDraft())).resolves.toHaveProperty('reference');
  });

  it('has no link for what a laboratory sent', async () => {
    const { registry, coas: certificates } = open();
    const sender = { source: 'lab', labId: UNKNOWN_ID } as const;
    await certificates.add(submit(aDraft(), FIRST_ID, NOW, sender));
    await registry.requestChanges(FIRST_ID, 1, [MAJOR], ACTOR);
    await expect(registry.correctionToken(FIRST_ID)).rejects.toThrow(LabAnswersItself);
  });

  it('has a link only while it stands', async () => {
    const { registry } = open();
    await registry.submit(aDraft());
    await expect(registry.correctionToken(FIRST_ID)).rejects.toThrow(NotAwaitingChanges);
    await expect(registry.correctionToken(UNKNOWN_ID)).rejects.toThrow(CertificateNotFound);
  });

  it('without anything major is refused', async () => {
    const { registry } = open();
    await registry.submit(aDraft());
    await expect(registry.requestChanges(FIRST_ID, 1, [ADVISORY], ACTOR)).rejects.toThrow(InvalidInput);
  });
});

describe('withdrawing', () => {
  it('leaves the certificate at its addresses, with the reason', async () => {
    const { registry, coas: certificates, clock } = open();
    await publish(registry, { batchId: 'x' });
    clock.goOn(5);
    await registry.withdraw(FIRST_ID, 2, 'The result is void.', ACTOR);
    const ended = { submissionStatus: 'withdrawn', withdrawalReason: 'The result is void.', endedAt: clock.now() };
    expect(await registry.byBatch('X')).toMatchObject(ended);
    expect(await registry.byReference('cb-0000-0080')).toMatchObject(ended);
    expect(await batches(registry, {})).toEqual([]);
    expect(certificates.audit.at(-1)).toMatchObject({ action: 'certificate.withdrawn', actor: ACTOR });
  });
});

describe('taking back', () => {
  it('is in the log as what it is, and not as a rejection', async () => {
    const { registry, coas: certificates } = open();
    await registry.submit(aDraft());
    await registry.takeBack(FIRST_ID, 1, 'Wrong sample.', ACTOR);
    const after = { submissionStatus: 'rejected', takenBack: true, rejectionReason: 'Wrong sample.' };
    expect(certificates.audit.at(-1)).toMatchObject({ action: 'submission.taken-back', actor: ACTOR, after });
  });
});

describe('amending as staff', () => {
  const amendment = (draft: Partial<CertificateDraft> = {}) => ({
    draft: aDraft({ batchId: 'x', productName: 'Right 5 mg', contactName: null, contactEmail: null, ...draft }),
    reason: 'The product was mistyped.',
  });

  it('replaces the certificate at once, and both stay readable', async () => {
    const { registry, coas: certificates, clock } = open();
    await publish(registry, { batchId: 'x', labReportId: 'EA-1' });
    clock.goOn(5);
    const current = await registry.amendAsStaff(FIRST_ID, 2, amendment(), PASSED, ACTOR);
    expect(current).toMatchObject({
      ...{ submissionStatus: 'approved', source: 'staff', version: 2, labReportId: 'EA-1' },
      ...{ submittedBy: 'robin@juniper-tide.example', contactName: 'Robin Vale', supersedes: FIRST_ID },
    });
    const old = await registry.byReference('CB-0000-0080');
    expect(old).toMatchObject({
      submissionStatus: 'superseded',
      endedAt: clock.now(),
      replacedBy: { reference: current.reference, reason: 'The product was mistyped.' },
    });
    expect(await registry.byBatch('x')).toMatchObject({
      productName: 'Right 5 mg',
      replaces: { reference: 'CB-0000-0080' },
      amendmentReason: 'The product was mistyped.',
    });
    expect(certificates.audit.slice(1).map(({ action, subject }) => [action, subject])).toEqual([
      ['certificate.superseded', `certificate:${FIRST_ID}`],
      ['submission.approved', `certificate:${current.id}`],
    ]);
  });

  it.each<[string, (opened: ReturnType<typeof open>) => Promise<unknown>, unknown]>([
    [
      'while another amendment waits',
      async ({ coas: certificates }) =>
        certificates.add(anAmendment((await certificates.byId(FIRST_ID)) ?? aCertificate())),
      new AmendmentUnderWay(),
    ],
    [
      'to a batch that the brand has published',
      ({ registry }) => publish(registry, { batchId: 'right' }),
      new DuplicateBatch({ brandName: aDraft().brandName, batchId: 'right' }),
    ],
    ['of one that was withdrawn', ({ registry }) => registry.withdraw(FIRST_ID, 2, 'Void.', ACTOR), new NotPublished()],
  ])('%s stores nothing', async (_when, happens, error) => {
    const opened = open();
    const { registry, coas: certificates, messenger: notifier } = opened;
    await publish(registry, { batchId: 'x' });
    await happens(opened);
    const before = [await registry.queueCounts(), certificates.audit, notifier.events(), await registry.byBatch('x')];
    const change = registry.amendAsStaff(FIRST_ID, 2, amendment({ batchId: 'right' }), PASSED, ACTOR);
    await expect(change).rejects.toEqual(error);
    expect([await registry.queueCounts(), certificates.audit, notifier.events(), await registry.byBatch('x')]).toEqual(
      before,
    );
  });

  it('that contradicts itself is refused', async () => {
    const { registry } = open();
    await publish(registry, { batchId: 'x' });
    const approval = { ...PASSED, panels: { ...PASSED.panels, pesticides: 'pending' as const } };
    await expect(registry.amendAsStaff(FIRST_ID, 2, amendment(), approval, ACTOR)).rejects.toThrow(InvalidInput);
  });
});

describe('approving an amendment', () => {
  it('is refused, and can only be rejected, once the original was withdrawn', async () => {
    const { registry, coas: certificates, messenger: notifier } = open();
    await publish(registry, { batchId: 'x' });
    const waiting = anAmendment(await registry.submission(FIRST_ID));
    await certificates.add(waiting);
    await registry.withdraw(FIRST_ID, 2, 'Void.', ACTOR);
    const told = notifier.events();
    await expect(registry.approve(waiting.id, 1, PASSED, ACTOR)).rejects.toThrow(NotPublished);
    expect(await registry.submission(waiting.id)).toEqual(waiting);
    expect(notifier.events()).toEqual(told);
    await expect(registry.reject(waiting.id, 1, 'No longer needed.', ACTOR)).resolves.toMatchObject({ version: 2 });
  });
});

describe('what a certificate shows in public', () => {
  const codesOf = async (registry: CoaRegistry, reference: string) =>
    (await registry.byReference(reference)).findings.map(({ code }) => code);

  it('holds what machines notice today', async () => {
    const { registry, clock } = open();
    await publish(registry, { testDate: '2026-11-20' }, {});
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
    clock.goOn(24 * 366);
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual(['test-older-than-a-year']);
  });

  it('says nothing of the mail address, nor of what waits or was refused', async () => {
    const { registry, coas: certificates } = open();
    await publish(registry, { batchId: 'A-1', contactEmail: 'robin@mail.example' }, {});
    const current = await registry.submission(FIRST_ID);
    await certificates.add(anAmendment(current, { productName: 'Secret Tea', labName: 'Secret Lab' }));
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
  });

  it('compares it with one of its batch that was withdrawn, and not the other way round', async () => {
    const { registry } = open();
    await publish(registry, { batchId: 'A-1', productName: 'Old Tea 5 mg' });
    await registry.withdraw(FIRST_ID, 2, 'Void.', ACTOR);
    await publish(registry, { batchId: 'A-1' }, {});
    const { reference, findings } = await registry.byBatch('a-1');
    expect(reference).toBe('CB-0000-00G0');
    expect(findings.map(({ message }) => message)).toEqual([
      'Another product, Old Tea 5 mg, was reported with the same batch ID.',
    ]);
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
    const [second] = (await registry.queue({ ...WAITING, submissionStatus: 'approved' })).items;
    await registry.withdraw(second?.certificate.id ?? '', 2, 'Void as well.', ACTOR);
    expect(await codesOf(registry, 'CB-0000-0080')).toEqual([]);
  });

  it.each(['CB-0000-0000', '', 'x'])('is nothing at the reference %j', async (reference) => {
    const { registry } = open();
    await expect(registry.byReference(reference)).rejects.toThrow(CertificateNotFound);
  });
});

type Decision = (registry: CoaRegistry, id: string, seen: number) => Promise<unknown>;

/** Every change of staff: from where, in which version, and what the sender is told. */
const REVIEW_DECISIONS: [name: string, from: 'waiting' | 'published', decide: Decision, news: string[]][] = [
  ['approve', 'waiting', (registry, id, seen) => registry.approve(id, seen, PASSED, ACTOR), ['published']],
  ['reject', 'waiting', (registry, id, seen) => registry.reject(id, seen, 'No.', ACTOR), ['rejected']],
  ['take back', 'waiting', (registry, id, seen) => registry.takeBack(id, seen, 'No.', ACTOR), ['withdrawn']],
  [
    'ask for changes to',
    'waiting',
    (registry, id, seen) => registry.requestChanges(id, seen, [MAJOR], ACTOR),
    ['changes_requested'],
  ],
  ['comment on', 'waiting', (registry, id, seen) => registry.comment(id, seen, [MAJOR], ACTOR), []],
  ['withdraw', 'published', (registry, id, seen) => registry.withdraw(id, seen, 'Void.', ACTOR), ['withdrawn']],
  [
    'amend',
    'published',
    (registry, id, seen) => registry.amendAsStaff(id, seen, { draft: aDraft(), reason: 'Why.' }, PASSED, ACTOR),
    ['amended', 'published'],
  ],
];

describe('whoever wants to', () => {
  async function at(from: 'waiting' | 'published') {
    const opened = open();
    if (from === 'published') await publish(opened.registry, {});
    else await opened.registry.submit(aDraft());
    const certificate = await opened.registry.submission(FIRST_ID);
    return { ...opened, certificate, toldBefore: opened.messenger.events().length };
  }

  it.each(REVIEW_DECISIONS)('%s what is %s tells the sender', async (_name, from, decide, news) => {
    const { registry, messenger: notifier, certificate, toldBefore } = await at(from);
    await decide(registry, FIRST_ID, certificate.version);
    const told = notifier.events().slice(toldBefore);
    expect(told.map(({ type }) => type)).toEqual(news);
    for (const { type, certificate: about, replacedBy } of told) {
      expect(about).toEqual(await registry.submission(about.id));
      expect(replacedBy === null).toBe(type !== 'amended');
    }
  });

  it.each(REVIEW_DECISIONS)('%s what is %s must have seen its last version', async (_name, from, decide) => {
    const { registry, coas: certificates, messenger: notifier, certificate, toldBefore } = await at(from);
    const log = certificates.audit;
    for (const seen of [certificate.version - 1, certificate.version + 1]) {
      await expect(decide(registry, FIRST_ID, seen)).rejects.toThrow(ChangedMeanwhile);
    }
    expect(await registry.submission(FIRST_ID)).toEqual(certificate);
    expect(certificates.audit).toEqual(log);
    expect(notifier.events()).toHaveLength(toldBefore);
  });

  it.each(REVIEW_DECISIONS)('%s what is %s must find it', async (_name, _from, decide) => {
    const { registry } = open();
    await expect(decide(registry, UNKNOWN_ID, 1)).rejects.toThrow(CertificateNotFound);
  });

  it.each(REVIEW_DECISIONS.filter(([, , , news]) => news.length > 0))(
    '%s what is %s stores nothing that cannot be told',
    async (_name, from, decide) => {
      const { registry, coas: certificates, messenger: notifier, certificate } = await at(from);
      const [log, counts] = [certificates.audit, await registry.queueCounts()];
      notifier.break();
      await expect(decide(registry, FIRST_ID, certificate.version)).rejects.toThrow('the notifier is broken');
      expect(await registry.submission(FIRST_ID)).toEqual(certificate);
      expect([certificates.audit, await registry.queueCounts()]).toEqual([log, counts]);
    },
  );

  it.each(REVIEW_DECISIONS.filter(([, from]) => from === 'waiting'))(
    '%s what is %s is too late afterwards',
    async (_name, _from, decide) => {
      const { registry } = await at('published');
      await expect(decide(registry, FIRST_ID, 2)).rejects.toThrow(AlreadyDecided);
    },
  );

  it.each(REVIEW_DECISIONS.filter(([, from]) => from === 'published'))(
    '%s what is %s is too early before',
    async (_name, _from, decide) => {
      const { registry } = await at('waiting');
      await expect(decide(registry, FIRST_ID, 1)).rejects.toThrow(NotPublished);
    },
  );
});
