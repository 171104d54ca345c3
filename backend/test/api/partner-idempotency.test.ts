import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OwnCertificateDto, PartnerCertificateDto } from '../../../frontend/src/api/generated/types.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aLab, aReport, type LabClient, signInAsStaff, sql, stored } from './api-helpers.js';
import { expectProblemOf } from './problem.js';

const server = serverOfThisFile();
let lab: LabClient;
let other: LabClient;
beforeAll(async () => {
  const staff = await signInAsStaff(server, 'robin');
  lab = await aLab(server, staff, { trusted: true });
  other = await aLab(server, staff);
});

const PATH = '/api/partner/certificates';

function post(key: string | null, body: unknown, path = PATH, headers = {}): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      ...lab.headers,
      'content-type': 'application/json',
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const create = async (body: PartnerCertificateDto, key = randomUUID()): Promise<OwnCertificateDto> =>
  (await post(key, body)).json() as Promise<OwnCertificateDto>;

const certificatesOf = async (batchId: string) =>
  (await sql(server, `SELECT 1 FROM coa_data WHERE "batchId" = $1`, [batchId])).length;

/** The parts of a response that must be repeated. */
const said = async (response: Response) => ({
  status: response.status,
  location: response.headers.get('location'),
  etag: response.headers.get('etag'),
  type: response.headers.get('content-type'),
  body: await response.text(),
});

const REPLAYED = 'idempotent-replayed';

describe('Idempotency-Key', () => {
  it('is required', async () => {
    await expectProblemOf(await post(null, aReport()), 400, { type: '/problems/idempotency-key-missing', errors: [] });
  });

  it.each([
    ['256 characters', 'k'.repeat(256)],
    ['nothing', ''],
    ['letters beyond ASCII', 'clé'],
    ['a tab', 'a\tb'],
  ])('cannot be %s', async (_, key) => {
    await expectProblemOf(await post(key, aReport()), 400, { type: '/problems/idempotency-key-malformed' });
  });

  it.each([
    ['255 characters', 'k'.repeat(255)],
    ['one', '7'],
    ['a quoted string', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['SQL', "'; DROP TABLE coa_data; --"],
  ])('can be %s', async (_, key) => {
    const body = aReport();
    expect((await post(key, body)).status).toBe(201);
    expect((await post(key, body)).headers.get(REPLAYED)).toBe('true');
  });

  it('is separate for each lab', async () => {
    const [key, body] = [randomUUID(), aReport()];
    expect((await post(key, body)).status).toBe(201);
    const response = await post(key, body, PATH, other.headers);
    expect({ status: response.status, isReplayed: response.headers.has(REPLAYED) }).toEqual({
      status: 201,
      isReplayed: false,
    });
  });
});

describe('a repeated request', () => {
  it('gets the identical response and changes nothing', async () => {
    const [key, body] = [randomUUID(), aReport()];
    const first = await post(key, body);
    expect(first.headers.has(REPLAYED)).toBe(false);
    const answer = await said(first);
    expect(answer).toMatchObject({ status: 201, etag: '"v2"', location: expect.stringContaining(PATH) });
    const before = await stored(server);
    for (let n = 0; n < 2; n += 1) {
      const again = await post(key, body);
      expect(again.headers.get(REPLAYED)).toBe('true');
      expect(await said(again)).toEqual(answer);
    }
    expect(await stored(server)).toEqual(before);
  });

  it('may format its JSON differently', async () => {
    const [key, body] = [randomUUID(), aReport()];
    await post(key, body);
    const panels = Object.fromEntries(Object.entries(body.panels).reverse());
    const reversed = Object.fromEntries(Object.entries({ ...body, panels }).reverse());
    const again = await post(key, JSON.stringify(reversed, null, 3));
    expect({ status: again.status, replayed: again.headers.get(REPLAYED) }).toEqual({ status: 201, replayed: 'true' });
  });

  it('is a different request with another body or at another address', async () => {
    const [key, body] = [randomUUID(), aReport()];
    const { id } = await create(body, key);
    const before = await stored(server);
    const reused = { type: '/problems/idempotency-key-reused' };
    await expectProblemOf(await post(key, { ...body, thcContent: 4.83 }), 422, reused);
    await expectProblemOf(await post(key, { ...body, analytes: [] }), 422, reused);
    const headers = { 'if-match': '"v2"' };
    await expectProblemOf(await post(key, { ...body, reason: 'x' }, `${PATH}/${id}/amendments`, headers), 422, reused);
    expect(await stored(server)).toEqual(before);
  });

  it('for an existing amendment succeeds, although the original has changed since', async () => {
    const body = aReport();
    const { id } = await create(body);
    const [key, amendment] = [randomUUID(), { ...body, thcContent: 5, reason: 'Container size' }];
    const send = () => post(key, amendment, `${PATH}/${id}/amendments`, { 'if-match': '"v2"' });
    const answer = await said(await send());
    expect(answer.status).toBe(201);
    const again = await send();
    expect(again.headers.get(REPLAYED)).toBe('true');
    expect(await said(again)).toEqual(answer);
    expect(await certificatesOf(body.batchId)).toBe(2);
  });
});

describe('concurrent requests', () => {
  it('create one certificate from twenty identical ones', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [key, body] = [randomUUID(), aReport()];
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, body)));
      const isFirst = ({ status, headers }: Response) => status === 201 && !headers.has(REPLAYED);
      expect(answers.filter(isFirst)).toHaveLength(1);
      const { id } = await create(body, key);
      for (const response of answers) {
        if (response.status === 201) expect(await response.json()).toMatchObject({ id });
        else await expectProblemOf(response, 409, { type: '/problems/request-in-flight' });
      }
      expect(await certificatesOf(body.batchId)).toBe(1);
    }
  });

  it('create one certificate under twenty different keys, and the others return 409', async () => {
    const body = aReport();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(randomUUID(), body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of answers.filter(({ status }) => status !== 201)) {
      await expectProblemOf(response, 409, { type: '/problems/duplicate-batch' });
    }
    expect(await certificatesOf(body.batchId)).toBe(1);
  });

  it('return 409 for a key in progress, whatever the body', async () => {
    const [key, body] = [randomUUID(), aReport()];
    await lockTable('coa_data');
    const first = post(key, body);
    await until('the first waits', () => isWaiting('INSERT INTO "coa_data"%'));
    for (const second of [body, aReport()]) {
      const response = await post(key, second);
      expect(response.headers.get('retry-after')).toBe('1');
      await expectProblemOf(response, 409, { type: '/problems/request-in-flight' });
    }
    expect((await post(randomUUID(), { nonsense: true })).status).toBe(400); // others succeed
    await release();
    expect((await first).status).toBe(201);
    expect((await post(key, body)).headers.get(REPLAYED)).toBe('true');
  });
});

describe('a crash between the work and the commit', () => {
  it('stores neither the certificate nor the response', async () => {
    const [key, body] = [randomUUID(), aReport()];
    const before = await stored(server);
    try {
      await sql(server, `ALTER TABLE idempotency_keys ADD CONSTRAINT no_more CHECK (key IS NULL) NOT VALID`);
      await expectProblemOf(await post(key, body), 500, { type: '/problems/unexpected' });
      expect(await stored(server)).toEqual(before);
    } finally {
      await sql(server, `ALTER TABLE idempotency_keys DROP CONSTRAINT IF EXISTS no_more`);
    }
    const response = await post(key, body);
    expect({ status: response.status, isReplayed: response.headers.has(REPLAYED) }).toEqual({
      status: 201,
      isReplayed: false,
    });
  });

  it('that drops the connection stores nothing either, and the request can be retried', async () => {
    const [key, body] = [randomUUID(), aReport()];
    const before = await stored(server);
    await lockTable('idempotency_keys');
    const answer = post(key, body);
    await until('everything but the response is done', () => isWaiting('INSERT INTO "idempotency_keys"%'));
    await sql(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1 AND ${WAITING}`, [
      'INSERT INTO "idempotency_keys"%',
    ]);
    await expectProblemOf(await answer, 503, { type: '/problems/unavailable' });
    await release();
    expect(await stored(server)).toEqual(before);
    expect((await post(key, body)).status).toBe(201);
    expect(await certificatesOf(body.batchId)).toBe(1);
  });
});

const WAITING = `wait_event_type = 'Lock' AND datname = current_database()`;

const isWaiting = async (statement: string) =>
  (await sql(server, `SELECT 1 FROM pg_stat_activity WHERE query LIKE $1 AND ${WAITING}`, [statement])).length > 0;

const holders: pg.Client[] = [];
afterEach(release);

/** Blocks writes to a table until {@link release}. */
async function lockTable(table: string): Promise<void> {
  const holder = new pg.Client(server.database.url);
  holders.push(holder);
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
}

async function release(): Promise<void> {
  for (const holder of holders.splice(0)) await holder.end();
}
