// npm test: everything a change must pass. npm test -- <path or part of one>: the test files that match, with what they
// need started for them; options after it go to their runner (-t or -g <title>, --trace on).

import { assertGeneratedIsFresh } from './check-generated.mjs';
import { checkQuick, vitest } from './check-quick.mjs';
import { build, buildWhatChanged, fail, node, PLAYWRIGHT, reportTimes } from './lib.mjs';
import { startTestPostgres } from './postgres.mjs';
import { needsBuiltSite, selectFiles } from './suites.mjs';

async function everything() {
  await checkQuick();
  await withPostgres(build, async (env) => {
    await assertGeneratedIsFresh();
    await vitest('adapters and API', ['server'], env);
    await journeys('browser journeys', ['--project', 'journeys'], env);
  });
  reportTimes('npm test');
}

async function matching(patterns, options) {
  const { journeys: browser, server, slow, ...quick } = selectFiles(patterns);
  const withoutDatabase = Object.values(quick).flat();
  const withDatabase = [...server, ...slow];
  if (![withoutDatabase, withDatabase, browser].some(({ length }) => length > 0))
    throw new Error(`No test file has "${patterns.join('" or "')}" in its path.`);
  if (withoutDatabase.length > 0)
    await vitest('without database', Object.keys(quick), {}, [...withoutDatabase, ...options]);
  if (withDatabase.length + browser.length === 0) return;
  await withPostgres(
    () => buildWhatChanged({ frontend: [...withDatabase, ...browser].some(needsBuiltSite) }),
    async (env) => {
      if (withDatabase.length > 0)
        await vitest('with database', ['server', 'slow'], env, [...withDatabase, ...options]);
      if (browser.length > 0) await journeys('in the browser', [...browser, ...options], env);
    },
  );
}

/** @param {(env: { TEST_PG_URL: string }) => Promise<void>} run */
export async function withPostgres(buildFirst, run) {
  const [postgres] = await Promise.all([startTestPostgres(), buildFirst()]);
  console.log(`database for tests: ${postgres.kind}`);
  try {
    await run({ TEST_PG_URL: postgres.url() });
  } finally {
    await postgres.stop();
  }
}

export const journeys = (label, args, env) => node(label, PLAYWRIGHT, ['test', ...args], { env });

if (import.meta.filename === process.argv[1]) {
  const args = process.argv.slice(2);
  const firstOption = args.findIndex((argument) => argument.startsWith('-'));
  const end = firstOption < 0 ? args.length : firstOption;
  await (args.length === 0 ? everything() : matching(args.slice(0, end), args.slice(end))).catch(fail);
}
