import { CertificateNotFound } from '../../../src/domain/coa-registry/coa-registry.js';
import { listed } from '../../../src/domain/coa-registry/listed-certificate.js';
import type { QueueRequest, ReviewQueue } from '../../../src/domain/coa-registry/review-queue.js';
import { ACTOR, aCertificate, aDraft, anAmendment, PASSED } from '../../support/builders.js';
import { FIRST_ID, openRegistry, PENDING, UNKNOWN_ID } from '../../support/open-registry.js';

describe('the queue', () => {
  const batchesIn = async (queue: ReviewQueue, request: Partial<QueueRequest>) =>
    (await queue.page({ ...PENDING, ...request })).items.map(({ certificate: { batchId } }) => batchId);

  it('holds submissions in the order they came', async () => {
    const { clock, submissions, queue } = openRegistry();
    for (const batchId of ['first', 'second', 'third']) {
      await submissions.submit(aDraft({ batchId }));
      clock.goOn(1);
    }
    const page = await queue.page({ ...PENDING, limit: 2 });
    expect(page.items.map(({ certificate }) => certificate.batchId)).toEqual(['first', 'second']);
    expect(page.total).toEqual({ count: 3, relation: 'eq' });
    const rest = await queue.page({ ...PENDING, limit: 2, after: page.next });
    expect(rest.items.map(({ certificate }) => certificate.batchId)).toEqual(['third']);
  });

  it('can be asked for what is overdue, which nothing is on its due date', async () => {
    const { clock, submissions, queue } = openRegistry();
    await submissions.submit(aDraft({ batchId: 'early' })); // on Friday, due on Wednesday
    clock.goOn(4 * 24);
    await submissions.submit(aDraft({ batchId: 'late' }));
    clock.goOn(24 + 8.9); // Wednesday, 23:54 UTC
    expect(await batchesIn(queue, { overdueOnly: true })).toEqual([]);
    expect((await queue.counts()).overdue.count).toBe(0);
    clock.goOn(0.2);
    expect(await batchesIn(queue, { overdueOnly: true })).toEqual(['early']);
    expect(await batchesIn(queue, {})).toEqual(['early', 'late']);
    expect((await queue.counts()).overdue.count).toBe(1);
  });

  it.each<[Partial<QueueRequest>, string[]]>([
    [{}, ['A-100', 'B-200']],
    [{ search: '' }, ['A-100', 'B-200']],
    [{ search: 'waxwing' }, ['B-200']],
    [{ search: '%' }, []],
    [{ source: 'submitter' }, ['A-100', 'B-200']],
    [{ source: 'lab' }, []],
    [{ lifecycle: 'rejected' }, []],
  ])('asked for %j holds %j', async (request, expected) => {
    const { submissions, queue } = openRegistry();
    await submissions.submit(aDraft({ batchId: 'A-100' }));
    await submissions.submit(aDraft({ batchId: 'B-200', brandName: 'Waxwing' }));
    expect(await batchesIn(queue, request)).toEqual(expected);
  });
});

describe('several submissions for one batch', () => {
  it('are counted in the queue and stand beside each other, those of another brand not', async () => {
    const { certificates, submissions, queue, review } = openRegistry();
    const originals = ['one', 'other'].map((batchId) => aCertificate({ batchId }));
    for (const original of originals) await certificates.add(original);
    for (const { id } of originals) await review.approve(id, { version: 1, documentId: null }, PASSED, ACTOR);
    await submissions.submit(aDraft({ batchId: 'RIGHT' }));
    for (const [place, brandName] of ['Juniper & Tide', 'Waxwing'].entries()) {
      const original = await certificates.byId(originals[place]?.id ?? '');
      if (original) await certificates.add(anAmendment(original, { batchId: 'right', brandName }));
    }
    const { items } = await queue.page(PENDING);
    const counts = items.map(({ certificate, othersForBatch }) => [certificate.brandName, othersForBatch]);
    expect(counts.toSorted()).toEqual([
      ['Juniper & Tide', 1],
      ['Juniper & Tide', 1],
      ['Waxwing', 0],
    ]);
    const ofBrand = items.map(({ certificate }) => certificate).filter(({ brandName }) => brandName !== 'Waxwing');
    const [first, second] = ofBrand;
    const { waitingForBatch, related } = await queue.submissionInContext(first?.id ?? '');
    expect(waitingForBatch.map(({ id }) => id)).toEqual([second?.id]);
    expect(related.sameBatch).toHaveLength(2);
    expect((await queue.page({ ...PENDING, lifecycle: 'approved' })).items[0]?.othersForBatch).toBe(0);
  });
});

describe('a submission in context', () => {
  it('comes with findings and with what is related', async () => {
    const { submissions, queue, publish } = openRegistry();
    await publish({ batchId: 'A-100' });
    await submissions.submit(aDraft({ batchId: 'N/A', labName: 'New Lab' }));
    const [waiting] = (await queue.page(PENDING)).items;
    const { certificate, findings, related, original } = await queue.submissionInContext(waiting?.certificate.id ?? '');
    expect(waiting?.certificate).toEqual(listed(certificate));
    expect(findings.map(({ code }) => code)).toEqual(['batch-placeholder', 'lab-unknown']);
    expect(related.sameBrand.map(({ batchId }) => batchId)).toEqual(['A-100']);
    expect(original).toBeNull();
  });

  it('of an amendment comes with what it is to replace, which is no duplicate of it', async () => {
    const { certificates, submissions, queue, publish } = openRegistry();
    await publish({ batchId: 'A-100' });
    const current = await submissions.byId(FIRST_ID);
    const amendment = anAmendment(current);
    await certificates.add(amendment);
    const { findings, original } = await queue.submissionInContext(amendment.id);
    expect(original).toEqual(current);
    expect(findings.map(({ code }) => code)).not.toContain('duplicate');
  });

  it('of what is not there is not found', async () => {
    const { queue } = openRegistry();
    await expect(queue.submissionInContext(UNKNOWN_ID)).rejects.toThrow(CertificateNotFound);
  });
});
