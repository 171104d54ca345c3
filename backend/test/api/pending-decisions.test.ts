import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  addComments,
  changeRoles,
  disableAccount,
  dismissDecision,
  enableAccount,
  erasePersonalData,
  extendDecision,
  getSubmission,
  holdDecisions,
  listAccounts,
  listPendingDecisions,
  listSubmissions,
  rejectSubmission,
  resetAccount,
  signIn,
  undoDecision,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type {
  CommentDraftDto,
  SubmissionDecisionDto,
  SubmissionDto,
} from '../../../frontend/src/api/generated/types.gen.js';
import { zPendingDecisionDto, zSubmissionInContextDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { PendingDecisions } from '../../src/domain/coa-registry/review/pending-decisions.js';
import { PASSWORD, startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { PASSED, published, signInAsStaff, sql, stored, submitted, UNKNOWN_ID } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
let visitor: Client;
let robin: Client;
let kim: Client;
beforeAll(async () => {
  // Nothing is due before a test says so.
  server = await startServer({ UNDO_SECONDS: '600' });
  visitor = server.client();
  robin = await signInAsStaff(server, 'robin');
  kim = await signInAsStaff(server, 'kim', ['reviewer']);
});
afterAll(() => server?.stop());

type Waiting = Pick<SubmissionDto, 'id' | 'version'>;

const waiting = (differing: object = {}) => submitted(robin, visitor, differing);
const rejection = ({ id, version }: Waiting, reason = 'It is for another batch.'): SubmissionDecisionDto => ({
  submissionId: id,
  rejection: { version, reason },
});
const approval = ({ id, version }: Waiting, differing: object = {}): SubmissionDecisionDto => ({
  submissionId: id,
  approval: { ...PASSED, version, ...differing },
});
const changeRequest = (
  { id, version }: Waiting,
  comment: CommentDraftDto = { code: 'batch-mismatch', weight: 'major' },
): SubmissionDecisionDto => ({ submissionId: id, changeRequest: { version, comments: [comment] } });
const hold = (client: Client, ...decisions: SubmissionDecisionDto[]) => holdDecisions({ client, body: { decisions } });
const held = async (client: Client, ...decisions: SubmissionDecisionDto[]) =>
  (await holdDecisions({ client, body: { decisions }, throwOnError: true })).data;
const mine = async (client: Client) => (await listPendingDecisions({ client, throwOnError: true })).data;
const outcomesOf = async (client: Client, id: string) => (await mine(client)).find((one) => one.id === id)?.outcomes;
const found = async ({ id }: Pick<Waiting, 'id'>) =>
  (await getSubmission({ client: robin, path: { id }, throwOnError: true })).data;

/** Lets the time to undo pass, on the server. */
const passUndoTime = (id: string) =>
  sql(server, `UPDATE pending_decisions SET "takesEffectAt" = now() WHERE "decisionId" = $1`, [id]);

/** The same, and waits until a worker has carried it out, or dropped it. */
async function ended(client: Client, id: string) {
  await passUndoTime(id);
  await until(
    'it ended',
    async () => (await outcomesOf(client, id))?.every(({ state }) => state !== 'waiting') ?? true,
  );
  return outcomesOf(client, id);
}

const logOf = async ({ id }: Pick<Waiting, 'id'>) =>
  (
    await sql<{ who: string }>(
      server,
      `SELECT "actorName" || ': ' || "action" AS who FROM audit_log WHERE "subject" = $1 ORDER BY "id"`,
      [`certificate:${id}`],
    )
  ).map(({ who }) => who);

const mailAbout = async ({ id }: Pick<Waiting, 'id'>) =>
  (
    await sql<{ kind: string }>(
      server,
      `SELECT "kind" FROM mail_outbox WHERE "payload"->>'certificateId' = $1 AND "kind" <> 'submission.received' ORDER BY 1`,
      [id],
    )
  ).map(({ kind }) => kind);

const EXACTLY_ONE = 'Send exactly one of approval, rejection, changeRequest';
const LATE = { type: '/problems/too-late-to-undo' };
const GONE = { type: '/problems/decision-not-found' };

describe('a decision that waits', () => {
  it('changes nothing and tells nobody but staff; everyone who opens the submission sees it', async () => {
    const submission = await waiting();
    const before = await stored(server);
    const { data: decision, response } = await hold(robin, approval(submission));
    expect(response?.status).toBe(201);
    expect(zPendingDecisionDto.parse(decision)).toEqual(decision);
    expect(decision?.secondsToUndo).toBeGreaterThan(500);
    const { id: submissionId, reference, productName } = submission;
    const outcome = { submissionId, reference, productName, kind: 'approve', state: 'waiting', problem: null };
    expect(decision?.outcomes).toEqual([outcome]);
    const { pending_decisions: _, ...after } = await stored(server);
    expect(before).toMatchObject(after);

    const pendingDecision = { kind: 'approve', reviewer: 'robin', takesEffectAt: decision?.takesEffectAt };
    const { data: context } = await getSubmission({ client: kim, path: { id: submissionId }, throwOnError: true });
    expect(zSubmissionInContextDto.parse(context)).toEqual(context);
    expect(context).toMatchObject({ submissionStatus: 'pending', pendingDecision });
    const { data: rows } = await listSubmissions({ client: kim, query: { search: reference }, throwOnError: true });
    expect(rows).toMatchObject([{ pendingDecision }]);
    expect((await mine(robin)).map(({ id }) => id)).toContain(decision?.id);
    expect(await mine(kim)).toEqual([]);
  });

  it.each<[string, (one: Waiting) => SubmissionDecisionDto, string, string, string]>([
    ['approve', approval, 'approved', 'published', 'approved'],
    ['request-changes', changeRequest, 'changes-requested', 'changes_requested', 'changes_requested'],
    ['reject', rejection, 'rejected', 'rejected', 'rejected'],
  ])('takes effect once when its time is over: %s', async (kind, decide, action, mail, submissionStatus) => {
    const submission = await waiting();
    const { id } = await held(kim, decide(submission));
    expect(await ended(kim, id)).toMatchObject([{ kind, state: 'done', problem: null }]);
    const version = submission.version + 1;
    expect(await found(submission)).toMatchObject({ submissionStatus, version, pendingDecision: null });
    expect(await logOf(submission)).toEqual([`kim: submission.${action}`]);
    expect(await mailAbout(submission)).toEqual([`submission.${mail}`]);
    expectProblem(await undoDecision({ client: kim, path: { id } }), 409, LATE);
    expectProblem(await extendDecision({ client: kim, path: { id } }), 409, LATE);
    const kept = `SELECT "decision" FROM pending_decisions WHERE "decisionId" = $1`;
    expect(await sql(server, kept, [id])).toEqual([{ decision: null }]);
  });

  it('can be undone by the person who decided, and then be decided anew', async () => {
    const submission = await waiting();
    const { id } = await held(robin, rejection(submission));
    expectProblem(await undoDecision({ client: kim, path: { id } }), 404, GONE);
    expectProblem(await extendDecision({ client: kim, path: { id } }), 404, GONE);
    expectProblem(await dismissDecision({ client: robin, path: { id } }), 404, GONE);
    expect((await undoDecision({ client: robin, path: { id } })).response?.status).toBe(204);
    expectProblem(await undoDecision({ client: robin, path: { id } }), 404, GONE);
    expect(await outcomesOf(robin, id)).toBeUndefined();
    expect(await found(submission)).toMatchObject({ submissionStatus: 'pending', version: 1, pendingDecision: null });
    expect(await logOf(submission)).toEqual([]);
    const again = await held(kim, rejection(submission));
    expect(await ended(kim, again.id)).toMatchObject([{ state: 'done' }]);
  });

  it('is kept open while its reviewer looks at it, for ten minutes', async () => {
    const { id } = await held(robin, rejection(await waiting()));
    const setBack = (times: string) =>
      sql(server, `UPDATE pending_decisions SET ${times} WHERE "decisionId" = $1`, [id]);
    await setBack(`"takesEffectAt" = now() + interval '60 seconds'`);
    const { data: extended } = await extendDecision({ client: robin, path: { id }, throwOnError: true });
    expect(extended.secondsToUndo).toBeGreaterThan(500);
    await setBack(`"takesEffectAt" = now() + interval '60 seconds', "createdAt" = now() - interval '10 minutes'`);
    const { data: same } = await extendDecision({ client: robin, path: { id }, throwOnError: true });
    expect(same.secondsToUndo).toBeLessThanOrEqual(61);
    await undoDecision({ client: robin, path: { id }, throwOnError: true });
  });
});

describe('a decision that is not possible is refused at once, and nothing is stored', () => {
  const STALE = { type: '/problems/changed-meanwhile' };
  const invalid = (field: string) => ({ type: '/problems/invalid-input', errors: [{ field }] });

  it.each<[string, (one: Waiting) => object, number, object]>([
    ['an old version', (one) => rejection({ ...one, version: 2 }), 412, STALE],
    [
      'a document that it does not have',
      (one) => approval(one, { documentSha256: 'a'.repeat(64) }),
      412,
      { ...STALE, detail: 'The PDF was removed since you opened this. Look again, then decide.' },
    ],
    [
      'a missing reason for having no PDF',
      (one) => approval(one, { documentAbsence: undefined }),
      400,
      invalid('decisions.0.approval.documentAbsence'),
    ],
    [
      'a panel that contradicts the status',
      (one) => approval(one, { panels: { ...PASSED.panels, pesticides: 'failed' } }),
      400,
      { type: '/problems/invalid-input' },
    ],
    ['a missing result', (one) => approval(one, { status: undefined }), 400, invalid('decisions.0.approval.status')],
    [
      'no major comment',
      (one) => changeRequest(one, { code: 'label-claim', weight: 'advisory' }),
      400,
      invalid('decisions.0.changeRequest.comments'),
    ],
    ['no decision', ({ id }) => ({ submissionId: id }), 400, wrong('decisions.0', EXACTLY_ONE)],
    ['two', (one) => ({ ...approval(one), ...rejection(one) }), 400, wrong('decisions.0', EXACTLY_ONE)],
    ['an unknown submission', (one) => rejection({ ...one, id: UNKNOWN_ID }), 404, { type: '/problems/coa-not-found' }],
  ])('%s', async (_what, decision, status, problem) => {
    const submission = await waiting();
    const before = await stored(server);
    const { error, response } = await hold(robin, decision(submission) as SubmissionDecisionDto);
    expect({ status: response?.status, error }).toMatchObject({ status, error: problem });
    expect(await stored(server)).toEqual(before);
  });

  it('an open comment, errors without a reason, a decided submission, the same one twice, and too many', async () => {
    const commented = await waiting();
    const comments = [{ code: 'batch-mismatch' as const, weight: 'major' as const }];
    const body = { version: 1, comments };
    await addComments({ client: robin, path: { id: commented.id }, body, throwOnError: true });
    const open = await hold(robin, approval({ ...commented, version: 2 }));
    expectProblem(open, 409, { type: '/problems/blocked-by-comments' });
    const failing = await waiting({ testDate: '2026-11-30' });
    const { error } = await hold(robin, approval(failing));
    expect(error).toMatchObject({ errors: [{ field: 'decisions.0.approval.overrideReason' }] });
    const decided = await published(robin, visitor);
    expectProblem(await hold(robin, rejection(decided)), 409, { type: '/problems/already-decided' });
    const submission = await waiting();
    const twice = await hold(robin, rejection(submission), approval(submission));
    expectProblem(twice, 400, wrong('decisions.1.submissionId', 'Decide each submission once'));
    const many = await hold(robin, ...Array.from({ length: 101 }, () => rejection(submission)));
    expectProblem(many, 400, { type: '/problems/invalid-input' });
    expect((await found(submission)).pendingDecision).toBeNull();
  });
});

describe('several submissions decided in one go', () => {
  it('wait for those that can be decided, and name the others with the reason until they are dismissed', async () => {
    const [one, other, pending] = [await waiting(), await waiting(), await waiting()];
    await held(kim, rejection(pending));
    const stale = rejection({ ...other, version: 2 });
    const decision = await held(robin, rejection(one), stale, rejection(pending));
    const stateOf = (outcomes = decision.outcomes) =>
      new Map(outcomes.map(({ submissionId, state, problem }) => [submissionId, problem ?? state]));
    expect(stateOf().get(one.id)).toBe('waiting');
    expect(stateOf().get(other.id)).toMatch(/^Someone else changed this/);
    expect(stateOf().get(pending.id)).toMatch(/^kim has just decided on this submission. Wait a few seconds/);
    const outcomes = await ended(robin, decision.id);
    expect(stateOf(outcomes).get(one.id)).toBe('done');
    expect(outcomes).toHaveLength(3);
    expect(await logOf(other)).toEqual([]);
    expectProblem(await dismissDecision({ client: kim, path: { id: decision.id } }), 404, GONE);
    await dismissDecision({ client: robin, path: { id: decision.id }, throwOnError: true });
    expect(await outcomesOf(robin, decision.id)).toBeUndefined();
  });

  it('are undone together', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const { id } = await held(robin, rejection(one), rejection({ ...other, version: 2 }));
    await undoDecision({ client: robin, path: { id }, throwOnError: true });
    expect(await outcomesOf(robin, id)).toBeUndefined();
    expect((await found(one)).pendingDecision).toBeNull();
  });
});

describe('two at once', () => {
  it('of two reviewers, one decides and the other is told who', async () => {
    for (let round = 0; round < 5; round += 1) {
      const submission = await waiting();
      const answers = await Promise.all([hold(robin, rejection(submission)), hold(kim, approval(submission))]);
      expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([201, 409]);
      const refused = answers.find(({ error }) => error);
      expect(refused?.error).toMatchObject({ type: '/problems/decision-pending' });
      expect(refused?.error?.detail).toMatch(/^(robin|kim) has just decided on this submission/);
    }
  });

  it('of two who decide about the same submissions, each is decided once and nothing hangs', async () => {
    const both = [await waiting(), await waiting(), await waiting()];
    const decisions = both.map((one) => rejection(one));
    const answers = await Promise.all([held(robin, ...decisions), held(kim, ...decisions.toReversed())]);
    const states = answers.flatMap(({ outcomes }) => outcomes.map(({ state }) => state));
    expect(states.toSorted()).toEqual(['failed', 'failed', 'failed', 'waiting', 'waiting', 'waiting']);
  });

  it('of undoing and carrying out, exactly one happens', async () => {
    const pending = server.app.get(PendingDecisions);
    for (let round = 0; round < 10; round += 1) {
      const submission = await waiting();
      const { id } = await held(robin, rejection(submission));
      const [{ response }] = await Promise.all([
        undoDecision({ client: robin, path: { id } }),
        ...(await partsOf(id)).map((part) => pending.carryOut(part)),
      ]);
      const isUndone = response?.status === 204;
      expect([204, 409]).toContain(response?.status);
      expect((await found(submission)).submissionStatus).toBe(isUndone ? 'pending' : 'rejected');
      expect(await logOf(submission)).toEqual(isUndone ? [] : ['robin: submission.rejected']);
    }
  });

  it('several processes that carry it out do so once', async () => {
    const pending = server.app.get(PendingDecisions);
    const submission = await waiting();
    const { id } = await held(robin, approval(submission));
    const [part = ''] = await partsOf(id);
    await Promise.all(Array.from({ length: 6 }, () => pending.carryOut(part)));
    expect(await logOf(submission)).toEqual(['robin: submission.approved']);
    expect(await mailAbout(submission)).toEqual(['submission.published']);
  });

  const partsOf = async (decisionId: string) =>
    (await sql<{ id: string }>(server, `SELECT "id" FROM pending_decisions WHERE "decisionId" = $1`, [decisionId])).map(
      ({ id }) => id,
    );
});

describe('what happens meanwhile counts', () => {
  it('a colleague who decides through the API: the reviewer is told, also after a while', async () => {
    const submission = await waiting();
    const { id } = await held(robin, approval(submission));
    const { id: submissionId, version } = submission;
    const body = { version, reason: 'A copy.' };
    await rejectSubmission({ client: kim, path: { id: submissionId }, body, throwOnError: true });
    const problem = 'This submission has already been decided. Reload it to see the decision.';
    expect(await ended(robin, id)).toMatchObject([{ state: 'failed', problem }]);
    await sql(server, `UPDATE pending_decisions SET "endedAt" = now() - interval '2 days' WHERE "decisionId" = $1`, [
      id,
    ]);
    expect(await outcomesOf(robin, id)).toMatchObject([{ state: 'failed', problem }]);
    expect(await logOf(submission)).toEqual(['kim: submission.rejected']);
  });

  it('a submitter whose data was erased is not decided about from what was there before', async () => {
    const email = 'erased.meanwhile@submitter.example';
    const submission = await waiting({ contactEmail: email });
    const { id } = await held(robin, approval(submission));
    const erasure = { email, confirmation: email, reason: 'They asked.' };
    await erasePersonalData({ client: robin, body: erasure, throwOnError: true });
    expect(await ended(robin, id)).toMatchObject([{ state: 'failed', problem: expect.stringContaining('Reload it') }]);
    expect(await mailAbout(submission)).toEqual([]);
  });

  const accountOf = async (username: string) => {
    const { data } = await listAccounts({ client: robin, throwOnError: true });
    const { id, version } = data.find((account) => account.username === username) ?? { id: '', version: 0 };
    return { client: robin, path: { id }, body: { version }, throwOnError: true } as const;
  };

  type Acting = Awaited<ReturnType<typeof accountOf>>;
  it.each<[string, string, (account: Acting) => Promise<unknown>, string]>([
    ['is disabled', 'disabled', (account) => disableAccount(account), 'This account is disabled'],
    [
      'is no reviewer any more',
      'moved',
      ({ body, ...account }) => changeRoles({ ...account, body: { ...body, roles: ['editor'] } }),
      'Only a reviewer can do this',
    ],
    ['lost the second factor and was reset', 'reset', (account) => resetAccount(account), 'Choose your own password'],
  ])('the decision of an account that %s is not carried out', async (_what, username, change, problem) => {
    const leaver = await signInAsStaff(server, username, ['reviewer']);
    const submission = await waiting();
    const { id } = await held(leaver, approval(submission));
    await change(await accountOf(username));
    await passUndoTime(id);
    const state = async () => {
      const query = `SELECT "state" || ': ' || coalesce("problem", '') AS said FROM pending_decisions WHERE "decisionId" = $1`;
      return (await sql<{ said: string }>(server, query, [id]))[0]?.said ?? '';
    };
    await until('it ended', async () => !(await state()).startsWith('waiting'));
    expect(await state()).toContain(`failed: ${problem}`);
    expect(await found(submission)).toMatchObject({ submissionStatus: 'pending', version: 1 });
  });

  it('one whose account was disabled and is enabled again finds out why', async () => {
    const back = await signInAsStaff(server, 'back', ['reviewer']);
    const { id } = await held(back, rejection(await waiting()));
    await disableAccount(await accountOf('back'));
    await passUndoTime(id);
    const isOver = `SELECT 1 FROM pending_decisions WHERE "decisionId" = $1 AND "state" = 'failed'`;
    await until('it failed', async () => (await sql(server, isOver, [id])).length === 1);
    await enableAccount(await accountOf('back'));
    await signIn({ client: back, body: { username: 'back', password: PASSWORD }, throwOnError: true });
    expect(await outcomesOf(back, id)).toMatchObject([{ state: 'failed' }]);
  });
});

it('a server that starts later carries out what an earlier one took', async () => {
  const submission = await waiting();
  const first = await startServer({ DATABASE_URL: server.database.url, UNDO_SECONDS: '600' });
  const client = first.client();
  await signIn({ client, body: { username: 'kim', password: PASSWORD }, throwOnError: true });
  const { id } = await held(client, rejection(submission));
  await first.stop();
  expect(await ended(kim, id)).toMatchObject([{ state: 'done' }]);
  expect(await logOf(submission)).toEqual(['kim: submission.rejected']);
});
