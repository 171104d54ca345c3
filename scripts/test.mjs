// npm test: everything. It starts its own database and browser.
import { assertGeneratedIsFresh } from './check-generated.mjs';
import { checkQuick, jest } from './check-quick.mjs';
import { build, fail, node, PLAYWRIGHT } from './lib.mjs';
import { startTestPostgres } from './postgres.mjs';

async function main() {
  const began = performance.now();
  await checkQuick();
  const [postgres] = await Promise.all([startTestPostgres(), build()]);
  console.log(`database for tests: ${postgres.kind}`);
  try {
    const env = { TEST_PG_URL: postgres.url() };
    await assertGeneratedIsFresh();
    // Jest leaks each suite's modules, so a worker is replaced once it has grown.
    await jest('adapters and API', ['server'], env, ['--workerIdleMemoryLimit=1500MB']);
    await node('browser journeys', PLAYWRIGHT, ['test'], { env });
  } finally {
    await postgres.stop();
  }
  console.log(`\nEverything passed in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}

await main().catch(fail);
