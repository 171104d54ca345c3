// What the parts of `npm test` found: which tests failed, which of them passed when run again, and what was slow.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { mayRunAgain } from './suites.mjs';

/** With more files that fail by chance, something is wrong that running them again would hide. */
const MAX_FLAKY_FILES = 3;

const SLOWEST = 20;

/** How much of a failure's message is printed: of one that happens by chance, it may be all there is to go by. */
const REASON_CHARACTERS = 300;

export class TestResults {
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-results-'));
  /** @type {import('./record-tests.mjs').TestRecord[]} */
  tests = [];
  /** Names of parts that failed without naming a test, and of those that could not run. */
  failedParts = [];
  /** @type {{ file: string, title: string }[]} */
  flaky = [];

  /** Runs a part. @returns whether it passed @param {(env: { TEST_RECORD: string }) => Promise<unknown>} run */
  async part(label, run) {
    const { tests, error } = await this.recorded(label, run);
    this.tests.push(...tests);
    if (error && !tests.some(isFailed)) this.failedParts.push(error.message);
    return error === null;
  }

  /** A part that needs what could not be made. */
  notRun(label, why) {
    this.failedParts.push(`${label}: NOT RUN, because ${why}`);
  }

  /**
   * Runs each file in which a journey, a page or an API test failed once more, alone. The failures of files that pass now are
   * listed as flaky. Nothing runs again if the result would be red in any case.
   * @param {(file: string, env: { TEST_RECORD: string }) => Promise<unknown>} runFile
   */
  async runFailedAgain(runFile) {
    const failed = this.tests.filter(isFailed);
    const files = [...new Set(failed.map(({ file }) => file))];
    if (files.length > MAX_FLAKY_FILES || this.failedParts.length > 0 || !failed.every(mayRunAgain)) return;
    for (const file of files) {
      const { tests, error } = await this.recorded(`${file}, again`, (env) => runFile(file, env));
      if (error || tests.length === 0) continue;
      this.flaky.push(...failed.filter((test) => test.file === file));
      this.tests = [...this.tests.filter((test) => test.file !== file), ...tests];
    }
  }

  /** Prints everything. @returns whether it is red */
  report() {
    rmSync(this.folder, { recursive: true, force: true });
    const failed = this.tests.filter(isFailed);
    printSlow(this.tests);
    const count = (outcome) => this.tests.filter((test) => test.outcome === outcome).length;
    console.log(
      `\n${count('passed')} passed, ${failed.length + this.failedParts.length} failed, ${count('skipped')} skipped`,
    );
    for (const test of failed) console.log(`FAIL ${described(test)}`);
    for (const part of this.failedParts) console.log(`FAIL ${part}`);
    for (const test of this.flaky) console.log(`FLAKY ${described(test)}`);
    return failed.length + this.failedParts.length > 0;
  }

  async recorded(label, run) {
    const file = join(this.folder, `${label.replaceAll(/\W+/g, '-')}.jsonl`);
    const error = await run({ TEST_RECORD: file }).then(
      () => null,
      (reason) => reason,
    );
    return { tests: readRecords(file), error };
  }
}

const isFailed = ({ outcome }) => outcome === 'failed';

function described({ file, title, reason = '' }) {
  const line = stripVTControlCharacters(reason).replaceAll(/\s+/g, ' ').slice(0, REASON_CHARACTERS);
  return line === '' ? `${file}: ${title}` : `${file}: ${title}\n     ${line}`;
}

/** @returns none for a part that is no test run */
function readRecords(file) {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function printSlow(tests) {
  const line = ({ seconds, limitSeconds, file, title }) =>
    `${seconds.toFixed(1).padStart(7)} s${limitSeconds ? ` of ${limitSeconds}` : ''}  ${file}: ${title}`;
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(`\nThe ${slowest.length} slowest tests:`);
  for (const test of slowest) console.log(line(test));
  const near = tests.filter(({ seconds, limitSeconds }) => limitSeconds && seconds > limitSeconds / 2);
  if (near.length > 0) console.log('\nMore than half of their limit:');
  for (const test of near) console.log(line(test));
}
