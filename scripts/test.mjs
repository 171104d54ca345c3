// npm test: everything. The database and the browser need no step by hand.
import { checkQuick, jest } from './check-quick.mjs';
import { assertGeneratedIsFresh } from './check-generated.mjs';
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
    // Every suite leaves its modules behind in the process, so it is replaced when it has grown.
    await jest('adapters and API', ['server'], env, ['--workerIdleMemoryLimit=1500MB']);
    await node('browser journeys', PLAYWRIGHT, ['test'], { env });
  } finally {
    await postgres.stop();
  }
  console.log(`\nEverything passed in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}

await main().catch(fail);
