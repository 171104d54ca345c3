import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { getSubmission, requestChanges, settleComment } from '../../../frontend/src/api/generated/sdk.gen.js';
import { clockOf } from '../../../scripts/test-clock.mjs';
import { approve, type LabWithKey, labWithKey, signInAsStaff } from '../api/api-helpers.js';
import { type ServingAccount, servingAccount } from '../support/runtime-role-account.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { clientAt } from '../support/test-server.js';
import { aPdf } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';

const root = join(import.meta.dirname, '../../..');

/** The guide's files, saved under the names it gives them, and the report of the lab. */
function filesOfTheGuide(): string {
  const folder = temporaryFolder('guide');
  const guide = readFileSync(join(root, 'docs/labs.md'), 'utf8');
  for (const [, name = '', text = ''] of guide.matchAll(/^```\S+ (\S+)\n([\s\S]*?)^```$/gm)) {
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'report.pdf'), aPdf('Certificate of Analysis'));
  return folder;
}

/** The lab's client while it runs. */
class Program {
  printed: { readonly step: string; readonly id?: string }[] = [];
  private errors = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown[]>;

  constructor(url: string, key: string) {
    const program = join(import.meta.dirname, 'partner-client.mjs');
    this.child = spawn(process.execPath, [program, filesOfTheGuide()], {
      env: { PATH: process.env.PATH, ...clockOf(process.env), BASE_URL: url, CLEARBATCH_KEY: key },
    });
    this.exited = once(this.child, 'exit');
    let output = '';
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const lines = output.split('\n').slice(0, -1);
      this.printed = lines.map((line) => JSON.parse(line));
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
  }

  /** Waits until the client reports a step. @returns the id in its report */
  async perform(step: string): Promise<string> {
    const isDone = () => this.printed.find((one) => one.step === step);
    await until(`the client reports ${step}`, async () => {
      if (this.child.exitCode !== null && !isDone()) throw new Error(`It ended:\n${this.errors}`);
      return isDone() !== undefined;
    });
    return isDone()?.id ?? '';
  }

  async end(): Promise<{ code: unknown; errors: string }> {
    const [code] = await this.exited;
    return { code, errors: this.errors };
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

const STEPS = [
  'key',
  'PDF read',
  'validated',
  'sent',
  'found',
  'taken back',
  'answered',
  'published',
  'amended',
  'withdrawn',
  'bulk',
  'caught up',
  'webhook refused',
];

let database: TestDatabase;
let serving: ServingAccount;
let server: ServerProcess;
let staff: Client;
let lab: LabWithKey;
let program: Program | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  serving = await servingAccount(database);
  const environment = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://registry.example',
    RATE_LIMIT_DISABLED: 'false',
    LOG_LEVEL: 'warn',
  };
  server = await ServerProcess.start({ databaseUrl: serving.url, environment });
  staff = await signInAsStaff({ database, client: () => clientAt(server.url) }, 'robin');
  lab = await labWithKey(staff, { name: 'Example Analytical' });
});

afterAll(async () => {
  program?.kill();
  await server?.end('SIGKILL');
  await database?.release();
  await serving?.drop();
});

const versionOf = async (id: string) => (await getSubmission({ client: staff, path: { id }, throwOnError: true })).data;

/** Performs the reviewer's part. */
async function review(running: Program): Promise<void> {
  const id = await running.perform('taken back').then(() => running.perform('sent'));
  const comments = [{ code: 'units-unclear' as const, weight: 'major' as const, text: 'Please check the THC figure.' }];
  const { version } = await versionOf(id);
  await requestChanges({ client: staff, path: { id }, body: { version, comments }, throwOnError: true });
  await running.perform('answered');
  const answered = await versionOf(id);
  expect(answered.notes).toBe('Checked: Please check the THC figure.');
  for (const { id: commentId } of answered.comments) {
    const body = { version: answered.version };
    await settleComment({ client: staff, path: { id, commentId }, body, throwOnError: true });
  }
  await approve(staff, id);
  await approve(staff, await running.perform('amended'));
}

it('a client written from the guide completes the whole journey against a server in production, behind https', async () => {
  program = new Program(server.url, lab.issued.key);
  await review(program);
  expect(await program.end()).toEqual({ code: 0, errors: '' });
  expect(program.printed.map(({ step }) => step)).toEqual(STEPS);
  expect(server.hasExited).toBe(false);
});
