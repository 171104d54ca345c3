import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  addComments,
  approveSubmission,
  getCertificate,
  getCoa,
  getCorrection,
  getCorrectionLink,
  getSubmission,
  getSubmissionHistory,
  listSubmissions,
  rejectSubmission,
  requestChanges,
  resubmitCoa,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SubmissionDto, SubmitCoaDto } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zCorrectionDto,
  zGetSubmissionHistoryResponse,
  zSubmissionDto,
  zSubmissionInContextDto,
  zSubmissionReceiptDto,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { HmacCorrectionTokenSigner } from '../../src/modules/coa-registry/hmac-correction-token-signer.js';
import { startServer, type TestServer, testConfig } from '../support/test-server.js';
import { aSubmission, asListed, PASSED, published, signInAsStaff, sql, stored, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  server = await startServer();
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
});
afterAll(() => server?.stop());

const MAJOR = { code: 'batch-mismatch', weight: 'major', text: 'The report says #C9031.' } as const;
const TOO_LONG = wrong(
  'testResults',
  'Results in a form of your own can be at most 20 kB. Send them as analytes, or link to the file',
);
const ADVISORY = { code: 'label-claim', weight: 'advisory' } as const;

const CLOSED = {
  type: '/problems/correction-link-closed',
  detail:
    'This link no longer works. Either the correction was already sent, or the link expired. Write to us if you need a new one.',
  errors: [],
};

/** A returned submission, and the token of its correction link. */
async function sentBack(differing: Partial<SubmitCoaDto> = {}): Promise<{ waiting: SubmissionDto; token: string }> {
  const { id, version } = await submitted(staff, visitor, differing);
  const body = { version, comments: [MAJOR, ADVISORY] };
  const { data } = await requestChanges({ client: staff, path: { id }, body, throwOnError: true });
  return { waiting: data, token: await tokenOf(id) };
}

async function tokenOf(id: string): Promise<string> {
  const { data } = await getCorrectionLink({ client: staff, path: { id }, throwOnError: true });
  const [, token = ''] = /^\/corrections\/([\w.-]+)$/.exec(data.path) ?? [];
  return token;
}

const read = (token: string) => getCorrection({ client: visitor, path: { token } });
const answer = (token: string, body: unknown) =>
  resubmitCoa({ client: visitor, path: { token }, body: body as SubmitCoaDto });

describe('a request for changes', () => {
  it('removes the submission from the waiting queue, and shows nothing in public', async () => {
    const { waiting } = await sentBack();
    expect(zSubmissionDto.parse(waiting)).toEqual(waiting);
    expect(waiting).toMatchObject({ submissionStatus: 'changes_requested', version: 2 });
    const inQueue = await listSubmissions({ client: staff, query: { limit: 200 }, throwOnError: true });
    expect(inQueue.data.map(({ id }) => id)).not.toContain(waiting.id);
    const query = { submissionStatus: 'changes_requested' } as const;
    expect((await listSubmissions({ client: staff, query })).data).toContainEqual({
      ...asListed(waiting),
      othersForBatch: 0,
      ownErrors: 0,
      pendingDecision: null,
    });
    const { batchId, reference } = waiting;
    expect((await getCoa({ client: visitor, path: { batchId } })).response?.status).toBe(404);
    expect((await getCertificate({ client: visitor, path: { reference } })).response?.status).toBe(404);
    const mail = await sql(server, `SELECT kind FROM mail_outbox WHERE payload = $1 ORDER BY id`, [
      { certificateId: waiting.id },
    ]);
    expect(mail).toEqual([{ kind: 'submission.received' }, { kind: 'submission.changes_requested' }]);
  });

  it('needs a major comment', async () => {
    const { id, version } = await submitted(staff, visitor);
    const body = { version, comments: [ADVISORY] };
    const problem = wrong('comments', 'Explain what needs to change');
    expectProblem(await requestChanges({ client: staff, path: { id }, body }), 400, problem);
  });

  it('is stored once when two are sent concurrently', async () => {
    const { id, version } = await submitted(staff, visitor);
    const body = { version, comments: [MAJOR] };
    const answers = await Promise.all([1, 2, 3].map(() => requestChanges({ client: staff, path: { id }, body })));
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
    expect((await getSubmission({ client: staff, path: { id } })).data?.comments).toHaveLength(1);
  });
});

describe('a resubmission', () => {
  const lead = { panel: 'heavyMetals', name: 'Lead', valueText: '0.9', value: 0.9, unit: 'µg/g', limit: 0.5 };
  const notes = 'Ring the back door bell.';

  it('is shown with every earlier revision, and with new and resolved findings', async () => {
    const { waiting, token } = await sentBack({ batchId: 'N/A', notes, labName: 'Nobody Knows Labs' });
    const path = { id: waiting.id };
    const read = async () => (await getSubmission({ client: staff, path, throwOnError: true })).data;
    expect((await read()).previous).toBeNull();
    expect((await read()).findings.every(({ isNew }) => !isNew)).toBe(true);

    const second = aSubmission({ batchId: 'SA-1', labName: 'Nobody Knows Labs', testResults: { analytes: [lead] } });
    await answer(token, second);
    const comments = [MAJOR];
    await addComments({ client: staff, path, body: { version: 3, comments: [ADVISORY] }, throwOnError: true });
    const once = await read();
    expect(zSubmissionInContextDto.parse(once)).toEqual(once);
    expect(once.previous).toMatchObject({ version: 2, batchId: 'N/A', notes, contactName: 'Robin Vale' });
    expect(once).toMatchObject({ version: 4, batchId: 'SA-1', notes: null });
    const codes = (isNew: boolean) => once.findings.flatMap((one) => (one.isNew === isNew ? [one.code] : []));
    expect(codes(true)).toEqual(['over-limit']);
    expect(codes(false)).toContain('lab-unknown');
    expect(once.resolvedFindings.map(({ code }) => code)).toEqual(['batch-placeholder']);

    await requestChanges({ client: staff, path, body: { version: 4, comments }, throwOnError: true });
    await answer(await tokenOf(waiting.id), { ...second, thcContent: 4.35 });
    const twice = await read();
    expect(twice.previous).toMatchObject({ version: 5, batchId: 'SA-1', thcContent: 4.82 });
    expect(twice.previous?.testResults.analytes).toHaveLength(1);
    expect(twice.thcContent).toBe(4.35);
    expect(twice.resolvedFindings).toEqual([]);
  });

  it('appears in the history, with names, reasons and comments', async () => {
    const { waiting, token } = await sentBack();
    await answer(token, aSubmission({ batchId: waiting.batchId }));
    const path = { id: waiting.id };
    await rejectSubmission({ client: staff, path, body: { version: 3, reason: 'Another batch.' }, throwOnError: true });
    const { data } = await getSubmissionHistory({ client: staff, path, throwOnError: true });
    expect(zGetSubmissionHistoryResponse.parse(data)).toEqual(data);
    expect(data.map(({ type, by, role }) => `${type} ${by} ${role}`)).toEqual([
      'received null submitter',
      'changes-requested robin staff',
      'resubmitted null submitter',
      'rejected robin staff',
    ]);
    expect(data[1]?.comments.map(({ text }) => text)).toEqual([MAJOR.text, null]);
    expect(data[3]?.reason).toBe('Another batch.');
  });

  it('has a history for staff only, and none for unknown submissions', async () => {
    const { id } = await submitted(staff, visitor);
    const signedOut = await getSubmissionHistory({ client: visitor, path: { id } });
    expectProblem(signedOut, 401, { type: '/problems/not-signed-in' });
    const editor = await signInAsStaff(server, 'edith', ['editor']);
    expectProblem(await getSubmissionHistory({ client: editor, path: { id } }), 403, {
      type: '/problems/not-permitted',
    });
    for (const unknown of ['0f8fad5b-d9cb-469f-a165-70867728950e', 'x']) {
      const answered = await getSubmissionHistory({ client: staff, path: { id: unknown } });
      expectProblem(answered, 404, { type: '/problems/coa-not-found' });
    }
  });
});

describe('the correction link', () => {
  it('shows the submission and the requested changes, and accepts a resubmission', async () => {
    const testResults = { analytes: [{ panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', loq: 0.005 }] };
    const { waiting, token } = await sentBack({ notes: 'Second run.', testResults });
    const { data: correction, response } = await getCorrection({
      client: visitor,
      path: { token },
      throwOnError: true,
    });
    expect(zCorrectionDto.parse(correction)).toEqual(correction);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(correction).toMatchObject({
      reference: waiting.reference,
      batchId: waiting.batchId,
      notes: 'Second run.',
      contactName: 'Robin Vale',
      contactEmail: 'robin@submitter.example',
      comments: [
        { ...MAJOR, sentence: "The batch on the lab report doesn't match the batch entered.", by: 'reviewer' },
        { ...ADVISORY, text: null, by: 'reviewer' },
      ],
      testResults: { analytes: [expect.objectContaining({ name: 'Lead', valueText: '<LOQ', value: null })] },
    });

    const { reference, comments, document: _document, provenance: _provenance, ...sent } = correction;
    const { data: receipt } = await answer(token, { ...sent, batchId: `${sent.batchId} (corrected)` });
    expect(zSubmissionReceiptDto.parse(receipt)).toEqual(receipt);
    expect(receipt?.reference).toBe(waiting.reference);
    const { data: again } = await getSubmission({ client: staff, path: { id: waiting.id }, throwOnError: true });
    expect(again).toMatchObject({
      submissionStatus: 'pending',
      version: 3,
      batchId: `${waiting.batchId} (corrected)`,
      notes: 'Second run.',
      createdAt: waiting.createdAt,
      dueDate: receipt?.dueDate,
      comments: waiting.comments,
    });
    expect(again.testResults.analytes).toEqual(waiting.testResults.analytes);
    const [entry] = await sql(server, `SELECT * FROM audit_log WHERE subject = $1 ORDER BY id DESC LIMIT 1`, [
      `certificate:${waiting.id}`,
    ]);
    expect(entry).toMatchObject({ action: 'submission.resubmitted', actorName: 'submitter' });
    expect(JSON.stringify(entry)).not.toContain('Robin Vale');
  });

  it('accepts as many lines as it shows, however many bytes they are', async () => {
    const line = { panel: 'other', name: 'ä'.repeat(200), valueText: 'ND' } as const;
    const { waiting, token } = await sentBack({ testResults: { analytes: Array(200).fill(line) } as never });
    const { data: correction } = await getCorrection({ client: visitor, path: { token }, throwOnError: true });
    const { reference: _, comments: _comments, document: _document, provenance: _provenance, ...sent } = correction;
    expect((await answer(token, sent)).response?.status).toBe(200);
    const { data: again } = await getSubmission({ client: staff, path: { id: waiting.id }, throwOnError: true });
    expect(again.testResults.analytes).toHaveLength(200);
    expect(again.submittedResults).toBeNull();
  });

  it('rejects raw results that are too long, but keeps older ones over the limit', async () => {
    const { waiting, token } = await sentBack();
    const path = { id: waiting.id };
    const old = 'x'.repeat(30_000);
    await sql(
      server,
      `UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{submitted}', to_jsonb($2::text)) WHERE "id" = $1`,
      [waiting.id, old],
    );
    const body = aSubmission({ batchId: waiting.batchId });
    expectProblem(await answer(token, { ...body, testResults: old as never }), 400, TOO_LONG);
    expect((await answer(token, body)).response?.status).toBe(200);
    const { data: again } = await getSubmission({ client: staff, path, throwOnError: true });
    expect(JSON.parse(again.submittedResults ?? '')).toBe(old);
  });

  it('leads to publication once the comments are resolved', async () => {
    const { waiting, token } = await sentBack();
    await answer(token, aSubmission({ batchId: waiting.batchId }));
    const path = { id: waiting.id };
    const blocked = await approveSubmission({ client: staff, path, body: { ...PASSED, version: 3 } });
    expectProblem(blocked, 409, { type: '/problems/blocked-by-comments' });
    const [{ id: commentId = '' } = {}] = waiting.comments;
    const settling = { url: `/api/staff/submissions/${waiting.id}/comments/${commentId}/settlement` };
    await staff.post({ ...settling, body: { version: 3 }, headers: { 'content-type': 'application/json' } });
    const approval = await approveSubmission({ client: staff, path, body: { ...PASSED, version: 4 } });
    expect(approval.data).toMatchObject({ submissionStatus: 'approved' });
    expect((await getCoa({ client: visitor, path: { batchId: waiting.batchId } })).data?.standing).toBe('approved');
  });

  it('works once', async () => {
    const { token } = await sentBack();
    expect((await answer(token, aSubmission())).response?.status).toBe(200);
    const before = await stored(server);
    expectProblem(await answer(token, aSubmission()), 404, CLOSED);
    expectProblem(await read(token), 404, CLOSED);
    expect(await stored(server)).toEqual(before);
  });

  it('works once in ten concurrent uses', async () => {
    const { waiting, token } = await sentBack();
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token, aSubmission())));
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
    expect((await getSubmission({ client: staff, path: { id: waiting.id } })).data?.version).toBe(3);
  });

  it('is closed by a decision', async () => {
    const { waiting, token } = await sentBack();
    const body = { version: waiting.version, reason: 'Too late.' };
    await rejectSubmission({ client: staff, path: { id: waiting.id }, body, throwOnError: true });
    expectProblem(await read(token), 404, CLOSED);
    expectProblem(await answer(token, aSubmission()), 404, CLOSED);
  });

  it('stays open when staff add a comment, because the link was already emailed', async () => {
    const { waiting, token } = await sentBack();
    const body = { version: waiting.version, comments: [ADVISORY] };
    await addComments({ client: staff, path: { id: waiting.id }, body, throwOnError: true });
    expect((await read(token)).data?.comments).toHaveLength(3);
    expect((await answer(token, aSubmission())).response?.status).toBe(200);
  });

  it('of the first round does not work in the second', async () => {
    const { waiting, token } = await sentBack();
    await answer(token, aSubmission());
    const body = { version: 3, comments: [MAJOR] };
    await requestChanges({ client: staff, path: { id: waiting.id }, body, throwOnError: true });
    expectProblem(await read(token), 404, CLOSED);
    expect((await read(await tokenOf(waiting.id))).response?.status).toBe(200);
  });

  it('expires', async () => {
    const { waiting } = await sentBack();
    const tokenSigner = new HmacCorrectionTokenSigner(testConfig(server.database.url).cookieSecret);
    const token = { certificateId: waiting.id, askedAt: new Date(waiting.reviewedAt ?? '') };
    expect((await read(tokenSigner.sign(token, new Date(Date.now() + 60_000)))).response?.status).toBe(200);
    expectProblem(await read(tokenSigner.sign(token, new Date(Date.now() - 1))), 404, CLOSED);
  });

  it.each([
    ['another certificate', (_: string, other: string) => other.split('.')[0]],
    ['a longer time', (own: string) => altered(own, ({ e, ...rest }) => ({ ...rest, e: Number(e) + 1 }))],
    ['another request', (own: string) => altered(own, ({ a, ...rest }) => ({ ...rest, a: Number(a) + 1 }))],
    ['nothing', () => ''],
    ['no JSON', () => 'bm90IGpzb24'],
  ])('is invalid with a modified %s', async (_what, payloadOf) => {
    const [{ token }, { token: other }] = [await sentBack(), await sentBack()];
    const [, signature] = token.split('.');
    const forged = `${payloadOf(token, other)}.${signature}`;
    expectProblem(await read(forged), 404, CLOSED);
    expectProblem(await answer(forged, aSubmission()), 404, CLOSED);
  });

  it.each(['x', '..x', 'a.b.c', '%', '🌊', "' OR 1=1 --", 'eyJjIjoiMGY4ZmFkNWIifQ.c2ln'])(
    'made up as %j is invalid',
    async (token) => {
      expectProblem(await read(token), 404, CLOSED);
      expectProblem(await answer(token, aSubmission()), 404, CLOSED);
    },
  );

  it('is shown only while changes are requested', async () => {
    const { id } = await submitted(staff, visitor);
    const unasked = { type: '/problems/not-awaiting-changes', errors: [] };
    expectProblem(await getCorrectionLink({ client: staff, path: { id } }), 409, unasked);
    const { id: other } = await published(staff, visitor);
    expectProblem(await getCorrectionLink({ client: staff, path: { id: other } }), 409, unasked);
    expectProblem(await getCorrectionLink({ client: visitor, path: { id } }), 401, { type: '/problems/not-signed-in' });
  });

  it('stays open after a rejected resubmission', async () => {
    const { waiting, token } = await sentBack();
    const { batchId: taken } = await published(staff, visitor);
    const before = await stored(server);
    expectProblem(await answer(token, {}), 400, { type: '/problems/invalid-input' });
    const tooMuch = wrong('thcContent', 'THC content must be a number from 0 to 1000 mg');
    expectProblem(await answer(token, aSubmission({ thcContent: 1001 })), 400, tooMuch);
    const unknown = wrong('submissionStatus', 'Unknown field "submissionStatus"');
    expectProblem(await answer(token, { ...aSubmission(), submissionStatus: 'approved' }), 400, unknown);
    expectProblem(await answer(token, aSubmission({ batchId: taken })), 409, { type: '/problems/duplicate-batch' });
    expect(await stored(server)).toEqual(before);
    expect((await answer(token, aSubmission({ batchId: waiting.batchId }))).response?.status).toBe(200);
  });
});

/** The same token with a modified payload, as an attacker without the key would forge it. @returns the payload part */
function altered(token: string, alter: (content: Record<string, unknown>) => unknown): string {
  const [payload = ''] = token.split('.');
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return Buffer.from(JSON.stringify(alter(content))).toString('base64url');
}
