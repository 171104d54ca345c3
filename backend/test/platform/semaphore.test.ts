import { ServiceUnavailableException } from '@nestjs/common';
import { Semaphore } from '../../src/platform/semaphore.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const state = { hasBegun: false };
  const run = () => {
    state.hasBegun = true;
    return promise;
  };
  return { state, run, end: resolve, fail: () => reject(new Error('broken')) };
}

const some = (count: number) => Array.from({ length: count }, work);
const begun = (all: readonly ReturnType<typeof work>[]) => all.map(({ state }) => state.hasBegun);

describe('turns', () => {
  it('are taken by so many at once, then one by one in the order of asking, also after a failure', async () => {
    const semaphore = new Semaphore(2, HANGS_AFTER_MS);
    const all = some(4);
    const [first, second, third, fourth] = all;
    const results = all.map(({ run }) => semaphore.run(run));
    expect(begun(all)).toEqual([true, true, false, false]);
    first?.fail();
    await expect(results[0]).rejects.toThrow('broken');
    expect(begun(all)).toEqual([true, true, true, false]);
    second?.end();
    await results[1];
    expect(begun(all)).toEqual([true, true, true, true]);
    third?.end();
    fourth?.end();
    await Promise.all(results.slice(2));
    const later = some(3);
    const taken = later.map(({ run }) => semaphore.run(run));
    expect(begun(later)).toEqual([true, true, false]);
    for (const { end } of later) end();
    await Promise.all(taken);
  });

  it('are not waited for longer than is allowed, and go to others then', async () => {
    const semaphore = new Semaphore(1, 20);
    const all = some(2);
    const results = all.map(({ run }) => semaphore.run(run));
    await expect(results[1]).rejects.toThrow(ServiceUnavailableException);
    all[0]?.end();
    await results[0];
    expect(begun(all)).toEqual([true, false]);
    await semaphore.run(async () => {});
  });

  it('are not waited for by more than 200', async () => {
    const semaphore = new Semaphore(1, HANGS_AFTER_MS);
    const all = some(202);
    const results = all.map(({ run }) => semaphore.run(run));
    await expect(results[201]).rejects.toThrow(ServiceUnavailableException);
    for (const { end } of all) end();
    await Promise.all(results.slice(0, 201));
    expect(begun(all)).toEqual([...Array(201).fill(true), false]);
  });
});
