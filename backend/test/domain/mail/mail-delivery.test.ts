import { MailAdmin, type MailListRequest } from '../../../src/domain/mail/mail.js';
import { MailDelivery } from '../../../src/domain/mail/mail-delivery.js';
import {
  EmailDispatcher,
  type MailMatch,
  type MailQuery,
  MailQueue,
  MailSearch,
} from '../../../src/domain/mail/ports.js';
import {
  LEASE_SECONDS,
  MAIL_STATES,
  MailNotFound,
  type QueuedMail,
  type SendResult,
} from '../../../src/domain/mail/queued-mail.js';
import type { AuditEntry } from '../../../src/domain/shared/audit.js';
import { totalOf } from '../../../src/domain/shared/page.js';
import { NOW } from '../../support/builders.js';
import { ImmediateTransactions, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { aMail } from '../../support/mail.js';
import { stub } from '../../support/stub.js';

const ACTOR = { id: '1', name: 'robin' };

class RecordingMailer extends EmailDispatcher {
  readonly told: string[] = [];

  kinds(): readonly string[] {
    return [aMail().kind];
  }

  async send(): Promise<SendResult> {
    return { result: 'sent' };
  }

  async notifyGivenUp({ id }: QueuedMail): Promise<void> {
    this.told.push(id);
  }
}

describe('sending', () => {
  const LEASED_UNTIL = new Date(NOW.getTime() + LEASE_SECONDS * 1000);
  const leased = aMail({ leasedUntil: LEASED_UNTIL });

  /** @param isOurs whether the lease still holds when the attempt is completed */
  function open({ isOurs = true } = {}) {
    const saved: unknown[] = [];
    const asked: unknown[] = [];
    const queue = stub<MailQueue>({
      claim: async (...args) => {
        asked.push(args);
        return [leased];
      },
      completeAttempt: async (...args) => {
        saved.push(args);
        return isOurs;
      },
      unknownKinds: async (known) => {
        asked.push(known);
        return ['unknown.kind'];
      },
    });
    const dispatcher = new RecordingMailer();
    return {
      saved,
      asked,
      told: dispatcher.told,
      delivery: new MailDelivery(queue, dispatcher, new ImmediateTransactions(), new StoppedClock()),
    };
  }

  it('claims what has a template, and reports what has none', async () => {
    const { asked, delivery } = open();
    expect(await delivery.claim(10)).toEqual([leased]);
    expect(await delivery.unknownKinds()).toEqual(['unknown.kind']);
    const kinds = [aMail().kind];
    expect(asked).toEqual([[10, kinds, NOW, LEASED_UNTIL], kinds]);
  });

  it('saves that an email was sent, and notifies no context', async () => {
    const { saved, told, delivery } = open();
    await delivery.completeAttempt(leased, await delivery.attempt(leased));
    expect(saved).toEqual([[expect.objectContaining({ state: 'sent', attempts: 1, finishedAt: NOW }), LEASED_UNTIL]]);
    expect(told).toEqual([]);
  });

  it.each([
    ['when an email is given up', true, ['1']],
    ['not when a person decided in the meantime', false, []],
  ])('notifies the context %s', async (_when, isOurs, expected) => {
    const { saved, told, delivery } = open({ isOurs });
    await delivery.completeAttempt(leased, { result: 'refused', error: 'recipient-refused' });
    expect(saved).toEqual([[expect.objectContaining({ state: 'dead' }), LEASED_UNTIL]]);
    expect(told).toEqual(expected);
  });
});

describe('a decision by staff', () => {
  const clock = new StoppedClock();

  function open(stored: QueuedMail | null) {
    const decided: [QueuedMail, AuditEntry][] = [];
    const queue = stub<MailQueue>({
      byId: async () => stored,
      byIdForUpdate: async () => stored,
      saveDecision: async (...args) => void decided.push(args),
    });
    return { decided, admin: new MailAdmin(queue, stub<MailSearch>(), new ImmediateTransactions(), clock) };
  }

  it('writes down who decided what about which mail, and no payload', async () => {
    const { decided, admin } = open(
      aMail({ state: 'dead', attempts: 8, tries: 8, lastError: 'busy', finishedAt: NOW }),
    );
    clock.goOn(1);
    const after = await admin.sendAgain('1', ACTOR);
    expect(after.state).toBe('waiting');
    const facts = { kind: aMail().kind, attempts: 8, lastError: 'busy' };
    const entry = {
      at: clock.now(),
      actor: ACTOR,
      action: 'mail.sent-again',
      subject: 'mail:1',
      before: { ...facts, state: 'dead' },
      after: { ...facts, state: 'waiting' },
    };
    expect(decided).toEqual([[after, entry]]);
  });

  it('knows nothing of a mail that is not there', async () => {
    const { decided, admin } = open(null);
    for (const call of [admin.mail('7'), admin.close('7', ACTOR), admin.sendAgain('7', ACTOR)]) {
      await expect(call).rejects.toThrow(MailNotFound);
    }
    expect(decided).toEqual([]);
  });
});

describe('the mail page', () => {
  const MEANT: MailMatch = { kinds: [], topics: [{ certificateId: 'one' }] };
  const OPEN = ['waiting', 'dead'] as const;

  it.each<[Partial<MailListRequest>, Partial<MailQuery>]>([
    [{}, { states: OPEN }],
    [{ selection: 'all' }, { states: MAIL_STATES }],
    [{ selection: 'closed' }, { states: ['closed'] }],
    [{ search: '   ' }, { states: OPEN }],
    [{ search: ' CB-7K3M-9QXD ' }, { states: OPEN, match: MEANT }],
    [
      { search: 'CB-7K3M-9QXD', selection: 'sent' },
      { states: ['sent'], match: MEANT },
    ],
  ])('for %j asks for %j: what the text may mean, within what is shown', async (request, query) => {
    const asked: unknown[] = [];
    const queue = stub<MailQueue>({
      page: async (one) => {
        asked.push(one);
        return { items: [], next: null, total: totalOf(0) };
      },
    });
    const search = stub<MailSearch>({
      find: async (typed) => (typed === 'CB-7K3M-9QXD' ? MEANT : { kinds: [], topics: [] }),
    });
    const admin = new MailAdmin(queue, search, new ImmediateTransactions(), new StoppedClock());
    await admin.page({ selection: 'open', limit: 9, after: null, ...request });
    expect(asked).toEqual([{ match: null, limit: 9, after: null, ...query }]);
  });
});
