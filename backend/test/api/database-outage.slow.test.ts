import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { SubmitCoaDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zHealthDto } from '../../../frontend/src/api/generated/zod.gen.js';
import type { LinkPurpose } from '../../src/domain/newsletter/subscription.js';
import { serve } from '../../src/main.js';
import { migrate, migrateSandbox, openForMaintenance } from '../../src/migrate-and-seed.js';
import { HmacClaimTokens } from '../../src/modules/brands/hmac-claim-tokens.js';
import { HmacCorrectionTokenSigner } from '../../src/modules/coa-registry/submission/hmac-correction-token-signer.js';
import { FORM_TEMPLATE } from '../../src/modules/coa-registry/submission/http/certificate-csv.js';
import { DocumentAccess } from '../../src/modules/documents/document-access.http.js';
import { HmacSubscriptionTokens } from '../../src/modules/newsletter/hmac-subscription-tokens.js';
import { FlakyNetwork } from '../support/flaky-network.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';
import { type Postgres, startPostgres } from '../support/postgres.js';
import { createStaff, testConfig } from '../support/test-server.js';
import { aPdf, digestOf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { aSubmission, sql, UNKNOWN_ID } from './api-helpers.js';
import { bodySchema, type Call, callsOf, exampleOf, readDocument, requiredQueryOf, type Schema } from './document.js';
import { expectProblemOf } from './problem.js';

const network = new FlakyNetwork();
let folder: string;
let postgres: Postgres;
let app: NestFastifyApplication;
let url: string;
let overNetwork: string;
let sandboxOverNetwork: string;
let cookie: string;
const database = { url: '' };

async function startDatabase(): Promise<void> {
  postgres = await startPostgres(folder);
  database.url = postgres.url('postgres');
  network.target = Number(new URL(database.url).port);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-outage-'));
  await startDatabase();
  const source = await openForMaintenance(database.url);
  await migrate(source);
  await source.destroy();
  await migrateSandbox(database.url, postgres.url('sandbox'));
  const password = await createStaff({ url: database.url, release: async () => {} }, 'robin');

  const address = new URL(database.url);
  address.port = String(await network.listen());
  overNetwork = address.href;
  sandboxOverNetwork = Object.assign(new URL(overNetwork), { pathname: '/sandbox' }).href;
  app = await serve(testConfig(overNetwork, { SANDBOX_DATABASE_URL: sandboxOverNetwork }));
  url = await app.getUrl();
  const signedIn = await send('POST', '/api/staff/session', { username: 'robin', password });
  // A pending sign-in is looked up in the database as well.
  cookie = `${signedIn.headers.getSetCookie()[0]?.split(';')[0]}; staff_challenge=any`;
});

afterAll(async () => {
  await app?.close();
  await network.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Well-formed, so the server queries the database. */
const authorization = `Bearer coa_live_${'k'.repeat(43)}`;

const send = (method: string, path: string, body?: unknown, type = 'application/json', more = {}) =>
  fetch(url + path, {
    method,
    headers: {
      authorization,
      ...more,
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const submit = (body: SubmitCoaDto) => send('POST', '/api/coa/submit', body);

const isReady = async () => (await send('GET', '/health/ready')).status === 200;

const document = readDocument();

/** Works without the database, so it keeps working. */
const INDEPENDENT = [
  'getLiveness',
  'getAgeVerificationStatus',
  'verifyAge',
  'calculateDose',
  'readCoaCsv',
  'listAnalytes',
  'listRules',
  'getRule',
  'getRuleEdition',
];

/** Signed with this server's key, so the server queries the database. */
function correctionToken(): string {
  const tokenSigner = new HmacCorrectionTokenSigner(testConfig(database.url).cookieSecret);
  return tokenSigner.sign({ certificateId: UNKNOWN_ID, askedAt: new Date() }, new Date(Date.now() + 60_000));
}

/** What an upload sends; its hash names the document in every path. */
const PDF = aPdf();

/** Signed with this server's key, as the answer to an upload is. */
function documentAccess(): string {
  const access = new DocumentAccess(testConfig(database.url).cookieSecret);
  return access.grant(sha256Of(PDF), new Date(Date.now() + 60_000));
}

/** Operations behind an email link, with the purpose its token is signed for. */
const LINKED: Readonly<Record<string, LinkPurpose>> = {
  confirmSubscription: 'confirm',
  unsubscribe: 'unsubscribe',
  resubscribe: 'unsubscribe',
  confirmFollow: 'follow',
  stopFollow: 'follow',
};

function bodyOf({ path, operation: { operationId = '' } }: Call, schema: Schema): unknown {
  const purpose = LINKED[operationId];
  if (path.startsWith('/api/brand-desk/')) return { ...(exampleOf(document, schema) as object), token: brandToken() };
  if (!purpose) return exampleOf(document, schema);
  return { token: linkToken(purpose) };
}

const linkToken = (purpose: LinkPurpose) =>
  new HmacSubscriptionTokens(testConfig(database.url).cookieSecret).sign(1, purpose);

const brandToken = () => new HmacClaimTokens(testConfig(database.url).cookieSecret).sign(UNKNOWN_ID, 'act');

/** A read, a write, a call of staff and one of a lab: every other call refuses in the same way whatever the outage is. */
const FEW = callsOf(document).filter(({ operation: { operationId = '' } }) =>
  ['getLiveness', 'listCoas', 'submitCoa', 'listSubmissions', 'createCertificate'].includes(operationId),
);

/** Sends operations concurrently, all unless told otherwise, and expects 503 from those that need the database. */
async function expectPlainRefusals(calls = callsOf(document)): Promise<void> {
  const pages = Promise.all(['/coa', '/coa/x'].map((path) => send('GET', path)));
  const answers = await Promise.all(
    calls.map(async (call) => {
      const schema = bodySchema(document, call);
      const path = call.path
        .replace('/brands/{id}', '/brands/1')
        .replace('/rules/{id}', '/rules/us-2026-12-11')
        .replace('/brand-desk/{token}', `/brand-desk/${brandToken()}`)
        .replace('/follows/{token}', `/follows/${linkToken('follow')}`)
        .replace('{token}', correctionToken())
        .replace('{sha256}', sha256Of(PDF))
        .replace('{number}', '1')
        .replace('{edition}', '1')
        .replace(/\{\w+\}/g, UNKNOWN_ID);
      const query = requiredQueryOf(call);
      if (path.startsWith('/api/documents/') && call.method === 'GET') query.set('access', documentAccess());
      const address = query.size === 0 ? path : `${path}?${query}`;
      const [type = 'application/json'] = Object.keys(call.operation.requestBody?.content ?? {});
      const body = schema ? bodyOf(call, schema) : call.operation.requestBody && '{}';
      const response =
        type === 'application/pdf'
          ? await send(call.method, address, PDF.toString('latin1'), type, { 'content-digest': digestOf(PDF) })
          : await send(call.method, address, type === 'text/csv' ? FORM_TEMPLATE : body, type);
      return { call, response };
    }),
  );
  // A page shows the error itself; a certificate's page does not claim that it does not exist.
  expect((await pages).map(({ status }) => status)).toEqual([200, 503]);
  for (const { call, response } of answers) {
    const { operationId = '' } = call.operation;
    if (INDEPENDENT.includes(operationId)) {
      expect({ operationId, status: response.status }).toEqual({ operationId, status: 200 });
      continue;
    }
    expect({ operationId, status: response.status }).toEqual({ operationId, status: 503 });
    await expectProblemOf(response, 503, {
      type: '/problems/unavailable',
      detail: 'The registry cannot reach its database right now. Please try again in a moment.',
      errors: [],
    });
    expect(response.headers.get('retry-after')).toBe('5');
    expect(Object.keys(call.operation.responses)).toContain('503');
  }
}

const storedBatches = async () =>
  (await sql<{ batchId: string }>({ database }, `SELECT "batchId" FROM coa_data`)).map(({ batchId }) => batchId);

it.each(['/health/live', '/health/ready'])('with a database, %s returns ok', async (path) => {
  const response = await send('GET', path);
  expect(response.status).toBe(200);
  const data = await response.json();
  expect(zHealthDto.parse(data)).toEqual(data);
  expect(data).toEqual({ status: 'ok' });
});

describe('while the database', () => {
  afterEach(async () => {
    await network.restore();
    await until('the server is ready again, without a restart', isReady);
    expect((await submit(aSubmission())).status).toBe(201);
    expect((await send('GET', '/api/coa')).status).toBe(200);
    expect((await send('GET', '/api/staff/submissions')).status).toBe(403); // one-time password: the session is known
  });

  it('refuses connections, the server returns 503, then recovers', async () => {
    await network.refuse();
    await expectPlainRefusals();
  });

  it('drops every connection, the server returns 503, then recovers', async () => {
    network.reset();
    await expectPlainRefusals(FEW);
  });

  it('does not respond at all, the server returns 503 before it does, then recovers', async () => {
    const patient = url;
    const limits = { DATABASE_WAIT_MS: '1000', DATABASE_STATEMENT_MS: '1000', DATABASE_ANSWER_MS: '1000' };
    const impatient = await serve(testConfig(overNetwork, { ...limits, SANDBOX_DATABASE_URL: sandboxOverNetwork }));
    url = await impatient.getUrl();
    try {
      await Promise.all([send('GET', '/api/coa'), send('GET', '/api/brands')]); // open connections, which stop responding
      network.fallSilent();
      await expectPlainRefusals();
      await network.restore();
      await until('it stores submissions again', async () => (await submit(aSubmission())).status === 201);
    } finally {
      url = patient;
      await network.restore();
      await impatient.close();
    }
  });

  it('is stopped and restarted, the server returns 503, then recovers', async () => {
    await postgres.stop();
    try {
      await expectPlainRefusals(FEW);
    } finally {
      await startDatabase();
    }
  });
});

describe('a submission', () => {
  it('is stored after a 201, and can be retried after a 503', async () => {
    const kept: SubmitCoaDto[] = [];
    const refused: SubmitCoaDto[] = [];
    const odd: number[] = [];
    let isOver = false;
    const people = Promise.all(
      Array.from({ length: 5 }, async () => {
        while (!isOver) {
          const body = aSubmission();
          const { status } = await submit(body);
          if (status === 201) kept.push(body);
          else if (status === 503) refused.push(body);
          else odd.push(status);
        }
      }),
    );
    try {
      await until('some are stored', async () => kept.length >= 20);
      await postgres.stop();
      await until('some get a 503', async () => refused.length >= 20);
      await startDatabase();
      const before = kept.length;
      await until('some are stored again', async () => kept.length >= before + 20);
    } finally {
      isOver = true;
      await people;
    }
    expect(odd).toEqual([]);

    const stored = await storedBatches();
    expect(kept.filter(({ batchId }) => !stored.includes(batchId))).toEqual([]);
    for (const body of refused) {
      const response = await submit(body);
      // Already stored if only the response was lost; the result is the same.
      expect(response.status).toBe(201);
    }
    const batches = await storedBatches();
    for (const { batchId } of [...kept, ...refused]) {
      expect(batches.filter((other) => other === batchId)).toHaveLength(1);
    }
  });

  it('whose response is lost is stored once, and a retry returns the response', async () => {
    const body = aSubmission({ batchId: 'lost on the way' });
    const release = await blockCommit();
    const answer = submit(body);
    await until('the submission waits', () => isWaiting('COMMIT'));
    network.cut();
    await expectProblemOf(await answer, 503, { type: '/problems/unavailable' });
    await release();
    await until('it is stored', async () => (await storedBatches()).includes('lost on the way'));

    expect((await submit(body)).status).toBe(201);
    expect((await storedBatches()).filter((batchId) => batchId === 'lost on the way')).toHaveLength(1);
  });
});

describe('graceful shutdown', () => {
  // A statement may wait for as long as a slow machine needs to get to its release.
  beforeAll(async () => {
    await app.close();
    app = await serve({ ...testConfig(database.url), databaseStatementMs: HANGS_AFTER_MS });
    url = await app.getUrl();
  });

  it('finishes requests in progress and accepts no new ones', async () => {
    // A lock of the table would make the server's own workers wait, too, and with them its end.
    const release = await blockCommit();
    const answer = submit(aSubmission({ batchId: 'just in time' }));
    await until('the submission waits', () => isWaiting('COMMIT'));

    let hasStopped = false;
    const stopped = app.close().then(() => {
      hasStopped = true;
    });
    await until('new connections are refused', async () =>
      fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
        ({ status }) => status === 503,
        () => true,
      ),
    );
    expect(hasStopped).toBe(false);
    await release();

    const response = await answer;
    expect(response.status).toBe(201);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toMatchObject({ reference: expect.stringMatching(/^CB-/) });
    await stopped;
    expect(await storedBatches()).toContain('just in time');
  });
});

/** Blocks inserts of certificates at the end of their transaction. */
async function blockCommit(): Promise<() => Promise<void>> {
  const LOCK = 4711;
  const source = await openForMaintenance(database.url);
  await source.query(`
    CREATE OR REPLACE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NULL; END $$`);
  await source.query(`
    DROP TRIGGER IF EXISTS waits_at_commit ON coa_data;
    CREATE CONSTRAINT TRIGGER waits_at_commit AFTER INSERT ON coa_data DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`);
  const holder = source.createQueryRunner();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  return async () => {
    await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await holder.release();
    await source.destroy();
  };
}

const isWaiting = async (statement: string) =>
  (
    await sql({ database }, `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`, [
      statement,
    ])
  ).length > 0;
