import { type Decision, PendingDecisions, UNDO_SECONDS } from './pending-decisions';

let decisions: PendingDecisions;
let sent: [submissionId: string, isLeaving: boolean][];
beforeEach(() => {
  decisions = new PendingDecisions();
  sent = [];
});

const aDecision = (submissionId: string, answer: () => Promise<unknown> = async () => {}): Decision => ({
  submissionId,
  what: `Approve ${submissionId}`,
  send: (isLeaving) => {
    sent.push([submissionId, isLeaving]);
    return answer();
  },
});

const refused = async () => {
  throw new Error('Somebody else has changed this.');
};

function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second++) decisions.tick();
}

/** What was begun in this turn has been answered. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

const states = () => decisions.shown().map(({ submissionId, state }) => `${submissionId} ${state}`);

it('sends nothing before the time to take it back is over, and then once', async () => {
  decisions.decide(aDecision('a'));
  passSeconds(UNDO_SECONDS);
  expect(sent).toEqual([]);
  passSeconds(1);
  expect(sent).toEqual([['a', false]]);
  await settled();
  expect(states()).toEqual(['a sent']);
  passSeconds(20);
  expect(sent).toHaveLength(1);
  expect(decisions.shown()).toEqual([]);
});

it('never sends what was taken back', () => {
  decisions.decide(aDecision('a'));
  passSeconds(UNDO_SECONDS);
  expect(decisions.undo('a')).toBe(true);
  passSeconds(20);
  decisions.sendAll(true);
  expect(sent).toEqual([]);
});

it('cannot take back what is on its way', () => {
  decisions.decide(aDecision('a'));
  passSeconds(UNDO_SECONDS + 1);
  expect(decisions.undo('a')).toBe(false);
  expect(states()).toEqual(['a sending']);
});

it('waits while somebody is at the notice', () => {
  decisions.decide(aDecision('a'));
  passSeconds(2);
  decisions.hold(true);
  passSeconds(60);
  expect(sent).toEqual([]);
  decisions.hold(false);
  passSeconds(UNDO_SECONDS - 2);
  expect(sent).toEqual([]);
  passSeconds(1);
  expect(sent).toEqual([['a', false]]);
});

it('counts for each decision on its own', () => {
  decisions.decide(aDecision('a'));
  passSeconds(4);
  decisions.decide(aDecision('b'));
  passSeconds(UNDO_SECONDS - 3);
  expect(sent).toEqual([['a', false]]);
  passSeconds(4);
  expect(sent).toEqual([
    ['a', false],
    ['b', false],
  ]);
});

it('sends at once what waits when its reviewer leaves, held or not, and nothing twice', async () => {
  decisions.decide(aDecision('a'));
  decisions.decide(aDecision('b'));
  decisions.hold(true);
  decisions.sendAll(true);
  decisions.sendAll(true);
  await settled();
  expect(sent).toEqual([
    ['a', true],
    ['b', true],
  ]);
});

it('keeps what failed, with the reason, until it is dismissed or decided anew', async () => {
  decisions.decide(aDecision('a', refused));
  decisions.sendAll(false);
  await settled();
  passSeconds(60);
  expect(decisions.of('a')).toMatchObject({ state: 'failed', problem: 'Somebody else has changed this.' });
  decisions.decide(aDecision('a'));
  expect(states()).toEqual(['a waiting']);
  decisions.forget('a');
  expect(decisions.shown()).toEqual([]);
});

it('tells whoever listens, until they no longer do', () => {
  let told = 0;
  const stop = decisions.subscribe(() => {
    told += 1;
  });
  decisions.decide(aDecision('a'));
  stop();
  decisions.undo('a');
  expect(told).toBe(1);
});
