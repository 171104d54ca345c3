import type { FastifyRequest } from 'fastify';
import { ClientTurns } from '../../src/platform/http/client-turns.js';
import { fakeOnly } from '../support/fake-only.js';

const requestOf = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as unknown as FastifyRequest;

/** Work that goes on until it is told to end. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { hasBegun: false };
  const run = () => {
    state.hasBegun = true;
    return promise;
  };
  return { state, run, end: resolve };
}

describe('the requests of a client', () => {
  it('wait for its earlier ones, and those of another client do not', async () => {
    const turns = new ClientTurns(2);
    const flood = Array.from({ length: 40 }, work);
    const answers = flood.map(({ run }) => turns.run(requestOf('192.0.2.1'), run));
    expect(flood.filter(({ state }) => state.hasBegun)).toHaveLength(2);
    await turns.run(requestOf('192.0.2.2'), async () => {});
    expect(flood.filter(({ state }) => state.hasBegun)).toHaveLength(2);
    for (const { end } of flood) end();
    await Promise.all(answers);
    expect(flood.every(({ state }) => state.hasBegun)).toBe(true);
  });

  it('count for the whole network of an IPv6 subscriber', async () => {
    const turns = new ClientTurns(1);
    const [one, other] = [work(), work()];
    const answers = [turns.run(requestOf('2001:db8::1'), one.run), turns.run(requestOf('2001:db8::2'), other.run)];
    expect([one.state.hasBegun, other.state.hasBegun]).toEqual([true, false]);
    one.end();
    other.end();
    await Promise.all(answers);
  });

  it('are refused when their turn does not come in time', async () => {
    fakeOnly(['setTimeout', 'clearTimeout']);
    try {
      const turns = new ClientTurns(1);
      const first = work();
      const running = turns.run(requestOf('192.0.2.1'), first.run);
      const waiting = expect(turns.run(requestOf('192.0.2.1'), async () => {})).rejects.toMatchObject({
        code: 'too-many',
        retryAfterSeconds: 10,
      });
      await jest.advanceTimersByTimeAsync(10_000);
      await waiting;
      first.end();
      await running;
      expect(turns.clients).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('leave nothing behind, also when they fail', async () => {
    const turns = new ClientTurns(1);
    const failing = turns.run(requestOf('192.0.2.1'), () => Promise.reject(new Error('broken')));
    expect(turns.clients).toBe(1);
    await expect(failing).rejects.toThrow('broken');
    expect(turns.clients).toBe(0);
  });
});
