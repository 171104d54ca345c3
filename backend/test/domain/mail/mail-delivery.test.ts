import { MailAdmin, type MailListRequest } from '../../../src/domain/mail/mail.js';
import { MailDelivery } from '../../../src/domain/mail/mail-delivery.js';
import { EmailDispatcher, type MailMatch, MailSearch } from '../../../src/domain/mail/ports.js';
import { MailNotFound, type QueuedMail, type SendResult } from '../../../src/domain/mail/queued-mail.js';
import { NOW } from '../../support/builders.js';
import { ImmediateTransactions, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryMailQueue } from '../../support/in-memory-mail-queue.js';
import { aMail } from '../../support/mail.js';

const ACTOR = { id: '1', name: 'robin' };

class RecordingMailer extends EmailDispatcher {
  readonly told: string[] = [];
  outcome: SendResult = { result: 'sent' };

  kinds(): readonly string[] {
    return [aMail().kind];
  }

  async send(): Promise<SendResult> {
    return this.outcome;
  }

  async notifyGivenUp({ id }: QueuedMail): Promise<void> {
    this.told.push(id);
  }
}

class StubMailSearch extends MailSearch {
  async find(typed: string): Promise<MailMatch> {
    if (typed === 'CB-7K3M-9QXD') return { kinds: [], topics: [{ certificateId: 'one' }] };
    return { kinds: typed === 'visitor' ? ['contact-message.received'] : [], topics: [] };
  }
}

let queue: InMemoryMailQueue;
let dispatcher: RecordingMailer;
let clock: StoppedClock;
let delivery: MailDelivery;
let mailAdmin: MailAdmin;
beforeEach(() => {
  queue = new InMemoryMailQueue();
  dispatcher = new RecordingMailer();
  clock = new StoppedClock();
  delivery = new MailDelivery(queue, dispatcher, new ImmediateTransactions(), clock);
  mailAdmin = new MailAdmin(queue, new StubMailSearch(), new ImmediateTransactions(), clock);
});

async function sendOne(): Promise<void> {
  const [mail] = await delivery.claim(1);
  if (!mail) throw new Error('nothing was due');
  await delivery.completeAttempt(mail, await delivery.attempt(mail));
}

describe('sending', () => {
  it('saves that an email was sent, and notifies no context', async () => {
    queue.add(aMail());
    await sendOne();
    expect(await mailAdmin.mail('1')).toMatchObject({ state: 'sent', attempts: 1, finishedAt: NOW });
    expect(dispatcher.told).toEqual([]);
  });

  it('notifies the context when an email is given up', async () => {
    queue.add(aMail());
    dispatcher.outcome = { result: 'refused', error: 'recipient-refused' };
    await sendOne();
    expect(dispatcher.told).toEqual(['1']);
  });

  it('does not notify when a person decided in the meantime', async () => {
    queue.add(aMail());
    const [mail] = await delivery.claim(1);
    clock.goOn(1);
    await mailAdmin.close('1', ACTOR);
    await delivery.completeAttempt(mail as QueuedMail, { result: 'refused', error: 'recipient-refused' });
    expect(dispatcher.told).toEqual([]);
    expect((await mailAdmin.mail('1')).state).toBe('closed');
  });

  it('leaves email without a template in the queue, and reports its kind', async () => {
    queue.add(aMail({ kind: 'unknown.kind' }));
    expect(await delivery.claim(10)).toEqual([]);
    expect(await delivery.unknownKinds()).toEqual(['unknown.kind']);
  });
});

describe('a decision by staff', () => {
  it('writes down who decided what about which mail, and no payload', async () => {
    queue.add(aMail({ state: 'dead', attempts: 8, tries: 8, lastError: 'busy', finishedAt: NOW }));
    clock.goOn(1);
    await mailAdmin.sendAgain('1', ACTOR);
    const facts = { kind: aMail().kind, attempts: 8, lastError: 'busy' };
    expect(queue.audit).toEqual([
      {
        at: clock.now(),
        actor: ACTOR,
        action: 'mail.sent-again',
        subject: 'mail:1',
        before: { ...facts, state: 'dead' },
        after: { ...facts, state: 'waiting' },
      },
    ]);
    await sendOne();
    expect((await mailAdmin.mail('1')).state).toBe('sent');
  });

  it('knows nothing of a mail that is not there', async () => {
    for (const call of [mailAdmin.mail('7'), mailAdmin.close('7', ACTOR), mailAdmin.sendAgain('7', ACTOR)]) {
      await expect(call).rejects.toThrow(MailNotFound);
    }
  });
});

describe('the mail page', () => {
  beforeEach(() => {
    const states = ['waiting', 'sent', 'dead', 'closed', 'not-needed'] as const;
    for (const [n, state] of states.entries()) queue.add(aMail({ id: String(n + 1), state }));
    queue.add(aMail({ id: '6', kind: 'submission.published', payload: { certificateId: 'one' } }));
  });
  const ids = async (request: Partial<MailListRequest>) => {
    const page = await mailAdmin.page({ selection: 'open', limit: 9, after: null, ...request });
    expect(page.total.count).toBe(page.items.length);
    return page.items.map(({ id }) => Number(id)).toSorted();
  };

  it('opens on what is in progress or has failed', async () => {
    expect(await ids({})).toEqual([1, 3, 6]);
    expect(await ids({ selection: 'all' })).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await ids({ selection: 'closed' })).toEqual([4]);
  });

  it('is searched by what the text may mean, within what is shown', async () => {
    expect(await ids({ search: ' CB-7K3M-9QXD ' })).toEqual([6]);
    expect(await ids({ search: 'CB-7K3M-9QXD', selection: 'sent' })).toEqual([]);
    expect(await ids({ search: 'visitor', selection: 'sent' })).toEqual([2]);
    expect(await ids({ search: 'nothing that is known', selection: 'all' })).toEqual([]);
    expect(await ids({ search: '   ' })).toEqual([1, 3, 6]);
  });
});
