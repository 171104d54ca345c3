import { setImmediate } from 'node:timers/promises';
import { client } from '../../../../api/generated/client.gen';
import type { DecisionOutcomeDto, PendingDecisionDto } from '../../../../api/generated/types.gen';
import { type Draft, drafts } from './decision';
import { type Decision, PendingDecisions } from './pending-decisions';

const DRAFT = { kind: 'reject', reason: 'A copy.' } as Draft;

const anOutcome = (submissionId: string, differing: Partial<DecisionOutcomeDto> = {}): DecisionOutcomeDto => ({
  submissionId,
  reference: `CB-${submissionId}`,
  productName: `Product ${submissionId}`,
  kind: 'reject',
  state: 'waiting',
  problem: null,
  ...differing,
});
const stored = (id: string, ...outcomes: DecisionOutcomeDto[]): PendingDecisionDto => ({
  id,
  takesEffectAt: '2026-11-26T15:00:06.000Z',
  secondsToUndo: 6,
  outcomes,
});
const aDecision = (...ids: string[]): Decision => ({
  address: `/admin/submissions/${ids[0]}`,
  submissions: ids.map((id) => ({
    name: `Product ${id}`,
    draft: DRAFT,
    seen: { id, version: 1, documentSha256: null, hasEvidence: false, hasNotice: false, readFields: [] },
  })),
});

/** Stands for the server: what it has, the changes it was asked for, and what it answers to the next ones. */
let onServer: PendingDecisionDto[];
let asked: string[];
let answers: (Response | Promise<Response>)[];
const answer = (body: object) => Response.json(body);
const refusal = (error: string) => Response.json({ error }, { status: 409 });

async function server({ method, url }: Request): Promise<Response> {
  if (method === 'GET') return (await nextReading) ?? answer(onServer);
  asked.push(`${method} ${new URL(url).pathname.replace('/api/staff/pending-decisions', '')}`);
  return answers.shift() ?? new Response(null, { status: 204 });
}

/** Held back, when a test sets it. */
let nextReading: Promise<Response> | undefined;

let decisions: PendingDecisions;
const shown = () => decisions.getSnapshot().map(({ summary, state }) => `${summary}, ${state}`);
const row = (id: string, reviewer?: string) => ({
  id,
  pendingDecision: reviewer ? { kind: 'reject' as const, reviewer, takesEffectAt: '2026-11-26T15:00:06.000Z' } : null,
});

beforeEach(async () => {
  drafts.clear();
  [onServer, asked, answers, nextReading] = [[], [], [], undefined];
  client.setConfig({ baseUrl: 'http://localhost', fetch: server as typeof fetch });
  decisions = new PendingDecisions();
  await decisions.open({ id: '1', name: 'robin' });
});
afterEach(() => client.setConfig({ baseUrl: '', fetch: globalThis.fetch }));

/** The server takes the next decision, with what becomes of it. */
function takes(decision: PendingDecisionDto): void {
  answers.push(answer(decision));
  onServer = [decision];
}

it('shows what waits on the server, also what another tab decided', async () => {
  takes(stored('x', anOutcome('a')));
  expect(await decisions.decide(aDecision('a'))).toBe(true);
  expect(shown()).toEqual(['Reject: Product a, waiting']);
  expect(decisions.isBeingDecided(row('a'))).toBe(true);
  onServer = [...onServer, stored('y', anOutcome('b'), anOutcome('c'))];
  expect(await decisions.refresh()).toBe(false);
  expect(shown()).toEqual(['Reject: Product a, waiting', 'Reject 2 submissions, waiting']);
});

it('says when one that waited is over, and forgets what was written', async () => {
  takes(stored('x', anOutcome('a')));
  drafts.set('a', DRAFT);
  await decisions.decide(aDecision('a'));
  onServer = [stored('x', anOutcome('a', { state: 'done' }))];
  expect(await decisions.refresh()).toBe(true);
  expect(shown()).toEqual(['Reject: Product a, done']);
  expect(drafts.has('a')).toBe(false);
  onServer = [];
  expect(await decisions.refresh()).toBe(false);
  expect(shown()).toEqual([]);
});

it('keeps what was written for those that failed, of several with its name', async () => {
  takes(stored('x', anOutcome('a'), anOutcome('b', { state: 'failed', problem: 'Someone else changed this.' })));
  await decisions.decide(aDecision('a', 'b'));
  expect(decisions.getSnapshot()[0]?.outcomes).toEqual([
    { submissionId: 'a', name: 'Product a, CB-a', problem: null },
    { submissionId: 'b', name: 'Product b, CB-b', problem: 'Someone else changed this.' },
  ]);
  expect([...drafts.keys()]).toEqual(['b']);
  expect(['a', 'b'].map((id) => decisions.isBeingDecided(row(id)))).toEqual([true, false]);
});

it('shows why the server did not take a decision, until it is dismissed or decided anew', async () => {
  answers.push(refusal('Someone else changed this.'));
  expect(await decisions.decide(aDecision('a'))).toBe(false);
  await decisions.refresh();
  expect(shown()).toEqual(['Reject: Product a, failed']);
  expect(decisions.of('a')?.outcomes[0]?.problem).toBe('Someone else changed this.');
  expect(drafts.get('a')).toBe(DRAFT);
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  expect(shown()).toEqual(['Reject: Product a, waiting']);
  expect(asked).toEqual(['POST ', 'POST ']);
});

it('of one that the server took although its answer got lost, shows that it waits', async () => {
  answers.push(Promise.reject(new TypeError('Failed to fetch')));
  onServer = [stored('x', anOutcome('a'))];
  await decisions.decide(aDecision('a'));
  await decisions.refresh();
  expect(shown()).toEqual(['Reject: Product a, waiting']);
});

it('undoes on the server, and then removes it and restores what was before', async () => {
  takes(stored('x', anOutcome('a')));
  const onUndo = jest.fn();
  await decisions.decide({ ...aDecision('a'), onUndo });
  await decisions.undo('x');
  expect(asked).toEqual(['POST ', 'DELETE /x']);
  expect(decisions.remove('x')).toBe('/admin/submissions/a');
  expect(onUndo).toHaveBeenCalledTimes(1);
  expect(shown()).toEqual([]);
});

it('is not misled by an answer from before it was undone', async () => {
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  const { promise, resolve } = Promise.withResolvers<Response>();
  nextReading = promise;
  const refreshed = decisions.refresh();
  await decisions.undo('x');
  decisions.remove('x');
  resolve(answer(onServer));
  await refreshed;
  expect(shown()).toEqual([]);
});

it('leaves one that can no longer be undone', async () => {
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  answers.push(refusal("It's too late to undo this decision."));
  await expect(decisions.undo('x')).rejects.toThrow('too late');
  expect(shown()).toEqual(['Reject: Product a, waiting']);
});

it('asks for more time for what waits', async () => {
  onServer = [stored('x', anOutcome('a')), stored('y', anOutcome('b', { state: 'failed', problem: 'No.' }))];
  await decisions.refresh();
  answers.push(answer({ ...stored('x', anOutcome('a')), secondsToUndo: 9 }));
  await decisions.keepOpen();
  expect(asked).toEqual(['POST /x/extension']);
  expect(decisions.of('a')?.secondsLeft).toBe(9);
});

it('dismisses a failure on the server, and by itself once it is decided anew', async () => {
  onServer = ['x', 'y'].map((id) => stored(id, anOutcome(`of-${id}`, { state: 'failed', problem: 'No.' })));
  await decisions.refresh();
  await decisions.dismiss('x');
  takes(stored('z', anOutcome('of-y')));
  await decisions.decide(aDecision('of-y'));
  while (asked.length < 3) await setImmediate();
  expect(asked).toEqual(['POST /x/dismissal', 'POST ', 'POST /y/dismissal']);
  expect(shown()).toEqual(['Reject: Product of-y, waiting']);
});

it("knows another reviewer's decision from its own", () => {
  expect(decisions.isBeingDecided(row('a', 'kim'))).toBe(true);
  expect(decisions.isByAnother(row('a', 'kim').pendingDecision)).toBe(true);
  // An undone one: the row was loaded while it waited.
  expect(decisions.isBeingDecided(row('a', 'robin'))).toBe(false);
  expect(new PendingDecisions().isBeingDecided(row('a', 'robin'))).toBe(true);
});

it('shows nothing of the person who was signed in before', async () => {
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  onServer = [];
  await decisions.open({ id: '2', name: 'kim' });
  expect(shown()).toEqual([]);
});

it('tells whoever listens, until they no longer do', async () => {
  const told = jest.fn();
  const stop = decisions.subscribe(told);
  await decisions.refresh();
  stop();
  await decisions.refresh();
  expect(told).toHaveBeenCalledTimes(1);
});
