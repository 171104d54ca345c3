// npm test: everything a change must pass. npm test -- <path or part of one>: the test files that match, with what they
// need started for them; options after it go to their runner (-t or -g <title>, --trace on).

import { execFileSync } from 'node:child_process';
import { checkFrontendAlone, checkQuick } from './check-quick.mjs';
import { assertGeneratedIsFresh } from './generate.mjs';
import { build, buildWhatChanged, fail, reportTimes, root } from './lib.mjs';
import { jest, journeys, withPostgres } from './runners.mjs';
import { needsBuiltSite, SLOW_JOURNEY, selectFiles, slowTestsFor, testArguments } from './suites.mjs';
import { TestResults } from './test-results.mjs';

/** All parts run, also after one that failed, and all failures are listed at the end. */
async function everything() {
  const results = new TestResults();
  await checkQuick(results);
  await checkFrontendAlone(results);
  await withPostgres(
    () => results.part('build', build),
    (env, isBuilt) => (isBuilt ? withDatabase(results, env) : results.notRun('all others', 'the build failed')),
  );
  reportTimes();
  for (const line of slowTestsFor(changedFiles())) console.log(line);
  process.exitCode = results.report() ? 1 : 0;
}

async function withDatabase(results, database) {
  await results.part('generated files', assertGeneratedIsFresh);
  await results.part(SERVER, (env) => jest(SERVER, ['properties', 'server'], { ...database, ...env }, WAITING));
  await results.part(JOURNEYS, (env) => journeys(JOURNEYS, GATING, { ...database, ...env }));
  await results.runFailedAgain((file, env) => runFile(file, { ...database, ...env }));
}

const SERVER = 'properties, adapters and API';
/** Each of its workers waits a quarter of its time, for databases, mail servers and processes that start. */
const WAITING = ['--maxWorkers', '3'];
const JOURNEYS = 'browser journeys';
const GATING = ['--project', 'journeys', '--grep-invert', SLOW_JOURNEY];

const runFile = (file, env) =>
  file.startsWith('frontend/e2e/')
    ? journeys(file, [...GATING, '--workers', '1', file], { ...env, E2E_WORKERS: '1' })
    : jest(file, ['server'], env, [file]);

/** What the branch changes, committed or not; nothing on `main` itself or where git knows no `main`. */
function changedFiles() {
  for (const main of ['origin/main', 'main']) {
    try {
      const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
      const base = execFileSync('git', ['merge-base', 'HEAD', main], options).trim();
      return execFileSync('git', ['diff', '--name-only', base], options).split('\n').filter(Boolean);
    } catch {}
  }
  return [];
}

/** @param {ReturnType<typeof selectFiles>} files */
export async function runFiles({ journeys: browser, server, slow, ...quick }, options) {
  const withoutDatabase = Object.values(quick).flat();
  const withDatabase = [...server, ...slow];
  if (withoutDatabase.length > 0)
    await jest('without database', Object.keys(quick), {}, [...withoutDatabase, ...options]);
  if (withDatabase.length + browser.length === 0) return;
  await withPostgres(
    () => buildWhatChanged({ frontend: [...withDatabase, ...browser].some(needsBuiltSite) }),
    async (env) => {
      if (withDatabase.length > 0) await jest('with database', ['server', 'slow'], env, [...withDatabase, ...options]);
      if (browser.length > 0) await journeys('in the browser', [...browser, ...options], env);
    },
  );
}

if (import.meta.filename === process.argv[1]) {
  const { patterns, options } = testArguments(process.argv.slice(2));
  await (patterns.length === 0 ? everything() : runFiles(selectFiles(patterns), options)).catch(fail);
}
