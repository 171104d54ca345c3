// npm run test:slow: what takes too long for every change. It runs before a release and in continuous integration.
import { installedBrowsers } from './browser.mjs';
import { vitest } from './check-quick.mjs';
import { build, fail, reportTimes } from './lib.mjs';
import { journeys, withPostgres } from './test.mjs';

async function main() {
  await withPostgres(build, async (env) => {
    const { found, missing } = installedBrowsers();
    for (const { name, variable } of missing)
      console.log(
        `${name}: not installed here, so no page is opened in it. Install it for Playwright or set ${variable}.`,
      );
    const projects = ['chromium', ...found.map(({ name }) => name)].map((name) => `pages-${name}`);
    await journeys(`every public page in ${projects.length} browser(s)`, ['--project', ...projects], env);
    await vitest('slow tests', ['slow'], env);
    await vitest('20,000 fuzz requests', ['server'], { ...env, FUZZ_COUNT: '20000', FUZZ_SEED: '1' }, [
      'fuzz/fuzz.test',
    ]);
  });
  reportTimes('npm run test:slow');
}

await main().catch(fail);
