import { randomUUID } from 'node:crypto';
import {
  approveSubmission,
  checkCoa,
  correctCertificate,
  createCertificate,
  dismissFailure,
  getCertificate,
  getCoa,
  getSubmission,
  listBrandCoas,
  listCoas,
  reinstateFailure,
  submitCoa,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  ApprovalDto,
  DismissFailureDto,
  SubmissionDto,
  SubmitCoaDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import { zCoaDto, zSubmissionInContextDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aReport, aSubmission, clientsOfThisFile, PASSED, published, sql, stored, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
const { visitor, staff, trusted } = clientsOfThisFile(server);

const approve = ({ id, version }: Pick<SubmissionDto, 'id' | 'version'>, decision: Partial<ApprovalDto> = {}) =>
  approveSubmission({
    client: staff,
    path: { id },
    body: { ...PASSED, overrideReason: 'The lab confirmed the day.', version, ...decision },
  });

const atBatch = async (batchId: string) => {
  const { data, response } = await getCoa({ client: visitor, path: { batchId }, throwOnError: true });
  return { coa: zCoaDto.parse(data), link: response.headers.get('link') };
};

const called = async (reference: string) =>
  (await getCertificate({ client: visitor, path: { reference }, throwOnError: true })).data;

const FIRST = { labReportId: 'EA-1', testDate: '2026-10-01', thcContent: 4.82 };
const AGAIN = { labReportId: 'EA-2', testDate: '2026-10-20', thcContent: 5.1 };

/** A batch with one published certificate, and another report of it that waits. */
async function retestWaiting(differing: Partial<SubmitCoaDto> = {}) {
  const batchId = `RT-${randomUUID()}`;
  const first = await published(staff, visitor, { batchId, ...FIRST });
  const waiting = await submitted(staff, visitor, { batchId, ...AGAIN, ...differing });
  return { batchId, first, waiting };
}

describe('a submission for a batch that the brand has published', () => {
  it('is refused without a report number, and says what to do', async () => {
    const { batchId } = await retestWaiting();
    const answer = await submitCoa({ client: visitor, body: aSubmission({ batchId }) });
    const message = `A certificate for batch ${batchId} of Juniper & Tide is already published. If yours is another test of the same batch, add the lab's report number. To correct the published one, send us its link and tell us what changed.`;
    const errors = [{ field: 'labReportId', message }];
    expectProblem(answer, 409, { type: '/problems/duplicate-batch', detail: message, errors });
    const { data } = await checkCoa({ client: visitor, body: aSubmission({ batchId }) });
    expect(data?.findings).toMatchObject([{ code: 'duplicate', severity: 'error' }]);
  });
});

describe('publishing a second certificate of a batch', () => {
  it('needs a decision; the reviewer sees the first one with its figures', async () => {
    const { first, waiting } = await retestWaiting();
    const before = await stored(server);
    expectProblem(await approve(waiting), 409, { type: '/problems/batch-already-published' });
    expect(await stored(server)).toEqual(before);
    const { data } = await getSubmission({ client: staff, path: { id: waiting.id }, throwOnError: true });
    expect(zSubmissionInContextDto.parse(data).publishedForBatch).toMatchObject([
      { id: first.id, reference: first.reference, ...FIRST, submissionStatus: 'approved' },
    ]);
    expect(data.findings.map(({ code }) => code)).toContain('retest');
  });

  it('as a retest shows the newest test, the other one beside it, and how far they agree', async () => {
    const { batchId, first, waiting } = await retestWaiting();
    const before = await atBatch(batchId);
    expect(before.coa).toMatchObject({ reference: first.reference, otherTests: [], agreement: null });
    expect(before.link).toBeNull();
    expect((await approve(waiting, { publishAs: 'retest' })).response?.status).toBe(200);
    const { coa, link } = await atBatch(batchId);
    expect(coa).toMatchObject({
      reference: waiting.reference,
      standing: 'approved',
      otherTests: [{ reference: first.reference, labName: 'Example Analytical', ...FIRST, doNotDrink: false }],
      agreement: { newest: waiting.reference, tests: 2, thcDifferenceMg: 0.28, thcDifferencePercent: 5.7 },
    });
    expect(link).toBe(`</api/certificates/${first.reference}>; rel="alternate"`);
    const older = await called(first.reference);
    expect(older).toMatchObject({
      standing: 'approved',
      otherTests: [{ reference: waiting.reference }],
      agreement: { newest: waiting.reference },
    });
  });

  it('as a retest that failed warns on the page of the one that passed', async () => {
    const { batchId, first, waiting } = await retestWaiting({ testDate: '2026-09-01' });
    const panels = { ...PASSED.panels, heavyMetals: 'failed' } as const;
    await approve(waiting, { publishAs: 'retest', status: 'failed', panels });
    const { coa } = await atBatch(batchId);
    expect(coa).toMatchObject({ reference: first.reference, status: 'passed' });
    expect(coa.verdict).toMatchObject({ tone: 'danger', doNotDrink: true });
    expect(coa.verdict.headline).toBe(
      `Another current lab report of this batch failed: ${waiting.reference}. Do not drink it.`,
    );
  });

  it('as an amendment replaces the first one, which says so', async () => {
    const { batchId, first, waiting } = await retestWaiting();
    const decision = { publishAs: 'amendment', amendmentReason: 'The first report was of another lot.' } as const;
    expect((await approve(waiting, decision)).data).toMatchObject({ supersedes: first.id });
    const { coa } = await atBatch(batchId);
    expect(coa).toMatchObject({
      reference: waiting.reference,
      replaces: { reference: first.reference },
      amendmentReason: decision.amendmentReason,
      otherTests: [],
      agreement: null,
    });
    expect(await called(first.reference)).toMatchObject({
      standing: 'superseded',
      replacedBy: { reference: waiting.reference, reason: decision.amendmentReason },
    });
  });

  it.each<[string, Partial<ApprovalDto>]>([
    ['something else', { publishAs: 'both' as never }],
    ['an amendment of a text', { publishAs: 'amendment', amends: 'x'.repeat(21) }],
  ])('as %s is refused, and changes nothing', async (_, decision) => {
    const { waiting } = await retestWaiting();
    const before = await stored(server);
    expectProblem(await approve(waiting, decision), 400, { type: '/problems/invalid-input' });
    expect(await stored(server)).toEqual(before);
  });

  it('of several approved at once publishes one, and the others need a decision', async () => {
    const batchId = `RT-${randomUUID()}`;
    const waiting: SubmissionDto[] = [];
    for (const n of [1, 2, 3, 4]) waiting.push(await submitted(staff, visitor, { batchId, labReportId: `EA-${n}` }));
    const answers = await Promise.all(waiting.map((one) => approve(one)));
    expect(answers.map(({ response }) => response?.status).sort()).toEqual([200, 409, 409, 409]);
    for (const answer of answers.filter(({ error }) => error)) {
      expectProblem(answer, 409, { type: '/problems/batch-already-published' });
    }
    const others = waiting.filter((_, i) => answers[i]?.error);
    const retests = await Promise.all(others.map((one) => approve(one, { publishAs: 'retest' })));
    expect(retests.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
    expect((await atBatch(batchId)).coa).toMatchObject({ agreement: { tests: 4 } });
  });

  it('as two amendments of one certificate at once replaces it once', async () => {
    const { batchId, waiting } = await retestWaiting();
    const other = await submitted(staff, visitor, { batchId, labReportId: 'EA-3' });
    const decision = { publishAs: 'amendment', amendmentReason: 'A digit was wrong.' } as const;
    const { data: before } = await getSubmission({ client: staff, path: { id: waiting.id }, throwOnError: true });
    const amends = before.publishedForBatch[0]?.reference ?? '';
    const answers = await Promise.all([waiting, other].map((one) => approve(one, { ...decision, amends })));
    expect(answers.map(({ response }) => response?.status).sort()).toEqual([200, 412]);
    const rows = await sql(server, `SELECT 1 FROM coa_data WHERE "batchId" = $1 AND "submissionStatus" = 'approved'`, [
      batchId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

it('a laboratory that corrects a certificate while staff approve it meets one of the two, and nothing breaks', async () => {
  const { client } = trusted;
  for (let round = 0; round < 8; round += 1) {
    const body = aReport({ batchId: `RT-${randomUUID()}` });
    // The date keeps it from being published until it is corrected.
    const sent = { ...body, testDate: '2099-01-01' };
    const created = await createCertificate({ client, headers: { 'Idempotency-Key': randomUUID() }, body: sent });
    const { id = '', version = 0 } = created.data ?? {};
    const correction = { ...body, thcContent: 4.9 };
    const answers = await Promise.all([
      correctCertificate({ client, path: { id }, headers: { 'If-Match': '*' }, body: correction }),
      approve({ id, version }),
    ]);
    const statuses = answers.map(({ response }) => response?.status ?? 0);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 409, 412]).toContain(status);
  }
});

it('lists of certificates have every report of a batch', async () => {
  const brandName = `Retest ${randomUUID()}`;
  const batchId = 'ALL-1';
  await published(staff, visitor, { batchId, brandName, ...FIRST });
  await published(staff, visitor, { batchId, brandName, ...AGAIN }, { publishAs: 'retest' });
  const { data } = await listBrandCoas({ client: visitor, path: { brandName }, throwOnError: true });
  expect(data.map(({ testDate }) => testDate)).toEqual([AGAIN.testDate, FIRST.testDate]);
});

describe('a failure that no longer stands', () => {
  const FAILED = { ...PASSED, status: 'failed', panels: { ...PASSED.panels, heavyMetals: 'failed' } } as const;
  const LAB_ERROR = { reason: 'lab-error', explanation: 'Two samples were mixed up.' } as const;

  /** A batch with a report that failed and a newer one that passed. */
  async function failedAndPassed() {
    const batchId = `RT-${randomUUID()}`;
    const failed = await published(staff, visitor, { batchId, ...FIRST }, FAILED);
    const passed = await published(staff, visitor, { batchId, ...AGAIN }, { publishAs: 'retest' });
    return { batchId, failed, passed };
  }

  type Dismissal = Omit<DismissFailureDto, 'version'>;
  const dismiss = ({ id, version }: Pick<SubmissionDto, 'id' | 'version'>, dismissal: Dismissal) =>
    dismissFailure({ client: staff, path: { id }, body: { version, ...dismissal } });

  const inLists = async (batchId: string) => {
    const { data } = await listCoas({ client: visitor, query: { search: batchId }, throwOnError: true });
    return Object.fromEntries(data.map(({ reference, statusLabel }) => [reference, statusLabel]));
  };

  it('is still shown by the one that failed, and only mentioned by the others, until it is taken back', async () => {
    const { batchId, failed, passed } = await failedAndPassed();
    expect(await inLists(batchId)).toEqual({ [failed.reference]: 'Failed', [passed.reference]: 'Do not drink' });
    const dismissed = await dismiss(failed, LAB_ERROR);
    const failureDismissal = { ...LAB_ERROR, retest: null, at: expect.any(String) };
    expect(dismissed.data).toMatchObject({ failureDismissal, doNotDrink: true });
    expect(await inLists(batchId)).toEqual({ [failed.reference]: 'Failed', [passed.reference]: 'Passed' });
    expect(await called(failed.reference)).toMatchObject({
      statusLabel: 'Failed',
      doNotDrink: true,
      failureDismissal,
      verdict: { tone: 'danger', doNotDrink: true },
    });
    const { coa } = await atBatch(batchId);
    expect(coa).toMatchObject({
      reference: passed.reference,
      statusLabel: 'Passed',
      doNotDrink: false,
      failureDismissal: null,
      verdict: { tone: 'neutral', doNotDrink: false },
      otherTests: [{ reference: failed.reference, statusLabel: 'Failed', doNotDrink: true, failureDismissal }],
    });
    expect(coa.verdict.details.join()).toContain(`An earlier report of this batch failed: ${failed.reference}.`);

    const { id, version = 0 } = dismissed.data ?? failed;
    const body = { client: staff, path: { id }, body: { version } };
    expect((await reinstateFailure(body)).data).toMatchObject({ failureDismissal: null });
    expect(await inLists(batchId)).toEqual({ [failed.reference]: 'Failed', [passed.reference]: 'Do not drink' });
    expect((await atBatch(batchId)).coa.verdict.tone).toBe('danger');
    expectProblem(await reinstateFailure(body), 412, { type: '/problems/changed-meanwhile' });
    const subject = `certificate:${id}`;
    const entries = await sql<{ action: string }>(
      server,
      'SELECT "action" FROM audit_log WHERE "subject" = $1 ORDER BY "at"',
      [subject],
    );
    expect(entries.map(({ action }) => action).slice(-2)).toEqual([
      'certificate.failure-dismissed',
      'certificate.failure-reinstated',
    ]);
  });

  it('stands again when the retest that passed is withdrawn', async () => {
    const { batchId, failed, passed } = await failedAndPassed();
    const newest = { batchId, labReportId: 'EA-3', testDate: '2026-11-01' };
    const third = await published(staff, visitor, newest, { publishAs: 'retest' });
    const retest = { reason: 'retest-after-remediation', explanation: 'The batch was filtered again.' } as const;
    await dismiss(failed, { ...retest, retest: third.reference.toLowerCase() });
    expect(await inLists(batchId)).toMatchObject({ [passed.reference]: 'Passed', [third.reference]: 'Passed' });
    const { id, version } = third;
    const reason = 'The lab voided the result.';
    await withdrawCertificate({ client: staff, path: { id }, body: { version, reason }, throwOnError: true });
    expect(await inLists(batchId)).toMatchObject({ [passed.reference]: 'Do not drink' });
    expect(await called(passed.reference)).toMatchObject({ verdict: { doNotDrink: true } });
    expect(await called(failed.reference)).toMatchObject({ failureDismissal: null });
  });

  it('is recorded once by two reviewers at once', async () => {
    const { failed } = await failedAndPassed();
    const answers = await Promise.all([1, 2].map((n) => dismiss(failed, { ...LAB_ERROR, explanation: `Reason ${n}` })));
    expect(answers.map(({ response }) => response?.status).sort()).toEqual([200, 412]);
  });

  it.each<[string, Dismissal, string]>([
    ['no reason', { ...LAB_ERROR, reason: '' as never }, 'reason'],
    ['no explanation', { ...LAB_ERROR, explanation: ' \n' }, 'explanation'],
    ['a retest that is not named', { ...LAB_ERROR, reason: 'retest-after-remediation' }, 'retest'],
    ['an unknown one', { ...LAB_ERROR, reason: 'retest-after-remediation', retest: 'CB-0000-0000' }, 'retest'],
  ])('is not recorded with %s', async (_, dismissal, field) => {
    const { failed } = await failedAndPassed();
    const before = await stored(server);
    const { error } = await dismiss(failed, dismissal);
    expect((error as { errors?: { field: string }[] }).errors).toMatchObject([{ field }]);
    expect(await stored(server)).toEqual(before);
  });

  it('names a retest of the same batch that is newer and shown as passed', async () => {
    const { batchId, failed } = await failedAndPassed();
    const older = { batchId, labReportId: 'EA-4', testDate: '2026-09-01' };
    const untested = { ...PASSED, panels: { ...PASSED.panels, microbials: 'not_tested' } } as const;
    const retests = [
      failed,
      await published(staff, visitor, { batchId: `RT-${randomUUID()}`, ...AGAIN }),
      await published(staff, visitor, older, { publishAs: 'retest' }),
      await published(staff, visitor, { batchId, labReportId: 'EA-5' }, { ...untested, publishAs: 'retest' }),
    ];
    for (const { reference: retest } of retests) {
      const answer = await dismiss(failed, { ...LAB_ERROR, reason: 'retest-after-remediation', retest });
      expectProblem(answer, 400, { type: '/problems/invalid-input' });
    }
  });

  it('needs a failure, on a certificate that is current', async () => {
    const { failed, passed } = await failedAndPassed();
    expectProblem(await dismiss(passed, LAB_ERROR), 400, wrong('reason', 'Nothing on this certificate failed'));
    const waiting = await submitted(staff, visitor, { batchId: `RT-${randomUUID()}` });
    expectProblem(await dismiss(waiting, LAB_ERROR), 409, { type: '/problems/not-published' });
    const { id, version } = failed;
    const answer = await dismissFailure({ client: visitor, path: { id }, body: { version, ...LAB_ERROR } });
    expectProblem(answer, 401, { type: '/problems/not-signed-in' });
  });
});
