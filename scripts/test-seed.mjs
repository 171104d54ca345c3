// Where the random choices of tests begin. jest.config.mjs settles it before the workers start.
import { randomInt } from 'node:crypto';

/**
 * `npm test` and `npm run check:quick` choose the same in every run: whether they pass then says something about the code
 * and nothing about luck. `npm run test:slow` looks for what these choices miss.
 */
const FIXED = 20_261_119;

/**
 * `TEST_SEED=<n>` begins elsewhere and `TEST_SEED=random` anywhere. From then on the variable has the number, for this
 * process and those it starts.
 * @returns {number} a positive integer of 31 bits
 */
export function testSeed() {
  const { TEST_SEED: wanted = '' } = process.env;
  const seed = wanted === 'random' ? randomInt(1, 2 ** 31) : wanted === '' ? FIXED : Number(wanted);
  if (!Number.isInteger(seed) || seed < 1 || seed >= 2 ** 31)
    throw new Error(`TEST_SEED is a whole number from 1 to ${2 ** 31 - 1}, or "random", not "${wanted}"`);
  if (wanted === 'random') console.log(`random choices: TEST_SEED=${seed} repeats them`);
  process.env.TEST_SEED = String(seed);
  return seed;
}
