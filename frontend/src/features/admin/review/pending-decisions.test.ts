import { type Decision, isBeingDecided, PendingDecisions, UNDO_SECONDS } from './pending-decisions';

let decisions: PendingDecisions;
let sent: string[];
beforeEach(() => {
  decisions = new PendingDecisions();
  sent = [];
});

const anItem = (submissionId: string, answer: () => Promise<unknown> = async () => {}) => ({
  submissionId,
  name: `Product ${submissionId}`,
  send: () => {
    sent.push(submissionId);
    return answer();
  },
});

const aDecision = (submissionId: string, answer?: () => Promise<unknown>): Decision => ({
  summary: `Approve ${submissionId}`,
  address: `/admin/submissions/${submissionId}`,
  items: [anItem(submissionId, answer)],
});

const refused = async () => {
  throw new Error('Somebody else has changed this.');
};

function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second++) decisions.tick();
}

/** Waits until the promises that are pending now have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

const states = () =>
  decisions.getSnapshot().map(({ items, state }) => `${items.map(({ submissionId }) => submissionId)} ${state}`);

it('sends nothing before the time to take it back is over, and then once', async () => {
  decisions.decide(aDecision('a'));
  passSeconds(UNDO_SECONDS);
  expect(sent).toEqual([]);
  passSeconds(1);
  expect(sent).toEqual(['a']);
  await settled();
  expect(states()).toEqual(['a sent']);
  passSeconds(20);
  expect(sent).toHaveLength(1);
  expect(decisions.getSnapshot()).toEqual([]);
});

it('never sends what was taken back', () => {
  const key = decisions.decide(aDecision('a'));
  passSeconds(UNDO_SECONDS);
  expect(decisions.undo(key)).toBe(true);
  passSeconds(20);
  decisions.sendAll(true);
  expect(sent).toEqual([]);
});

it('cannot take back what is on its way', () => {
  const key = decisions.decide(aDecision('a', () => new Promise(() => {})));
  passSeconds(UNDO_SECONDS + 1);
  expect(decisions.undo(key)).toBe(false);
  expect(states()).toEqual(['a sending']);
});

it('waits while somebody is at the notice', () => {
  decisions.decide(aDecision('a'));
  passSeconds(2);
  decisions.setPaused(true);
  passSeconds(60);
  expect(sent).toEqual([]);
  decisions.setPaused(false);
  passSeconds(UNDO_SECONDS - 2);
  expect(sent).toEqual([]);
  passSeconds(1);
  expect(sent).toEqual(['a']);
});

it('counts for each decision on its own', () => {
  decisions.decide(aDecision('a'));
  passSeconds(4);
  decisions.decide(aDecision('b'));
  passSeconds(UNDO_SECONDS - 3);
  expect(sent).toEqual(['a']);
  passSeconds(4);
  expect(sent).toEqual(['a', 'b']);
});

it('sends at once what waits when its reviewer leaves, held or not, and nothing twice', async () => {
  decisions.decide(aDecision('a'));
  decisions.decide(aDecision('b'));
  decisions.setPaused(true);
  decisions.sendAll(true);
  decisions.sendAll(true);
  await settled();
  expect(sent).toEqual(['a', 'b']);
});

it('keeps what failed, with the reason, until it is dismissed or decided anew', async () => {
  decisions.decide(aDecision('a', refused));
  decisions.sendAll(false);
  await settled();
  passSeconds(60);
  expect(decisions.of('a')).toMatchObject({
    state: 'failed',
    failures: [{ submissionId: 'a', name: 'Product a', problem: 'Somebody else has changed this.' }],
  });
  const key = decisions.decide(aDecision('a'));
  expect(states()).toEqual(['a waiting']);
  decisions.dismiss(key);
  expect(decisions.getSnapshot()).toEqual([]);
});

it('tells whoever listens, until they no longer do', () => {
  let told = 0;
  const stop = decisions.subscribe(() => {
    told += 1;
  });
  const key = decisions.decide(aDecision('a'));
  stop();
  decisions.undo(key);
  expect(told).toBe(1);
});

describe('several submissions decided in one go', () => {
  let undone: number;
  let ended: number;
  beforeEach(() => {
    undone = 0;
    ended = 0;
  });
  const together = (...items: ReturnType<typeof anItem>[]): Decision => ({
    ...{ summary: `Reject ${items.length} submissions`, address: '/admin', items },
    onUndo: () => {
      undone += 1;
    },
    onSent: () => {
      ended += 1;
    },
  });

  it('are taken back together', () => {
    const key = decisions.decide(together(anItem('a'), anItem('b')));
    expect(decisions.undo(key)).toBe(true);
    passSeconds(20);
    expect([sent, undone, ended]).toEqual([[], 1, 0]);
  });

  it('are sent one after the other, each once, and that they were is said once', async () => {
    let answerFirst = () => {};
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    decisions.decide(
      together(
        anItem('a', () => first),
        anItem('b'),
        anItem('c'),
      ),
    );
    passSeconds(UNDO_SECONDS + 1);
    expect(sent).toEqual(['a']);
    answerFirst();
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(states()).toEqual(['a,b,c sent']);
    expect(ended).toBe(1);
  });

  it('go on after one that failed, which is named with its reason', async () => {
    decisions.decide(together(anItem('a'), anItem('b', refused), anItem('c')));
    decisions.sendAll(false);
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
    const [decision] = decisions.getSnapshot();
    expect(decision).toMatchObject({ state: 'failed', answered: 3 });
    expect(decision?.failures).toEqual([
      { submissionId: 'b', name: 'Product b', problem: 'Somebody else has changed this.' },
    ]);
    expect(['a', 'b', 'c'].map((id) => isBeingDecided(decisions.getSnapshot(), id))).toEqual([true, false, true]);
    expect(ended).toBe(1);
  });

  it('keep the other failures when one of them is decided anew', async () => {
    decisions.decide(together(anItem('a', refused), anItem('b', refused)));
    decisions.sendAll(false);
    await settled();
    decisions.decide(aDecision('a'));
    expect(decisions.getSnapshot().map(({ failures }) => failures.map(({ submissionId }) => submissionId))).toEqual([
      ['b'],
      [],
    ]);
  });

  it('are all sent when the page is left halfway', async () => {
    decisions.decide(
      together(
        anItem('a', () => new Promise(() => {})),
        anItem('b'),
        anItem('c'),
      ),
    );
    passSeconds(UNDO_SECONDS + 1);
    decisions.sendAll(true);
    decisions.sendAll(true);
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
  });
});
