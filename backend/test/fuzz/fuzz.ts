import { join } from 'node:path';
import { migrateAndSeed } from '../../src/migrate-and-seed.js';
import { stored } from '../api/api-helpers.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { keepCookies } from './actors.js';
import { methodsAt, type Operation, operations } from './document.js';
import { enter, newMember, walk } from './fixtures.js';
import { mangled, mutate } from './mutators.js';
import { anonymousFaults, answerFaults, documentFaults, logFaults } from './oracles.js';
import { contentFaults, inspectOutputs, SentEmails } from './outputs.js';
import { Random } from './random.js';
import { fieldsOf, readBack } from './read-back.js';
import { actorFor, type Draft, draftOf, sentOf } from './requests.js';
import { type Coverage, type Failure, Run } from './run.js';
import { smallest } from './shrinking.js';
import { restartSerial } from './values.js';
import { type Answer, type Sent, Wire } from './wire.js';

export interface Order {
  readonly count: number;
  readonly seed: number;
  /** Show this one, whatever becomes of it. */
  readonly only?: number;
}

export interface Report {
  readonly coverage: Coverage;
  readonly failures: readonly Failure[];
  readonly comparisons: number;
  readonly pages: number;
  readonly letters: number;
  readonly logLines: number;
  readonly seconds: number;
  readonly shown: string | null;
}

/** Each takes up to hundreds of requests. */
const SHRUNK = 5;

/** Sent at a time; what they were answered is learnt before the next are made. */
const AT_ONCE = 16;

/** Nobody asks for these as often as for the others: they hash passwords, or write to everybody. */
const SELDOM: Readonly<Record<string, number>> = {
  signIn: 0.2,
  changePassword: 0.2,
  beginSecondFactor: 0.2,
  removeSecondFactor: 0.2,
  replaceRecoveryCodes: 0.2,
  createAccount: 0.3,
  resetAccount: 0.3,
  signOut: 0.2,
  sendNewsletterIssue: 0.3,
};

interface Made {
  readonly number: number;
  readonly draft: Draft;
  readonly sent: Sent;
  /** How it was made. */
  readonly kind: 'sound' | 'spoilt' | 'stranger' | 'mangled';
}

function operationFor(random: Random): Operation {
  for (;;) {
    const chosen = random.pick(operations);
    if (random.chance(SELDOM[chosen.id] ?? 1)) return chosen;
  }
}

function make(run: Run, seed: number, number: number): Made {
  const random = new Random(seed, number);
  const { world: model, identities, receiver, addresses } = run;
  const at = { random, world: model, identities, receiver, addresses };
  const operation = operationFor(random);
  const roll = random.next();
  const visitor = roll >= 0.9 && roll < 0.96 ? actorFor(random, operation, false) : null;
  const actor = visitor ?? actorFor(random, operation, true) ?? 'nobody';
  const draft = draftOf(operation, actor, at);
  if (visitor) return { number, draft, sent: sentOf(draft), kind: 'stranger' };
  if (roll >= 0.96) {
    const { method, target, headers } = sentOf(draft);
    const raw = mangled(random, method, target, headers);
    return { number, draft, sent: { method, target, headers: [], body: null, raw }, kind: 'mangled' };
  }
  if (roll < 0.5) return { number, draft, sent: sentOf(draft), kind: 'sound' };
  for (let i = 0; i < (roll < 0.8 ? 1 : 3); i += 1) mutate(draft, random, model);
  return { number, draft, sent: sentOf(draft), kind: 'spoilt' };
}

/** What is longer is answered before any operation is found. */
const LONGEST_PARAMETER = 1_300;

/** Whether a request still asks for the operation that it was made for. */
function isStillFor({ draft, sent }: Made): boolean {
  const { path } = draft.operation;
  const [asked = ''] = sent.target.split('?');
  const pattern = path
    .split('/')
    .map((part) => (part.startsWith('{') ? `[^/]{1,${LONGEST_PARAMETER}}` : part.replaceAll('.', '\\.')))
    .join('/');
  return methodsAt(path).includes(sent.method) && new RegExp(`^${pattern}$`).test(asked) && !/[#;]/.test(asked);
}

/** Whether a request still carries what it takes to call its operation. */
const isShown = ({ operation: { security } }: Draft, { headers }: Sent): boolean =>
  security === null || headers.some(([name]) => name === (security === 'partnerKey' ? 'authorization' : 'cookie'));

function faultsOf(made: Made, answer: Answer): string[] {
  const { draft, sent, kind } = made;
  const general = [...answerFaults(answer, sent.method)];
  if (kind === 'mangled') return general;
  if (!isStillFor(made)) {
    const isAnswered = answer.status < 400 && !['GET', 'HEAD', 'OPTIONS'].includes(sent.method);
    return [...general, ...(isAnswered ? [`status ${answer.status} for ${sent.method}, which nobody takes here`] : [])];
  }
  if (kind === 'stranger') return [...general, ...anonymousFaults(answer.status)];
  if (answer.status < 400 && !isShown(draft, sent)) general.push(`status ${answer.status} for somebody unknown`);
  return [...general, ...documentFaults(draft.operation, sent.method, answer), ...contentFaults(answer)];
}

/** What a run is carried out against. */
interface Target {
  readonly server: ServerProcess;
  readonly database: TestDatabase;
  readonly letters: SentEmails;
}

/** Starts the built server with a database of its own, sends the requests, and says what came of it. */
export async function fuzz(order: Order, { isLimited = false } = {}): Promise<Report> {
  const began = Date.now();
  restartSerial();
  const database = await cloneDatabase();
  const mailFolder = temporaryFolder('mail');
  const emails = new SentEmails(mailFolder);
  const receiver = await WebhookReceiver.open();
  const environment = { ...ENVIRONMENT, ...(isLimited && LIMITS), MAIL_FOLDER: mailFolder };
  const server = await ServerProcess.start({ databaseUrl: database.url, environment });
  const wire = new Wire(server.url);
  const run = new Run(wire, receiver.url, isLimited ? 2 : 65_536);
  try {
    const shown = await carryOut(run, { server, database, letters: emails }, order);
    const pages = await inspectOutputs(run, Math.min(150, Math.ceil(order.count / 50)));
    await emails.read(run);
    const logLines = inspectLog(run, server.output);
    const { coverage, failures, comparisons } = run;
    const seconds = (Date.now() - began) / 1000;
    return { coverage, failures, comparisons, pages, letters: emails.count, logLines, seconds, shown };
  } finally {
    wire.close();
    await receiver.close();
    await server.end();
    await database.drop();
  }
}

const ENVIRONMENT = {
  // Each request comes from an address of its own, so that guesses of one do not hold up the others.
  TRUST_PROXY: 'true',
  NEWSLETTER_DOUBLE_OPT_IN: 'true',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
};

/** So low that a run of some hundred requests meets them. */
const LIMITS = { RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: '1', PARTNER_REQUESTS_PER_MINUTE: '40' };

/** @returns the request that is to be shown, and its answer */
async function carryOut(run: Run, target: Target, order: Order): Promise<string | null> {
  const { server, database, letters: emails } = target;
  let shown: string | null = null;
  const failed = new Map<number, Made>();
  const contentRoot = join(import.meta.dirname, '../../../content');
  const made = await migrateAndSeed({
    databaseUrl: database.url,
    contentRoot,
    demonstration: true,
    firstAccount: true,
  });
  await enter(run, made.oneTimePassword ?? '');
  await walk(run, emails);
  for (let first = 0; first < order.count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, order.count - first) }, (_, i) => first + i);
    const requests = numbers.map((number) => make(run, order.seed, number));
    const answers = await Promise.all(requests.map(({ sent }) => answerTo(run.wire, sent)));
    const readings = requests.map((request, index) => {
      const before = run.failures.length;
      const isAlone = requests.every((other) => other === request || pathOf(other.sent) !== pathOf(request.sent));
      const reading = take(run, request, answers[index] as Outcome, isAlone);
      if (run.failures.length > before && failed.size < SHRUNK) failed.set(request.number, request);
      return reading;
    });
    const asked = requests.findIndex(({ number }) => number === order.only);
    if (asked >= 0) shown = describe(requests[asked] as Made, answers[asked] as Outcome);
    await Promise.all(readings);
    if ((first / AT_ONCE) % 12 === 0) {
      await emails.read(run);
      await replaceNewcomer(run);
    }
    if (server.hasExited) throw new Error(`the server ended:\n${server.output.slice(-2_000)}`);
  }
  await strangersChangeNothing(run, target, order);
  await shrink(run, failed);
  return shown;
}

/** Makes the first failures as small as they can be, where sending them again fails again. */
async function shrink(run: Run, failed: ReadonlyMap<number, Made>): Promise<void> {
  const isWrong = (made: Made, faults: readonly string[]) => async (sent: Sent) => {
    const answer = await answerTo(run.wire, sent);
    const found = typeof answer === 'string' ? [`no answer: ${answer}`] : faultsOf({ ...made, sent }, answer);
    return found[0] === faults[0];
  };
  for (const failure of run.failures.slice(0, SHRUNK)) {
    const made = failed.get(failure.number ?? -1);
    if (made) failure.smallest = await smallest(made.sent, isWrong(made, failure.faults));
  }
}

/**
 * Judges every line, and tells failures what was logged of them.
 * @returns how many lines there were
 */
function inspectLog(run: Run, log: string): number {
  const lines = log.split('\n').filter((line) => line !== '');
  for (const failure of run.failures) {
    const id = /"requestId":"([\w-]+)"/.exec(failure.answer)?.[1];
    const errors = id ? lines.filter((line) => line.includes(id) && line.includes('"err"')) : [];
    failure.answer = [...errors, failure.answer].join('\n');
  }
  for (const line of lines) {
    const faults = logFaults(line);
    if (faults.length > 0) run.fail(null, 'the log', faults, null, null);
  }
  return lines.length;
}

/** An answer, or why there is none. */
type Outcome = Answer | string;

const answerTo = (wire: Wire, sent: Sent): Promise<Outcome> =>
  wire.send(sent).catch((error: { message: string }) => error.message);

const pathOf = ({ target }: Sent) => target.split('?', 1)[0];

/**
 * Judges an answer and learns from it.
 * @param isAlone whether nobody else changes the same thing at the same moment
 * @returns reading back what it stored, where that can be done
 */
function take(run: Run, made: Made, answer: Outcome, isAlone: boolean): Promise<void> | null {
  const { number, draft, sent, kind } = made;
  const { operation, actor } = draft;
  const what = `${operation.id} as ${actor}, ${kind} ${draft.spoilt.join(', ')}`;
  if (typeof answer === 'string') {
    run.fail(number, what, [`no answer: ${answer}`], sent, null);
    return null;
  }
  const faults = faultsOf(made, answer);
  if (faults.length > 0) run.fail(number, what, faults, sent, answer);
  if (kind === 'mangled' || !isStillFor(made)) return null;
  run.count(operation, answer.status);
  keepCookies(run.identity(actor), answer.headers['set-cookie']);
  const isNewBrand = run.world.isNewBrand(fieldsOf(sent.body)?.brandName);
  const answered = run.learn(operation, run.identity(actor).id, sent, answer);
  const isNew = operation.path.split('/{').length === 1;
  return answer.status >= 200 && answer.status < 300 && faults.length === 0 && (isAlone || isNew)
    ? readBack(run, number, operation, actor, sent, { answered, isNewBrand })
    : null;
}

/** The newcomer signs out, and is signed out, now and then. */
async function replaceNewcomer(run: Run): Promise<void> {
  const { status } = await run.call('newcomer', 'getSession');
  if (status === 401) run.identities.set('newcomer', await newMember(run, 'newcomer'));
}

/** What goes out in the background, and is still going: of these the rows are counted, or not even that. Nor of requests. */
const SENT_MEANWHILE = /^(newsletter_issues|webhook_endpoints)$/;
const SENDING = /^(mail_outbox|newsletter_recipients|webhook_(events|deliveries|attempts)|request_counts)$/;

async function undisturbed(database: TestDatabase): Promise<Record<string, string>> {
  const digests = Object.entries(await stored({ database })).filter(([table]) => !SENDING.test(table));
  const shown = ([table, digest]: [string, string]) => (SENT_MEANWHILE.test(table) ? digest.split(',', 1)[0] : digest);
  return Object.fromEntries(digests.map((entry) => [entry[0], shown(entry) ?? '']));
}

/** Many requests of people who may not, each as it should be otherwise; and everything stored is as it was. */
async function strangersChangeNothing(run: Run, { database }: Target, { count, seed }: Order): Promise<void> {
  const before = await undisturbed(database);
  for (let number = 0; number < count / 20; number += 1) {
    const random = new Random(seed, count + number);
    const operation = operationFor(random);
    const actor = actorFor(random, operation, false);
    if (!actor) continue;
    const { world: model, identities, receiver, addresses } = run;
    const sent = sentOf(draftOf(operation, actor, { random, world: model, identities, receiver, addresses }));
    const answer = await run.wire.send(sent);
    const faults = [...answerFaults(answer), ...anonymousFaults(answer.status)];
    if (faults.length > 0) run.fail(count + number, `${operation.id} as ${actor}`, faults, sent, answer);
    run.count(operation, answer.status);
  }
  const after = await undisturbed(database);
  const changed = Object.entries(after).filter(([table, digest]) => before[table] !== digest);
  if (changed.length > 0) run.fail(null, 'strangers', [`changed ${changed.map(([table]) => table)}`], null, null);
}

function describe({ number, draft, sent, kind }: Made, answer: Outcome): string {
  const shown = typeof answer === 'string' ? answer : `${answer.status}\n${answer.body}`;
  return [
    `${number}: ${draft.operation.id} as ${draft.actor}, ${kind} ${draft.spoilt.join(', ')}`,
    asJson(sent),
    shown,
  ].join('\n');
}

/** A request as text that says every byte of it. */
export function asJson({ method, target, headers, body, raw }: Sent): string {
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

/** One line an operation: how often it was answered how. */
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
