import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stored } from '../api/api-helpers.js';
import { Random } from '../support/random.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { keepCookies } from './actors.js';
import { prepare, settle } from './background.js';
import { methodsAt, type Operation, operations } from './document.js';
import { callEveryOperation } from './every-operation.js';
import { createActors, newMember, runWorkflows } from './fixtures.js';
import { malformedHttp, mutate } from './mutators.js';
import { authorizationViolations, contractViolations, logViolations, responseViolations } from './oracles.js';
import { contentViolations, inspectOutputs, SentEmails } from './outputs.js';
import { fieldsOf, readBack } from './read-back.js';
import { actorFor, type Draft, draftOf, toWireRequest } from './requests.js';
import { type Coverage, type Failure, Run } from './run.js';
import { smallest } from './shrinking.js';
import { Wire, type WireRequest, type WireResponse } from './wire.js';

interface FuzzOptions {
  readonly count: number;
  readonly seed: number;
  /** Print this request and its response, even if it passes. */
  readonly only?: number;
}

export interface Report {
  readonly coverage: Coverage;
  readonly failures: readonly Failure[];
  readonly comparisons: number;
  readonly pages: number;
  readonly emails: number;
  readonly logLines: number;
  readonly seconds: number;
  readonly shown: string | null;
}

/** Shrinking one failure takes up to several hundred requests. */
const MAX_SHRUNK = 5;

/** Requests between two looks at the mail, and at whether the newcomer is still signed in. */
const ROUND = 200;

/** Operations called less often because they hash passwords or send many emails. */
const WEIGHTS: Readonly<Record<string, number>> = {
  signIn: 0.2,
  changePassword: 0.2,
  beginSecondFactor: 0.2,
  removeSecondFactor: 0.2,
  replaceRecoveryCodes: 0.2,
  createAccount: 0.3,
  resetAccount: 0.3,
  signOut: 0.2,
  sendNewsletterIssue: 0.3,
  // Every document that is taken down leaves less to read.
  takeDownDocument: 0.3,
};

interface GeneratedRequest {
  readonly number: number;
  readonly draft: Draft;
  readonly sent: WireRequest;
  /** How it was generated. */
  readonly kind: 'valid' | 'mutated' | 'unauthorized' | 'malformed';
}

function operationFor(random: Random): Operation {
  for (;;) {
    const chosen = random.pick(operations);
    if (random.chance(WEIGHTS[chosen.id] ?? 1)) return chosen;
  }
}

function generateRequest(run: Run, seed: number, number: number): GeneratedRequest {
  const random = new Random(seed, number);
  const { model, identities, receiver } = run;
  const at = { random, model, identities, receiver };
  const operation = operationFor(random);
  const roll = random.next();
  const visitor = roll >= 0.9 && roll < 0.96 ? actorFor(random, operation, false) : null;
  const actor = visitor ?? actorFor(random, operation, true) ?? 'anonymous';
  const draft = draftOf(operation, actor, at);
  if (visitor) return { number, draft, sent: toWireRequest(draft), kind: 'unauthorized' };
  if (roll >= 0.96) {
    const { method, target, headers } = toWireRequest(draft);
    const raw = malformedHttp(random, method, target, headers);
    return { number, draft, sent: { method, target, headers: [], body: null, raw }, kind: 'malformed' };
  }
  if (roll < 0.5) return { number, draft, sent: toWireRequest(draft), kind: 'valid' };
  for (let i = 0; i < (roll < 0.8 ? 1 : 3); i += 1) mutate(draft, random, model);
  return { number, draft, sent: toWireRequest(draft), kind: 'mutated' };
}

/** The server rejects longer parameters before it looks up the operation. */
const LONGEST_PARAMETER = 1_300;

/** Whether a mutated request still targets the operation it was generated for. */
function matchesOperation({ draft, sent }: GeneratedRequest): boolean {
  const { path } = draft.operation;
  const [requested = ''] = sent.target.split('?');
  const pattern = path
    .split('/')
    .map((part) => part.replaceAll('.', '\\.').replace(/\{\w+\}/, `[^/]{1,${LONGEST_PARAMETER}}`))
    .join('/');
  return methodsAt(path).includes(sent.method) && new RegExp(`^${pattern}$`).test(requested) && !/[#;]/.test(requested);
}

/** Whether a request still carries the credentials its operation needs. */
const carriesCredentials = ({ operation: { security } }: Draft, { headers }: WireRequest): boolean =>
  security === null || headers.some(([name]) => name === (security === 'partnerKey' ? 'authorization' : 'cookie'));

function violationsOf(generated: GeneratedRequest, response: WireResponse): string[] {
  const { draft, sent, kind } = generated;
  const general = [...responseViolations(response, sent.method)];
  if (kind === 'malformed') return general;
  if (!matchesOperation(generated)) {
    const isAnswered = response.status < 400 && !['GET', 'HEAD', 'OPTIONS'].includes(sent.method);
    return [
      ...general,
      ...(isAnswered ? [`status ${response.status} for ${sent.method}, which this path does not accept`] : []),
    ];
  }
  if (kind === 'unauthorized') return [...general, ...authorizationViolations(response.status)];
  if (response.status < 400 && !carriesCredentials(draft, sent))
    general.push(`status ${response.status} for an anonymous request`);
  return [...general, ...contractViolations(draft.operation, sent.method, response), ...contentViolations(response)];
}

/** What a run tests. */
interface Target {
  readonly server: ServerProcess;
  readonly database: TestDatabase;
  readonly emails: SentEmails;
  /** Of the first account. */
  readonly oneTimePassword: string;
}

/** Starts the built server with its own database, sends the requests, and reports the results. */
export async function fuzz(order: FuzzOptions): Promise<Report> {
  const began = Date.now();
  const database = await cloneDatabase();
  const sandbox = await cloneDatabase();
  const mailFolder = temporaryFolder('mail');
  const emails = new SentEmails(mailFolder);
  const receiver = await WebhookReceiver.open();
  const oneTimePassword = await seeded(database, order.seed);
  const environment = {
    ...ENVIRONMENT,
    MAIL_FOLDER: mailFolder,
    SANDBOX_DATABASE_URL: sandbox.url,
    SEEDED_IDS: `${order.seed} in the server`,
  };
  const server = await ServerProcess.start({ databaseUrl: database.url, environment, nodeOptions: SEEDED });
  const wire = new Wire(server.url);
  const run = new Run(wire, receiver.url);
  try {
    const shown = await runRequests(run, { server, database, emails, oneTimePassword }, order);
    const pages = await inspectOutputs(run, Math.min(150, Math.ceil(order.count / 50)));
    await emails.read(run);
    const logLines = inspectLog(run, server.output);
    const { coverage, failures, comparisons } = run;
    const seconds = (Date.now() - began) / 1000;
    return { coverage, failures, comparisons, pages, emails: emails.count, logLines, seconds, shown };
  } finally {
    wire.close();
    await receiver.close();
    await server.end();
    await database.release();
    await sandbox.release();
  }
}

const ENVIRONMENT = {
  // Each request comes from a different address, so rate limits for one do not affect the others.
  TRUST_PROXY: 'true',
  NEWSLETTER_DOUBLE_OPT_IN: 'true',
  SPOT_CHECK_PERCENT: '100',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  // Which requests a decision takes effect between would depend on the machine.
  UNDO_SECONDS: '600',
};

const SEEDED = ['--import', join(import.meta.dirname, 'seeded-ids.mjs')];

/**
 * Loads the demonstration and a first account, in a separate process that makes the same ids in every run.
 * @returns the one-time password of the account
 */
async function seeded(database: TestDatabase, seed: number): Promise<string> {
  const script = join(import.meta.dirname, '../../dist/migrate-and-seed.js');
  const env = { DATABASE_URL: database.url, DEMO_DATA: 'true', FIRST_ACCOUNT: 'true', SEEDED_IDS: `${seed} before it` };
  const { stdout } = await promisify(execFile)(process.execPath, [...SEEDED, script], { env });
  await prepare(database);
  return JSON.parse(stdout).oneTimePassword;
}

/**
 * Sends one request at a time: which of two came first would be different in every run, and with it what the server knows
 * when the next is generated. What only several at a time can break is tested in test/multi-instance and test/api.
 * @returns the request to show and its response
 */
async function runRequests(run: Run, target: Target, order: FuzzOptions): Promise<string | null> {
  const { server, database, emails } = target;
  let shown: string | null = null;
  const failed = new Map<number, GeneratedRequest>();
  await createActors(run, target.oneTimePassword);
  const settled = () => settle(database, run.receiver);
  await runWorkflows(run, emails, settled);
  await settled();
  await callEveryOperation(run);
  await settled();
  for (let number = 0; number < order.count; number += 1) {
    if (number % ROUND === 0) {
      await emails.read(run);
      await replaceNewcomer(run);
    }
    const request = generateRequest(run, order.seed, number);
    const response = await answerTo(run.wire, request.sent);
    const before = run.failures.length;
    const reading = checkResponse(run, request, response);
    if (run.failures.length > before && failed.size < MAX_SHRUNK) failed.set(number, request);
    if (number === order.only) shown = describe(request, response);
    await reading;
    if (request.kind === 'malformed' || request.sent.method !== 'GET') await settled();
    if (server.hasExited) throw new Error(`the server ended:\n${server.output.slice(-2_000)}`);
  }
  await checkUnauthorizedRequests(run, target, order);
  await shrink(run, failed);
  return shown;
}

/** Shrinks the first failures that can be reproduced. */
async function shrink(run: Run, failed: ReadonlyMap<number, GeneratedRequest>): Promise<void> {
  const isWrong = (generated: GeneratedRequest, violations: readonly string[]) => async (sent: WireRequest) => {
    const response = await answerTo(run.wire, sent);
    const found =
      typeof response === 'string' ? [`no response: ${response}`] : violationsOf({ ...generated, sent }, response);
    return found[0] === violations[0];
  };
  for (const failure of run.failures.slice(0, MAX_SHRUNK)) {
    const generated = failed.get(failure.number ?? -1);
    if (generated) failure.smallest = await smallest(generated.sent, isWrong(generated, failure.violations));
  }
}

/**
 * Checks every log line, and adds the logged errors to the failures they belong to.
 * @returns the number of lines
 */
function inspectLog(run: Run, log: string): number {
  const lines = log.split('\n').filter((line) => line !== '');
  for (const failure of run.failures) {
    const id = /"requestId":"([\w-]+)"/.exec(failure.response)?.[1];
    const errors = id ? lines.filter((line) => line.includes(id) && line.includes('"err"')) : [];
    failure.response = [...errors, failure.response].join('\n');
  }
  for (const line of lines) {
    const violations = logViolations(line);
    if (violations.length > 0) run.fail(null, 'the log', violations, null, null);
  }
  return lines.length;
}

/** A response, or the error message if there is none. */
type Outcome = WireResponse | string;

const answerTo = (wire: Wire, sent: WireRequest): Promise<Outcome> =>
  wire.send(sent).catch((error: { message: string }) => error.message);

/**
 * Checks a response and learns from it.
 * @returns a promise that reads back what was stored, where possible
 */
function checkResponse(run: Run, generated: GeneratedRequest, response: Outcome): Promise<void> | null {
  const { number, draft, sent, kind } = generated;
  const { operation, actor } = draft;
  const what = `${operation.id} as ${actor}, ${kind} ${draft.mutations.join(', ')}`;
  if (typeof response === 'string') {
    run.fail(number, what, [`no response: ${response}`], sent, null);
    return null;
  }
  const violations = violationsOf(generated, response);
  if (violations.length > 0) run.fail(number, what, violations, sent, response);
  if (kind === 'malformed' || !matchesOperation(generated)) return null;
  run.count(operation, response.status);
  keepCookies(run.identity(actor), response.headers['set-cookie']);
  const isNewBrand = run.model.isNewBrand(fieldsOf(sent.body)?.brandName);
  const answered = run.learn(operation, run.identity(actor).id, sent, response);
  return response.status >= 200 && response.status < 300 && violations.length === 0
    ? readBack(run, number, operation, actor, sent, { answered, isNewBrand })
    : null;
}

/** Creates a new newcomer if its session has ended. */
async function replaceNewcomer(run: Run): Promise<void> {
  const { status } = await run.call('newcomer', 'getSession');
  if (status === 401) run.identities.set('newcomer', await newMember(run, 'newcomer'));
}

/** Tables that background jobs write to. For the first group we compare row counts only; the second is skipped. */
const UPDATED_IN_BACKGROUND = /^(newsletter_issues|webhook_endpoints)$/;
const WRITTEN_IN_BACKGROUND =
  /^(mail_outbox|follow_events|follows|newsletter_recipients|webhook_(events|deliveries|attempts)|request_counts)$/;

async function stableDigests(database: TestDatabase): Promise<Record<string, string>> {
  const digests = Object.entries(await stored({ database })).filter(([table]) => !WRITTEN_IN_BACKGROUND.test(table));
  const shown = ([table, digest]: [string, string]) =>
    UPDATED_IN_BACKGROUND.test(table) ? digest.split(',', 1)[0] : digest;
  return Object.fromEntries(digests.map((entry) => [entry[0], shown(entry) ?? '']));
}

/** Sends valid requests with missing or insufficient credentials, and checks that the database did not change. */
async function checkUnauthorizedRequests(run: Run, { database }: Target, { count, seed }: FuzzOptions): Promise<void> {
  await settle(database, run.receiver);
  const before = await stableDigests(database);
  for (let number = 0; number < count / 20; number += 1) {
    const random = new Random(seed, count + number);
    const operation = operationFor(random);
    const actor = actorFor(random, operation, false);
    if (!actor) continue;
    const { model, identities, receiver } = run;
    const sent = toWireRequest(draftOf(operation, actor, { random, model, identities, receiver }));
    const response = await run.wire.send(sent);
    const violations = [...responseViolations(response), ...authorizationViolations(response.status)];
    if (violations.length > 0) run.fail(count + number, `${operation.id} as ${actor}`, violations, sent, response);
    run.count(operation, response.status);
  }
  const after = await stableDigests(database);
  const changed = Object.entries(after).filter(([table, digest]) => before[table] !== digest);
  if (changed.length > 0)
    run.fail(null, 'unauthorized requests', [`changed ${changed.map(([table]) => table)}`], null, null);
}

function describe({ number, draft, sent, kind }: GeneratedRequest, response: Outcome): string {
  const shown = typeof response === 'string' ? response : `${response.status}\n${response.body}`;
  return [
    `${number}: ${draft.operation.id} as ${draft.actor}, ${kind} ${draft.mutations.join(', ')}`,
    asJson(sent),
    shown,
  ].join('\n');
}

/** A request as text, without losing a byte. */
export function asJson({ method, target, headers, body, raw }: WireRequest): string {
  const text = body?.toString('utf8') ?? null;
  const isText = text === null || Buffer.from(text).equals(body as Buffer);
  return JSON.stringify({
    method,
    target,
    headers,
    ...(isText ? { body: text } : { base64: body?.toString('base64') }),
    raw,
  });
}

/** One line per operation: how often it returned each class of status. */
export function coverageTable(coverage: Coverage): string {
  const classes = [2, 3, 4, 5];
  const lines = operations.map(({ id }) => {
    const statuses = [...(coverage.get(id) ?? [])];
    const of = (first: number) =>
      statuses.filter(([status]) => Math.floor(status / 100) === first).reduce((sum, [, times]) => sum + times, 0);
    return `${id.padEnd(32)}${classes.map((first) => String(of(first)).padStart(7)).join('')}`;
  });
  return [`${'operation'.padEnd(32)}${classes.map((first) => `${first}xx`.padStart(7)).join('')}`, ...lines].join('\n');
}

export const withoutSuccess = (coverage: Coverage): string[] =>
  operations.map(({ id }) => id).filter((id) => ![...(coverage.get(id)?.keys() ?? [])].some((status) => status < 300));
