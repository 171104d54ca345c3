// npm run test:slow: what takes too long for every change. npm run test:slow -- <part of a path>: the slow tests that match.
// Run it before a change to their subject is finished; npm test says which.
import { installedBrowsers } from './browser.mjs';
import { build, fail, reportTimes } from './lib.mjs';
import { jest, journeys, withPostgres } from './runners.mjs';
import { isSlow, SLOW_JOURNEY, selectFiles, testArguments } from './suites.mjs';
import { runFiles } from './test.mjs';
import { TestResults } from './test-results.mjs';
import { testSeed } from './test-seed.mjs';

async function everything() {
  const results = new TestResults();
  await withPostgres(
    () => results.part('build', build),
    (env, isBuilt) => (isBuilt ? slowParts(results, env) : results.notRun('all others', 'the build failed')),
  );
  reportTimes();
  process.exitCode = results.report() ? 1 : 0;
}

async function slowParts(results, database) {
  const { found, missing } = installedBrowsers();
  for (const { name, variable } of missing)
    console.log(
      `${name}: not installed here, so no page is opened in it. Install it for Playwright or set ${variable}.`,
    );
  const projects = ['chromium', ...found.map(({ name }) => name)].map((name) => `pages-${name}`);
  const pages = `every public page in ${projects.length} browser(s)`;
  await results.part(pages, (env) => journeys(pages, ['--project', ...projects], { ...database, ...env }));
  const rest = ['--project', 'journeys', '--grep', SLOW_JOURNEY];
  await results.part('slow journeys', (env) => journeys('slow journeys', rest, { ...database, ...env }));
  await results.part('slow tests', (env) => jest('slow tests', ['slow'], { ...database, ...env }));
  await results.part('properties from another seed', (env) =>
    jest('properties from another seed', ['unit', 'web', 'properties'], env),
  );
  const fuzz = { FUZZ_COUNT: '20000' };
  await results.part('20,000 fuzz requests', (env) =>
    jest('20,000 fuzz requests', ['server'], { ...database, ...fuzz, ...env }, ['fuzz/fuzz.test']),
  );
}

// What the fixed choices of the gate never reach is found here, in time.
process.env.TEST_SEED ||= 'random';
testSeed();
const { patterns, options } = testArguments(process.argv.slice(2));
await (patterns.length === 0 ? everything() : runFiles(selectFiles(patterns, isSlow), options)).catch(fail);
