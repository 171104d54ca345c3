// npm run fuzz -- --count 100000 --seed 7: fuzzes every operation of the OpenAPI document against the built server and a
// temporary database. --only-request N prints one request and its response.
import { parseArgs } from 'node:util';
import { buildBackend, fail } from './lib.mjs';
import { vitest, withPostgres } from './runners.mjs';

async function main() {
  const number = { type: 'string' };
  const { values } = parseArgs({ options: { count: number, seed: number, 'only-request': number } });
  const env = {
    FUZZ_COUNT: wholeNumber('--count', values.count ?? '20000'),
    TEST_SEED: values.seed === undefined ? 'random' : wholeNumber('--seed', values.seed),
    ...(values['only-request'] && { FUZZ_ONLY: wholeNumber('--only-request', values['only-request']) }),
  };
  await withPostgres(
    () => buildBackend({ quiet: true }),
    (database) => vitest('fuzz', ['server'], { ...env, ...database }, ['fuzz/fuzz.test']),
  );
}

function wholeNumber(option, text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} takes a whole number, not "${text}"`);
  return text;
}

await main().catch(fail);
