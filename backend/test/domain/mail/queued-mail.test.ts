import fc from 'fast-check';
import {
  afterAttempt,
  close,
  MAIL_STATES,
  MAX_ATTEMPTS,
  MailAlreadyFinished,
  MailIsBeingSent,
  type QueuedMail,
  sendAgain,
} from '../../../src/domain/mail/queued-mail.js';
import { HOUR_MS } from '../../../src/domain/shared/durations.js';
import { NOW } from '../../support/builders.js';
import { aMail } from '../../support/mail.js';

const leased = aMail({ leasedUntil: new Date(NOW.getTime() + 1), messageId: '<1@clearbatch.example>' });
const failed = { result: 'failed', error: 'busy' } as const;

describe('after an attempt, a mail', () => {
  it.each(['sent', 'not-needed'] as const)('is %s', (result) => {
    expect(afterAttempt({ ...leased, lastError: 'busy' }, { result }, NOW)).toEqual({
      ...leased,
      state: result,
      attempts: 1,
      tries: 1,
      leasedUntil: null,
      lastError: null,
      finishedAt: NOW,
    });
  });

  it('that was refused is given up at once', () => {
    const after = afterAttempt(leased, { result: 'refused', error: 'recipient-refused' }, NOW);
    expect(after).toMatchObject({ state: 'dead', lastError: 'recipient-refused', finishedAt: NOW, tries: 1 });
  });

  it('that failed waits, each time longer, for about a day in all, and is then given up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (id) => {
        let mail: QueuedMail = { ...leased, id: String(id) };
        let now = NOW;
        let before = 0;
        for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
          mail = afterAttempt(mail, failed, now);
          const wait = mail.nextAttemptAt.getTime() - now.getTime();
          expect(mail).toMatchObject({ state: 'waiting', tries, leasedUntil: null, finishedAt: null });
          expect(wait).toBeGreaterThan(tries < MAX_ATTEMPTS - 1 ? before : 0);
          before = wait;
          now = mail.nextAttemptAt;
        }
        expect(afterAttempt(mail, failed, now)).toMatchObject({ state: 'dead', finishedAt: now, tries: MAX_ATTEMPTS });
        expect(now.getTime() - NOW.getTime()).toBeGreaterThan(18 * HOUR_MS);
        expect(now.getTime() - NOW.getTime()).toBeLessThan(30 * HOUR_MS);
      }),
    );
  });

  it('that failed together with others does not come back together with them', () => {
    const waits = Array.from({ length: 20 }, (_, n) => {
      const { nextAttemptAt } = afterAttempt({ ...leased, id: String(1000 + n) }, failed, NOW);
      return nextAttemptAt.getTime();
    });
    expect(new Set(waits).size).toBe(20);
  });
});

describe('a person', () => {
  const later = new Date(NOW.getTime() + HOUR_MS);

  it('sends again what was given up, with all tries before it', () => {
    const dead = aMail({ state: 'dead', tries: 8, attempts: 8, lastError: 'busy', finishedAt: NOW });
    const after = { ...dead, state: 'waiting', tries: 0, nextAttemptAt: later, finishedAt: null };
    expect(sendAgain(dead, later)).toEqual(after);
  });

  it('sends now what waits, with the tries it has left', () => {
    const waiting = aMail({ tries: 3, nextAttemptAt: new Date(later.getTime() + HOUR_MS) });
    expect(sendAgain(waiting, later)).toEqual({ ...waiting, nextAttemptAt: later });
  });

  it.each(['dead', 'waiting'] as const)('closes what is %s', (state) => {
    expect(close(aMail({ state }), later)).toEqual(aMail({ state: 'closed', finishedAt: later }));
  });

  it.each(MAIL_STATES.filter((state) => state !== 'dead' && state !== 'waiting'))('leaves what is %s', (state) => {
    for (const decide of [sendAgain, close]) expect(() => decide(aMail({ state }), NOW)).toThrow(MailAlreadyFinished);
  });

  it('leaves what is on its way, until its lease has ended', () => {
    for (const decide of [sendAgain, close]) {
      expect(() => decide(leased, NOW)).toThrow(MailIsBeingSent);
      expect(() => decide(leased, later)).not.toThrow();
    }
  });
});
