// A reporter for Jest and for Playwright: appends each finished test, as a line of JSON, to the file that TEST_RECORD names.
// test-results.mjs reads it.
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './lib.mjs';

/**
 * @typedef {object} TestRecord
 * @property {string} file below the root, or the runner's name for what belongs to no file
 * @property {string} title
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {number} seconds
 * @property {number | null} limitSeconds when it would have been ended
 * @property {string} [reason] of a failure, as far as its runner tells
 */

/** @param {TestRecord} test */
const record = (test) => appendFileSync(process.env.TEST_RECORD, `${JSON.stringify(test)}\n`);

const below = (file) => relative(root, file).replaceAll('\\', '/');

/** Prints what the page of a failed journey showed. CI deletes its files, so the log is all that is left of it. */
function printPage(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const [page] = (path && readFileSync(path, 'utf8').match(/```yaml.*?```/s)) ?? [];
  if (page) console.log(page);
}

const failure = (file, title, reason) =>
  record({ file, title, outcome: 'failed', seconds: 0, limitSeconds: null, reason });

/** Each runner calls the methods that it knows. */
export default class RecordTests {
  // Jest
  onTestResult({ path, context }, { testResults, testExecError }) {
    for (const { ancestorTitles, title, status, duration, failureMessages } of testResults)
      record({
        file: below(path),
        title: [...ancestorTitles, title].join(' > '),
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
        seconds: (duration ?? 0) / 1000,
        limitSeconds: context.config.testTimeout / 1000,
        reason: failureMessages[0]?.split(/\n\s+at /)[0],
      });
    // The file did not load, or a hook after its last test failed.
    if (testExecError) failure(below(path), 'set-up of the file', testExecError.message);
  }

  onRunComplete(_, { runExecError }) {
    if (runExecError) failure('Jest', 'the run', runExecError.message);
  }

  // Playwright
  onTestEnd(test, { status, duration, error, attachments }) {
    record({
      file: below(test.location.file),
      title: test.titlePath().slice(3).join(' > '),
      outcome: status === 'skipped' || status === 'passed' ? status : 'failed',
      seconds: duration / 1000,
      limitSeconds: test.timeout / 1000,
      reason: error?.message,
    });
    printPage(attachments);
  }

  onError({ message = 'unknown error' }) {
    failure('Playwright', message);
  }

  printsToStdio() {
    return false;
  }
}
