// npm run fuzz -- --count 100000 --seed 7: fuzzes every operation of the OpenAPI document against the built server and a
// temporary database. --only-request N prints one request and its response.
import { parseArgs } from 'node:util';
import { vitest } from './check-quick.mjs';
import { buildBackend, fail } from './lib.mjs';
import { startTestPostgres } from './postgres.mjs';

async function main() {
  const number = { type: 'string' };
  const { values } = parseArgs({ options: { count: number, seed: number, 'only-request': number } });
  const env = {
    FUZZ_COUNT: wholeNumber('--count', values.count ?? '20000'),
    FUZZ_SEED: wholeNumber('--seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31))),
    ...(values['only-request'] && { FUZZ_ONLY: wholeNumber('--only-request', values['only-request']) }),
  };
  const [postgres] = await Promise.all([startTestPostgres(), buildBackend({ quiet: true })]);
  try {
    await vitest('fuzz', ['server'], { ...env, TEST_PG_URL: postgres.url() }, ['fuzz/fuzz.test']);
  } finally {
    await postgres.stop();
  }
}

function wholeNumber(option, text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} takes a whole number, not "${text}"`);
  return text;
}

await main().catch(fail);
