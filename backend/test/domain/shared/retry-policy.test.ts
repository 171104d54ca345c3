import fc from 'fast-check';
import { jitterOf, leaseUntil, maxAttempts, retryDelayMs } from '../../../src/domain/shared/retry-policy.js';
import { anyText } from '../../support/any-text.js';
import { NOW } from '../../support/builders.js';

const DELAYS = [1000, 60_000];

describe('the retry delay', () => {
  it.each([
    [1, 0, 800],
    [1, 0.5, 1000],
    [1, 1, 1200],
    [2, 0.5, 60_000],
    [3, 0.5, null],
    [0, 0.5, null],
  ])('after attempt %d with jitter %d is %p', (attempts, jitter, expected) => {
    expect(retryDelayMs(DELAYS, attempts, jitter)).toBe(expected);
  });

  it('leaves one attempt more than there are delays', () => {
    expect(maxAttempts(DELAYS)).toBe(3);
    expect(maxAttempts([])).toBe(1);
  });
});

describe('jitter', () => {
  it('is a fraction for any ID, the same each time', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(1000), (id, attempts) => {
        const jitter = jitterOf(id, attempts);
        expect(jitter).toBeGreaterThanOrEqual(0);
        expect(jitter).toBeLessThan(1);
        expect(jitterOf(id, attempts)).toBe(jitter);
      }),
    );
  });

  it.each<[string, (n: number) => [string, number]]>([
    ['consecutive numbers', (n) => [String(100_000 + n), 1]],
    ['UUIDs', (n) => [`${(n * 0x9e3779b9).toString(16).padStart(12, '0')}-4c6d-8f10-7e5b9d3c2a11`, 1]],
    ['attempts of one job', (n) => ['4711', n]],
  ])('spreads %s over the whole range', (_, at) => {
    const counts = new Array<number>(10).fill(0);
    for (let n = 0; n < 1000; n += 1) {
      const tenth = Math.floor(jitterOf(...at(n)) * 10);
      counts[tenth] = (counts[tenth] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(70);
    expect(Math.max(...counts)).toBeLessThan(130);
  });
});

it('a lease ends so many seconds from now', () => {
  expect(leaseUntil(NOW, 60).getTime() - NOW.getTime()).toBe(60_000);
});
