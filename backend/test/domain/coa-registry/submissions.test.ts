import {
  type CertificateDraft,
  DuplicateBatch,
  submit,
} from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  CertificateNotFound,
  NotAwaitingChanges,
} from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { withNewId } from '../../../src/domain/coa-registry/certificate/certificate-reference.js';
import { CorrectionLinkClosed, LabAnswersItself } from '../../../src/domain/coa-registry/submission/submissions.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, aCertificate, aDraft, aLine, approved, NOTHING_AROUND, NOW } from '../../support/builders.js';
import { FIRST_ID, openRegistry, UNKNOWN_ID } from '../../support/open-registry.js';

const MAJOR = { code: 'batch-mismatch', weight: 'major', text: null } as const;
const ADVISORY = { code: 'label-claim', weight: 'advisory', text: 'Far off.' } as const;

describe('submitting', () => {
  it('gives a reference and the day by which it is reviewed', async () => {
    const { submissions } = openRegistry();
    expect(await submissions.submit(aDraft())).toEqual({ reference: 'CB-0000-0080', reviewDueDate: '2026-11-25' });
  });

  it('stores the submission for review', async () => {
    const { submissions } = openRegistry();
    await submissions.submit(aDraft({ batchId: '#C9030' }));
    expect(await submissions.byId(FIRST_ID)).toMatchObject({ batchId: '#C9030', lifecycle: 'pending' });
  });

  it('tells the submitter that it arrived', async () => {
    const { notifier, submissions } = openRegistry();
    await submissions.submit(aDraft());
    expect(notifier.receipts()).toEqual([['received', await submissions.byId(FIRST_ID)]]);
    expect(notifier.events()).toEqual([]);
  });

  it('gets another reference when the first that was drawn is taken', async () => {
    const { certificates, submissions } = openRegistry();
    await certificates.add(withNewId(aCertificate(), FIRST_ID));
    expect(await submissions.submit(aDraft())).toMatchObject({ reference: 'CB-0000-00G0' });
    await expect(submissions.submit(aDraft({ batchId: 'another' }))).resolves.toMatchObject({
      reference: 'CB-0000-00R0',
    });
  });

  it('stores nothing that cannot be acknowledged', async () => {
    const { notifier, submissions } = openRegistry();
    notifier.break();
    await expect(submissions.submit(aDraft())).rejects.toThrow('the notifier is broken');
    await expect(submissions.byId(FIRST_ID)).rejects.toThrow(CertificateNotFound);
  });

  it('stores nothing when a value is out of range', async () => {
    const { notifier, submissions } = openRegistry();
    await expect(submissions.submit(aDraft({ thcContent: 1001 }))).rejects.toThrow(InvalidInput);
    expect(notifier.receipts()).toEqual([]);
    await expect(submissions.byId(FIRST_ID)).rejects.toThrow(CertificateNotFound);
  });

  it.each([['#c9030'], [' #C9030 ']])('refuses the batch of a published certificate, written %j', async (batchId) => {
    const { submissions, publish } = openRegistry();
    await publish({ batchId: '#C9030', brandName: 'Aster' });
    await expect(submissions.submit(aDraft({ batchId, brandName: 'ASTER' }))).rejects.toEqual(
      new DuplicateBatch({ ...aDraft(), brandName: 'ASTER', batchId: batchId.trim(), labReportId: null }),
    );
  });

  it('takes a retest, which has its own report number, and refuses the same report', async () => {
    const { submissions, publish } = openRegistry();
    await publish({ batchId: 'x', labReportId: 'EA-1' });
    await expect(submissions.submit(aDraft({ batchId: 'x', labReportId: 'ea-1' }))).rejects.toThrow(DuplicateBatch);
    await expect(submissions.submit(aDraft({ batchId: 'x', labReportId: 'EA-2' }))).resolves.toHaveProperty(
      'reference',
    );
    const elsewhere = aDraft({ batchId: 'x', labName: 'Other Lab', labReportId: 'EA-1' });
    await expect(submissions.submit(elsewhere)).resolves.toHaveProperty('reference');
  });

  it('sent again while it waits is answered with the same receipt, and told once', async () => {
    const { notifier, submissions } = openRegistry();
    const draft = aDraft({ batchId: 'twice', submittedResults: { a: 1, b: [2] } });
    const first = await submissions.submit(draft);
    expect(await submissions.submit({ ...draft, submittedResults: { b: [2], a: 1 } })).toEqual(first);
    expect(notifier.receipts()).toHaveLength(1);
  });

  it.each<[string, Partial<CertificateDraft>]>([
    ['another product', { productName: 'Another 5 mg' }],
    ['another figure', { thcContent: 4.83 }],
    ['another sender', { contactEmail: 'kim@mail.example' }],
    ['another note', { notes: 'One more thing.' }],
    ['other lines', { analytes: [aLine()] }],
  ])('with %s is another submission', async (_what, differing) => {
    const { submissions } = openRegistry();
    const first = await submissions.submit(aDraft({ batchId: 'twice' }));
    expect((await submissions.submit(aDraft({ batchId: 'twice', ...differing }))).reference).not.toBe(first.reference);
  });

  it('sent again after a decision is another submission', async () => {
    const { submissions, review } = openRegistry();
    const first = await submissions.submit(aDraft({ batchId: 'twice' }));
    await review.reject(FIRST_ID, 1, 'The photo cannot be read.', ACTOR);
    expect((await submissions.submit(aDraft({ batchId: 'twice' }))).reference).not.toBe(first.reference);
  });

  it('takes the batch of another brand, and of what waits', async () => {
    const { submissions, publish } = openRegistry();
    await publish({ batchId: '001', brandName: 'Aster' });
    await submissions.submit(aDraft({ batchId: '001', brandName: 'Birch' }));
    await expect(
      submissions.submit(aDraft({ batchId: '001', brandName: 'Birch', notes: 'Mine.' })),
    ).resolves.toHaveProperty('reference');
  });

  it('takes the batch of a rejected submission', async () => {
    const { submissions, review } = openRegistry();
    await submissions.submit(aDraft({ batchId: '#C9030' }));
    await review.reject(FIRST_ID, 1, 'The photo cannot be read.', ACTOR);
    await expect(submissions.submit(aDraft({ batchId: '#C9030' }))).resolves.toHaveProperty('reference');
  });
});

describe('checking a draft', () => {
  it('says what machines notice, and stores nothing', async () => {
    const { certificates, checkContext, submissions } = openRegistry();
    checkContext.around = { ...NOTHING_AROUND, sameBatch: [approved(aCertificate({ batchId: 'A-100' }))] };
    const found = await submissions.check(aDraft({ batchId: 'a-100', contactEmail: 'robin@mail.example' }));
    expect(found.map(({ code }) => code)).toEqual(['duplicate', 'contact-domain-differs']);
    expect([certificates.stored(), certificates.audit]).toEqual([[], []]);
  });

  it('compares it with what its sender may see: a visitor what is public, a laboratory its own as well', async () => {
    const { checkContext, submissions } = openRegistry();
    const labId = UNKNOWN_ID;
    await submissions.check(aDraft());
    await submissions.check(aDraft(), { submitter: { source: 'lab', labId } });
    expect(checkContext.asked).toMatchObject([
      { labId: null, viewer: 'public' },
      { labId, viewer: { labId } },
    ]);
  });

  it('refuses what a submission would be refused for', async () => {
    const { submissions } = openRegistry();
    await expect(submissions.check(aDraft({ thcContent: 1001 }))).rejects.toThrow(InvalidInput);
  });
});

describe('a request for changes', () => {
  async function sentBack() {
    const opened = openRegistry();
    await opened.submissions.submit(
      aDraft({ batchId: 'wrong', labReportId: 'EA-1', submittedResults: { lead: 'fine' } }),
    );
    await opened.review.requestChanges(FIRST_ID, 1, [MAJOR], ACTOR);
    return { ...opened, ...(await opened.submissions.correctionToken(FIRST_ID)) };
  }

  it('is answered once, by the link', async () => {
    const { certificates, notifier, clock, submissions, token } = await sentBack();
    clock.goOn(24 * 3);
    expect(await submissions.correctionOf(token)).toMatchObject({
      batchId: 'wrong',
      lifecycle: 'changes_requested',
    });
    expect(await submissions.resubmit(token, aDraft({ batchId: 'right' }))).toEqual({
      reference: 'CB-0000-0080',
      reviewDueDate: '2026-11-27',
    });
    expect(await submissions.byId(FIRST_ID)).toMatchObject({
      batchId: 'right',
      lifecycle: 'pending',
      version: 3,
    });
    expect(certificates.audit.at(-1)).toMatchObject({
      action: 'submission.resubmitted',
      actor: { id: 'submitter', name: 'submitter' },
    });
    expect(notifier.receipts().at(-1)).toEqual(['resubmitted', await submissions.byId(FIRST_ID)]);
    await expect(submissions.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
    await expect(submissions.resubmit(token, aDraft())).rejects.toThrow(CorrectionLinkClosed);
  });

  it('keeps what the form has no field for', async () => {
    const { submissions, token } = await sentBack();
    await submissions.resubmit(token, aDraft());
    const { labReportId, testResults } = await submissions.byId(FIRST_ID);
    expect({ labReportId, submitted: testResults.submitted }).toEqual({
      labReportId: 'EA-1',
      submitted: { lead: 'fine' },
    });
  });

  it('takes new results in a shape of the own for the old ones', async () => {
    const { submissions, token } = await sentBack();
    await submissions.resubmit(token, aDraft({ submittedResults: 'see attached' }));
    expect((await submissions.byId(FIRST_ID)).testResults.submitted).toBe('see attached');
  });

  it('is closed after 30 days', async () => {
    const { clock, submissions, token, expiresAt } = await sentBack();
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(30 * 86_400_000);
    clock.goOn(30 * 24 - 0.01);
    await expect(submissions.correctionOf(token)).resolves.toMatchObject({ id: FIRST_ID });
    clock.goOn(0.01);
    await expect(submissions.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
  });

  it('is closed by a decision', async () => {
    const { submissions, review, token } = await sentBack();
    await review.reject(FIRST_ID, 2, 'Too late.', ACTOR);
    await expect(submissions.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
    await expect(submissions.resubmit(token, aDraft())).rejects.toThrow(CorrectionLinkClosed);
  });

  it('is closed by the request after it', async () => {
    const { clock, submissions, review, token } = await sentBack();
    await submissions.resubmit(token, aDraft());
    clock.goOn(1);
    await review.requestChanges(FIRST_ID, 3, [MAJOR], ACTOR);
    await expect(submissions.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
  });

  it('stays open when staff add or settle comments, because the link in an email cannot be changed', async () => {
    const { submissions, review, token } = await sentBack();
    const { comments } = await review.comment(FIRST_ID, 2, [ADVISORY], ACTOR);
    await review.resolveComment(FIRST_ID, 3, comments[1]?.id ?? '', ACTOR);
    await expect(submissions.resubmit(token, aDraft())).resolves.toHaveProperty('reference');
  });

  it.each([['forged'], ['']])('is not opened by %j', async (token) => {
    const { submissions } = await sentBack();
    await expect(submissions.correctionOf(token)).rejects.toThrow(CorrectionLinkClosed);
  });

  it('that breaks a rule leaves the link open', async () => {
    const { submissions, publish, token } = await sentBack();
    await publish({ batchId: 'taken', labReportId: 'EA-1' });
    await expect(submissions.resubmit(token, aDraft({ thcContent: -1 }))).rejects.toThrow(InvalidInput);
    await expect(submissions.resubmit(token, aDraft({ batchId: 'taken' }))).rejects.toThrow(DuplicateBatch);
    await expect(submissions.resubmit(token, aDraft())).resolves.toHaveProperty('reference');
  });

  it('has no link for what a laboratory sent', async () => {
    const { certificates, submissions, review } = openRegistry();
    const sender = { source: 'lab', labId: UNKNOWN_ID } as const;
    await certificates.add(submit(aDraft(), FIRST_ID, NOW, sender));
    await review.requestChanges(FIRST_ID, 1, [MAJOR], ACTOR);
    await expect(submissions.correctionToken(FIRST_ID)).rejects.toThrow(LabAnswersItself);
  });

  it('has a link only while it stands', async () => {
    const { submissions } = openRegistry();
    await submissions.submit(aDraft());
    await expect(submissions.correctionToken(FIRST_ID)).rejects.toThrow(NotAwaitingChanges);
    await expect(submissions.correctionToken(UNKNOWN_ID)).rejects.toThrow(CertificateNotFound);
  });
});
