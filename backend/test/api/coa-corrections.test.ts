import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  addComments,
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
import { serverOfThisFile } from '../support/test-server.js';
import { aSubmission, asListed, signInAsStaff, sql, submitted } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
let visitor: Client;
let staff: Client;
beforeAll(async () => {
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
});

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
      labIncidents: [],
      notices: [],
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
    expectProblem(await read(token), 404, CLOSED);
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

  it('works once in ten concurrent uses', async () => {
    const { waiting, token } = await sentBack();
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token, aSubmission())));
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
    expect((await getSubmission({ client: staff, path: { id: waiting.id } })).data?.version).toBe(3);
  });

  it.each(['x', '%', '🌊', 'eyJjIjoiMGY4ZmFkNWIifQ.c2ln'])('made up as %j is invalid', async (token) => {
    expectProblem(await read(token), 404, CLOSED);
    expectProblem(await answer(token, aSubmission()), 404, CLOSED);
  });
});
