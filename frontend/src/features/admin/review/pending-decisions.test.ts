import {
  dismissDecision,
  extendDecision,
  holdDecisions,
  listPendingDecisions,
  undoDecision,
} from '../../../api/generated/sdk-staff.gen';
import type { DecisionOutcomeDto, PendingDecisionDto } from '../../../api/generated/types.gen';
import { type Draft, drafts } from './decision';
import { type Decision, PendingDecisions } from './pending-decisions';

vi.mock('../../../api/generated/sdk-staff.gen', () => ({
  dismissDecision: vi.fn(async () => ({})),
  extendDecision: vi.fn(),
  holdDecisions: vi.fn(),
  listPendingDecisions: vi.fn(),
  undoDecision: vi.fn(async () => ({})),
}));

const DRAFT = { kind: 'reject', reason: 'A copy.' } as Draft;

const anOutcome = (submissionId: string, differing: Partial<DecisionOutcomeDto> = {}): DecisionOutcomeDto => ({
  ...{ submissionId, reference: `CB-${submissionId}`, productName: `Product ${submissionId}`, kind: 'reject' },
  ...{ state: 'waiting', problem: null, ...differing },
});
const stored = (id: string, ...outcomes: DecisionOutcomeDto[]): PendingDecisionDto => ({
  ...{ id, takesEffectAt: '2026-11-26T15:00:06.000Z', secondsToUndo: 6, outcomes },
});
const aDecision = (...ids: string[]): Decision => ({
  address: `/admin/submissions/${ids[0]}`,
  submissions: ids.map((id) => ({
    name: `Product ${id}`,
    draft: DRAFT,
    seen: { id, version: 1, documentSha256: null, hasEvidence: false, readFields: [] },
  })),
});

/** What the server has. */
let onServer: PendingDecisionDto[];
let decisions: PendingDecisions;
const shown = () => decisions.getSnapshot().map(({ summary, state }) => `${summary}, ${state}`);
const row = (id: string, reviewer?: string) => ({
  id,
  pendingDecision: reviewer ? { kind: 'reject' as const, reviewer, takesEffectAt: '2026-11-26T15:00:06.000Z' } : null,
});

beforeEach(async () => {
  vi.clearAllMocks();
  drafts.clear();
  onServer = [];
  vi.mocked(listPendingDecisions).mockImplementation((async () => ({ data: onServer })) as never);
  decisions = new PendingDecisions();
  await decisions.open({ id: '1', name: 'robin' });
});

/** The server takes the next decision, with what becomes of it. */
function takes(decision: PendingDecisionDto): void {
  vi.mocked(holdDecisions).mockResolvedValueOnce({ data: decision } as never);
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
  vi.mocked(holdDecisions).mockRejectedValueOnce(new Error("We can't reach the site."));
  expect(await decisions.decide(aDecision('a'))).toBe(false);
  await decisions.refresh();
  expect(shown()).toEqual(['Reject: Product a, failed']);
  expect(decisions.of('a')?.outcomes[0]?.problem).toBe("We can't reach the site.");
  expect(drafts.get('a')).toBe(DRAFT);
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  expect(shown()).toEqual(['Reject: Product a, waiting']);
  expect(dismissDecision).not.toHaveBeenCalled();
});

it('of one that the server took although its answer got lost, shows that it waits', async () => {
  vi.mocked(holdDecisions).mockRejectedValueOnce(new Error("We can't reach the site."));
  onServer = [stored('x', anOutcome('a'))];
  await decisions.decide(aDecision('a'));
  await decisions.refresh();
  expect(shown()).toEqual(['Reject: Product a, waiting']);
});

it('undoes on the server, and then removes it and restores what was before', async () => {
  takes(stored('x', anOutcome('a')));
  const onUndo = vi.fn();
  await decisions.decide({ ...aDecision('a'), onUndo });
  await decisions.undo('x');
  expect(undoDecision).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: { id: 'x' } }));
  expect(decisions.remove('x')).toBe('/admin/submissions/a');
  expect(onUndo).toHaveBeenCalledOnce();
  expect(shown()).toEqual([]);
});

it('is not misled by an answer from before it was undone', async () => {
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  let answer = (_: unknown) => {};
  vi.mocked(listPendingDecisions).mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }) as never,
  );
  const refreshed = decisions.refresh();
  await decisions.undo('x');
  decisions.remove('x');
  answer({ data: onServer });
  await refreshed;
  expect(shown()).toEqual([]);
});

it('leaves one that can no longer be undone', async () => {
  takes(stored('x', anOutcome('a')));
  await decisions.decide(aDecision('a'));
  vi.mocked(undoDecision).mockRejectedValueOnce(new Error("It's too late to undo this decision."));
  await expect(decisions.undo('x')).rejects.toThrow('too late');
  expect(shown()).toEqual(['Reject: Product a, waiting']);
});

it('asks for more time for what waits', async () => {
  onServer = [stored('x', anOutcome('a')), stored('y', anOutcome('b', { state: 'failed', problem: 'No.' }))];
  await decisions.refresh();
  const extended = { ...stored('x', anOutcome('a')), secondsToUndo: 9 };
  vi.mocked(extendDecision).mockResolvedValueOnce({ data: extended } as never);
  await decisions.keepOpen();
  expect(vi.mocked(extendDecision).mock.calls).toEqual([[{ path: { id: 'x' } }]]);
  expect(decisions.of('a')?.secondsLeft).toBe(9);
});

it('dismisses a failure on the server, and by itself once it is decided anew', async () => {
  onServer = ['x', 'y'].map((id) => stored(id, anOutcome(`of-${id}`, { state: 'failed', problem: 'No.' })));
  await decisions.refresh();
  await decisions.dismiss('x');
  takes(stored('z', anOutcome('of-y')));
  await decisions.decide(aDecision('of-y'));
  expect(vi.mocked(dismissDecision).mock.calls.map(([call]) => call.path.id)).toEqual(['x', 'y']);
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
  const told = vi.fn();
  const stop = decisions.subscribe(told);
  await decisions.refresh();
  stop();
  await decisions.refresh();
  expect(told).toHaveBeenCalledOnce();
});
