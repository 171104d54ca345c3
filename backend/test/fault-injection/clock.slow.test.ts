import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/domain/shared/durations.js';
import { SESSION_HOURS } from '../../src/domain/staff/account.js';
import type { MailRow } from '../../src/platform/email/outbox.js';
import { sql } from '../api/api-helpers.js';
import { emailsIn } from '../support/mail-folder.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { createStaff } from '../support/test-server.js';
import { totpCode } from '../support/totp-code.js';
import { until } from '../support/until.js';
import { createUsers, report, submission, type TestUsers } from './users.js';

const SCRIPT = join(import.meta.dirname, '../support/shifted-clock.mjs');
const PASSWORD = 'correct horse battery staple';

let database: TestDatabase;
let right: ServerProcess;
let who: TestUsers;

const start = (environment: Record<string, string> = {}) =>
  ServerProcess.start({ databaseUrl: database.url, environment, nodeOptions: ['--import', SCRIPT] });

beforeAll(async () => {
  database = await cloneDatabase();
  const password = await createStaff(database, 'robin');
  right = await start();
  who = await createUsers(right.url, 'robin', password);
});
afterAll(async () => {
  await right?.end();
  await database?.release();
});

const send = (server: ServerProcess, method: string, path: string, body?: unknown, headers = {}) =>
  fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const one = async <Row>(statement: string, values: unknown[] = []): Promise<Row | undefined> =>
  (await sql<Row>({ database }, statement, values))[0];

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Minutes between the real time and a stored timestamp. */
const awayMs = (at: string | Date | undefined) => Math.abs(new Date(at ?? 0).getTime() - Date.now());

const A_MINUTE_MS = 60_000;

describe.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('an instance whose clock is an hour %s', (_, shift) => {
  const mailFolder = temporaryFolder('mail');
  let wrong: ServerProcess;
  beforeAll(async () => {
    wrong = await start({ CLOCK_SHIFT_MS: String(shift), MAIL_FOLDER: mailFolder });
  });
  afterAll(() => wrong?.end());

  it("logs the difference and uses the database's clock", async () => {
    expect(wrong.output).toMatch(/the clock was -?3\d{3} s ahead of the database's/);
    expect((await send(wrong, 'POST', '/api/coa/submit', submission(`clock ${shift}`))).status).toBe(201);
    const stored = await one<{ createdAt: Date }>('SELECT "createdAt" FROM coa_data WHERE "batchId" = $1', [
      `clock ${shift}`,
    ]);
    expect(awayMs(stored?.createdAt)).toBeLessThan(A_MINUTE_MS);
  });

  it('accepts sessions from other instances, and its own last as long', async () => {
    expect((await send(wrong, 'GET', '/api/staff/session', undefined, who.staff)).status).toBe(200);
    const signedIn = await send(wrong, 'POST', '/api/staff/session', { username: 'robin', password: PASSWORD });
    expect(signedIn.status).toBe(200);
    const session = await one<{ expiresAt: Date }>('SELECT max("expiresAt") AS "expiresAt" FROM staff_sessions');
    // An instance knows the database's clock up to the time that a question and its answer take.
    const begun = new Date((session?.expiresAt.getTime() ?? 0) - SESSION_HOURS * HOUR_MS);
    expect(awayMs(begun)).toBeLessThan(A_MINUTE_MS);
    const headers = { cookie: cookiesOf(signedIn) };
    expect((await send(right, 'GET', '/api/staff/session', undefined, headers)).status).toBe(200);
  });

  it('accepts age verification across instances, in both directions', async () => {
    for (const [here, there] of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      const headers = { cookie: cookiesOf(await send(here, 'POST', '/api/verify-age', { verified: true })) };
      const status = await send(there, 'GET', '/api/age-verification-status', undefined, headers);
      expect(await status.json()).toEqual({ verified: true });
    }
  });

  it('replays idempotent responses of other instances', async () => {
    const headers = { ...who.lab, 'idempotency-key': randomUUID() };
    const body = report(`repeated ${shift}`);
    const first = await send(right, 'POST', '/api/partner/certificates', body, headers);
    const second = await send(wrong, 'POST', '/api/partner/certificates', body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
  });

  it('leaves alone what others are sending, and sends what is due', async () => {
    await right.end(); // it would send as well
    await until('nothing is left', async () => {
      const left = await one<{ count: number }>(
        `SELECT count(*)::int AS count FROM mail_outbox WHERE state = 'waiting' AND "leasedUntil" IS NULL AND "nextAttemptAt" <= now()`,
      );
      return left?.count === 0;
    });
    const due = `INSERT INTO mail_outbox (kind, payload, "createdAt", "nextAttemptAt", "leasedUntil")
                 VALUES ('submission.received', $1, now(), $2, $3) RETURNING id`;
    const certificate = await one<{ id: string }>('SELECT "id" FROM coa_data WHERE "batchId" = $1', [`clock ${shift}`]);
    const payload = JSON.stringify({ certificateId: certificate?.id });
    const minutes = (count: number) => new Date(Date.now() + count * A_MINUTE_MS);
    const leased = await one<{ id: string }>(due, [payload, minutes(-30), minutes(4)]);
    const free = await one<{ id: string }>(due, [payload, minutes(-1), null]);
    const later = await one<{ id: string }>(due, [payload, minutes(30), null]);
    const stored = (mail?: { id: string }) =>
      one<Pick<MailRow, 'state' | 'attempts' | 'lastError' | 'messageId'>>(
        'SELECT "state", "attempts", "lastError", "messageId" FROM mail_outbox WHERE "id" = $1',
        [mail?.id],
      );
    await until('the due email was tried', async () => (await stored(free))?.attempts === 1);
    const sent = await stored(free);
    expect(sent).toMatchObject({ state: 'sent', lastError: null });
    const written = (await emailsIn(mailFolder)).filter(({ messageId }) => messageId === sent?.messageId);
    expect(written).toHaveLength(1);
    expect(written[0]?.to).toMatchObject([{ address: 'robin@submitter.example' }]);
    for (const mail of [leased, later]) expect(await stored(mail)).toMatchObject({ state: 'waiting', attempts: 0 });
    right = await start();
  });
});

it('is not affected when its clock jumps at runtime', async () => {
  const server = await start({ CLOCK_JUMP_MS: String(HOUR_MS) });
  try {
    server.signal('SIGUSR2');
    await until('the clock has jumped', async () => server.output.includes('the clock jumped'));
    expect((await send(server, 'POST', '/api/coa/submit', submission('after a jump'))).status).toBe(201);
    const stored = await one<{ createdAt: Date }>(`SELECT "createdAt" FROM coa_data WHERE "batchId" = 'after a jump'`);
    expect(awayMs(stored?.createdAt)).toBeLessThan(A_MINUTE_MS);
    expect((await send(server, 'GET', '/api/staff/session', undefined, who.staff)).status).toBe(200);
  } finally {
    await server.end();
  }
});

it('explains a code rejected because of the device clock, and accepts a correct one', async () => {
  const oneTimePassword = await createStaff(database, 'edith');
  const { staff } = await createUsers(right.url, 'edith', oneTimePassword);
  const begun = await send(right, 'POST', '/api/staff/second-factor', { password: PASSWORD }, staff);
  const { secret } = await begun.json();
  const step = (shift: number) => Math.floor((Date.now() + shift) / 30_000);
  for (const shift of [HOUR_MS, -HOUR_MS]) {
    const code = totpCode(secret, step(shift));
    const refused = await send(right, 'POST', '/api/staff/second-factor/confirmation', { code }, staff);
    expect(refused.status).toBe(400);
    expect((await refused.json()).detail).toContain("check that your device's clock is right");
  }
  const code = totpCode(secret, step(0));
  expect((await send(right, 'POST', '/api/staff/second-factor/confirmation', { code }, staff)).status).toBe(200);
});

it('lists rows with timestamps in the future as usual', async () => {
  for (let i = 0; i < 3; i += 1) {
    const headers = { ...who.lab, 'idempotency-key': randomUUID() };
    await send(right, 'POST', '/api/partner/certificates', report(`future ${i}`), headers);
    await send(right, 'POST', '/api/coa/submit', submission(`future too ${i}`));
  }
  await sql(
    { database },
    `UPDATE coa_data SET "createdAt" = "createdAt" + interval '1 hour', "reviewedAt" = "reviewedAt" + interval '1 hour'`,
  );
  const seen = async (path: string, headers = {}) => {
    const batches: string[] = [];
    for (let next: string | undefined = path; next; ) {
      const response = await send(right, 'GET', next, undefined, headers);
      expect(response.status).toBe(200);
      batches.push(...(await response.json()).map(({ batchId }: { batchId: string }) => batchId));
      next = /^<(\/[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return batches;
  };
  const count = async (standing: string) =>
    (await one<{ n: number }>('SELECT count(*)::int AS n FROM coa_data WHERE "submissionStatus" = $1', [standing]))?.n;
  const published = await seen('/api/coa?limit=2');
  expect(new Set(published).size).toBe(await count('approved'));
  expect(published).toHaveLength(new Set(published).size);
  const waiting = await seen('/api/staff/submissions?limit=2', who.staff);
  expect(new Set(waiting).size).toBe(await count('pending'));
});
