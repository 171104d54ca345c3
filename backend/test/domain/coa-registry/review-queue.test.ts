import type { Certificate } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { CertificateNotFound } from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { listed } from '../../../src/domain/coa-registry/review/listed-certificate.js';
import { type SubmissionReader, type WaitingForBatch } from '../../../src/domain/coa-registry/review/ports.js';
import { type QueueQuery, queueTerm } from '../../../src/domain/coa-registry/review/queue.js';
import { type QueueRequest, ReviewQueue } from '../../../src/domain/coa-registry/review/review-queue.js';
import { totalOf } from '../../../src/domain/shared/page.js';
import { aCertificate, anAmendment, approved, NOTHING_AROUND } from '../../support/builders.js';
import { openRegistry, UNKNOWN_ID } from '../../support/open-registry.js';
import { stub } from '../../support/stub.js';

const PENDING: QueueRequest = { lifecycle: 'pending', overdueOnly: false, sort: 'oldest', limit: 50, after: null };

/** The queue of these certificates, beside which nothing waits and nothing is related unless a test says so. */
function open(rows: readonly Certificate[] = [], lists: Partial<SubmissionReader> = {}) {
  const opened = openRegistry();
  const { certificates, checks, documents, clock } = opened;
  const asked: QueueQuery[] = [];
  const reader = stub<SubmissionReader>({
    queue: async (query) => {
      asked.push(query);
      return { items: rows.map(listed), next: null, total: totalOf(rows.length) };
    },
    waitingFor: async () => [],
    related: async () => ({ sameBatch: [], sameBrand: [], similarProducts: [] }),
    ...lists,
  });
  return { ...opened, asked, queue: new ReviewQueue(certificates, reader, checks, documents, clock) };
}

describe('the queue', () => {
  // Today is 2026-11-20.
  it.each<[Partial<QueueRequest>, Partial<QueueQuery>]>([
    [{}, {}],
    [{ search: '' }, {}],
    [{ search: 'waxwing' }, { search: queueTerm('waxwing') }],
    [
      { source: 'lab', lifecycle: 'rejected' },
      { source: 'lab', lifecycle: 'rejected' },
    ],
    [{ overdueOnly: true }, { dueBefore: '2026-11-20' }],
    [
      { spotChecksOnly: true, sort: 'newest' },
      { spotChecksOnly: true, sort: 'newest' },
    ],
    [{ after: { value: 'x', id: 'y' } }, { after: { value: 'x', id: 'y' } }],
  ])('asked for %j asks for %j', async (request, query) => {
    const { asked, queue } = open();
    await queue.page({ ...PENDING, ...request });
    const { overdueOnly: _, ...pending } = PENDING;
    const any = { ...pending, source: null, dueBefore: null, spotChecksOnly: false, search: null };
    expect(asked).toEqual([{ ...any, ...query }]);
  });

  it('asked for what has no letter or digit is empty', async () => {
    const { asked, queue } = open([aCertificate()]);
    expect(await queue.page({ ...PENDING, search: '%' })).toEqual({ items: [], next: null, total: totalOf(0) });
    expect(asked).toEqual([]);
  });

  it('counts what is overdue by the calendar day', async () => {
    const days: string[] = [];
    const { clock, queue } = open([], {
      queueCounts: async (today) => {
        days.push(today);
        return { pending: totalOf(0), overdue: totalOf(0), changesRequested: totalOf(0), spotChecks: totalOf(0) };
      },
    });
    clock.goOn(8.9); // 23:54 UTC
    await queue.counts();
    clock.goOn(0.2);
    await queue.counts();
    expect(days).toEqual(['2026-11-20', '2026-11-21']);
  });
});

describe('several submissions for one batch', () => {
  const named = (brandName: string, batchId = 'RIGHT') => aCertificate({ brandName, batchId });

  it('are counted in the queue, and neither those of another brand or batch nor what is decided', async () => {
    const waiting = [named('Juniper & Tide'), named('JUNIPER & tide', 'right'), named('Waxwing')];
    const decided = approved(named('Juniper & Tide'));
    const asked: unknown[] = [];
    const waitingFor = async (batches: unknown): Promise<WaitingForBatch[]> => {
      asked.push(batches);
      return [...waiting, named('Waxwing', 'other')];
    };
    const { queue } = open([...waiting, decided], { waitingFor });
    const { items } = await queue.page(PENDING);
    expect(items.map(({ othersForBatch }) => othersForBatch)).toEqual([1, 1, 0, 0]);
    const brandKeys = ['juniper & tide', 'juniper & tide', 'waxwing'];
    expect(asked).toEqual([brandKeys.map((brandKey) => ({ batchKey: 'right', brandKey }))]);
  });

  it('stand beside each other, and neither those of another brand nor what is decided', async () => {
    const [first, second] = [named('Juniper & Tide'), named('JUNIPER & tide')];
    const sameBatch = [second, named('Waxwing'), approved(named('Juniper & Tide'))];
    const { certificates, queue } = open([], {
      related: async () => ({ sameBatch, sameBrand: [], similarProducts: [] }),
    });
    await certificates.add(first);
    const { waitingForBatch, related } = await queue.submissionInContext(first.id);
    expect(waitingForBatch).toEqual([second]);
    expect(related.sameBatch).toEqual(sameBatch);
  });
});

describe('a submission in context', () => {
  it('comes with the findings that staff may see and with what is related', async () => {
    const related = { sameBatch: [], sameBrand: [approved(aCertificate())], similarProducts: [] };
    const { certificates, checkContext, queue } = open([], { related: async () => related });
    checkContext.around = { ...NOTHING_AROUND, labIsKnown: false };
    const waiting = aCertificate({ batchId: 'N/A', labName: 'New Lab' });
    await certificates.add(waiting);
    const found = await queue.submissionInContext(waiting.id);
    expect(found).toMatchObject({ certificate: waiting, related, original: null });
    expect(found.findings.map(({ code }) => code)).toEqual(['batch-placeholder', 'lab-unknown']);
    expect(checkContext.asked).toMatchObject([{ viewer: 'staff', except: [waiting.id] }]);
  });

  it('of an amendment comes with what it is to replace, which is no duplicate of it', async () => {
    const { certificates, checkContext, publish, queue } = open();
    await publish({ batchId: 'A-100' });
    const [current] = certificates.stored() as [Certificate];
    const amendment = anAmendment(current);
    await certificates.add(amendment);
    const { original, publishedForBatch } = await queue.submissionInContext(amendment.id);
    expect([original, publishedForBatch]).toEqual([current, []]);
    expect(checkContext.asked.at(-1)?.except).toEqual([amendment.id, current.id]);
  });

  it('of what is not there is not found', async () => {
    await expect(open().queue.submissionInContext(UNKNOWN_ID)).rejects.toThrow(CertificateNotFound);
  });
});
