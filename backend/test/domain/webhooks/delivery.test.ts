import { jitterOf } from '../../../src/domain/shared/retry-policy.js';
import {
  type AttemptOutcome,
  afterAttempt,
  deliveryDelayMs,
  MAX_ATTEMPTS,
  redeliver,
  type WebhookDelivery,
} from '../../../src/domain/webhooks/delivery.js';
import { NOW } from '../../support/builders.js';
import { aDelivery, outcome } from '../../support/webhooks.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** In the middle of the jitter. */
const MIDDLE = 0.5;

const failed = outcome({ status: 500 });

describe('the wait after a failed try', () => {
  it.each([
    [1, 5 * SECOND],
    [2, 30 * SECOND],
    [3, 2 * MINUTE],
    [4, 10 * MINUTE],
    [5, HOUR],
    [6, 8 * HOUR],
    [7, 14 * HOUR],
    [8, null],
    [9, null],
  ])('after try %d is %d ms', (tries, wait) => {
    expect(deliveryDelayMs(tries, failed, MIDDLE)).toBe(wait);
  });

  it.each<[string, Partial<AttemptOutcome>, number]>([
    ['429 with a longer wait', { status: 429, retryAfterSeconds: 60 }, 60 * SECOND],
    ['503 with a longer wait', { status: 503, retryAfterSeconds: 60 }, 60 * SECOND],
    ['429 with a shorter wait', { status: 429, retryAfterSeconds: 1 }, 5 * SECOND],
    ['429 with a wait of a year', { status: 429, retryAfterSeconds: 31_536_000 }, 6 * HOUR],
    ['429 without one', { status: 429 }, 5 * SECOND],
    ['500, which has no say in it', { status: 500, retryAfterSeconds: 60 }, 5 * SECOND],
    ['no answer', { status: null, error: 'timeout' }, 5 * SECOND],
  ])('after %s', (_, differing, wait) => {
    expect(deliveryDelayMs(1, outcome(differing), MIDDLE)).toBe(wait);
  });

  it('does not come after 410', () => {
    expect(deliveryDelayMs(1, outcome({ status: 410 }), MIDDLE)).toBeNull();
  });
});

describe('a delivery', () => {
  const attempted = (differing: Partial<AttemptOutcome>, delivery: Partial<WebhookDelivery> = {}) =>
    afterAttempt(aDelivery({ leasedUntil: NOW, ...delivery }), outcome(differing), NOW);

  it.each([200, 201, 204, 299])('has arrived with %d', (status) => {
    expect(attempted({ status })).toMatchObject({
      state: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      leasedUntil: null,
      finishedAt: NOW,
    });
  });

  it.each([100, 199, 300, 302, 304, 400, 401, 404, 429, 500, 503])('goes on with %d', (status) => {
    const after = attempted({ status });
    expect(after).toMatchObject({ state: 'pending', attempts: 1, tries: 1, leasedUntil: null, finishedAt: null });
    expect(Number(after.nextAttemptAt)).toBeGreaterThan(NOW.getTime());
  });

  it('is given up after the last try', () => {
    expect(attempted({ status: 500 }, { tries: MAX_ATTEMPTS - 2 })).toMatchObject({ state: 'pending' });
    expect(attempted({ status: 500 }, { tries: MAX_ATTEMPTS - 1 })).toMatchObject({
      state: 'failed',
      nextAttemptAt: null,
      finishedAt: NOW,
    });
  });

  it('is given up at once when the receiver is gone', () => {
    expect(attempted({ status: 410 })).toMatchObject({ state: 'failed', nextAttemptAt: null });
  });

  it('arrives with the last try, too', () => {
    expect(attempted({ status: 200 }, { tries: MAX_ATTEMPTS - 1 })).toMatchObject({ state: 'delivered' });
  });

  it.each(['failed', 'delivered'] as const)(
    'that is %s begins anew when it is sent again, and is counted on',
    (state) => {
      const over = aDelivery({ state, tries: 8, attempts: 8, nextAttemptAt: null, finishedAt: NOW });
      const later = new Date(NOW.getTime() + HOUR);
      expect(redeliver(over, later)).toEqual({
        ...over,
        state: 'pending',
        tries: 0,
        nextAttemptAt: later,
        finishedAt: null,
      });
    },
  );

  it('that still waits is sent sooner, with the tries it has left', () => {
    const waiting = aDelivery({ tries: 6, attempts: 6, nextAttemptAt: new Date(NOW.getTime() + HOUR) });
    expect(redeliver(waiting, NOW)).toEqual({ ...waiting, nextAttemptAt: NOW });
  });

  it('waits with the jitter of its id and try, so that those that failed together come back apart', () => {
    const dueAfter = (id: string) => attempted({ status: 500 }, { id, tries: 2 }).nextAttemptAt;
    const wait = deliveryDelayMs(3, failed, jitterOf('a', 3)) ?? Number.NaN;
    expect(dueAfter('a')).toEqual(new Date(NOW.getTime() + wait));
    expect(dueAfter('b')).not.toEqual(dueAfter('a'));
  });
});
