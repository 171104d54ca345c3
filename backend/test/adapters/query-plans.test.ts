import type { DataSource } from 'typeorm';
import type { AuditFilter, AuditQuery } from '../../src/domain/audit/ports.js';
import { TypeOrmAuditLog } from '../../src/modules/audit/typeorm-audit-log.js';
import { TypeOrmMailQueue } from '../../src/modules/mail/database/typeorm-mail-queue.js';
import { TypeOrmWebhookRepository } from '../../src/modules/webhooks/database/typeorm-webhook.repository.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { NOW } from '../support/builders.js';
import { analyzeOnlyWhenAsked, loadedDatabase, type PlanDatabase } from './plan-database.js';
import { RowsRead } from './rows-read.js';

/** Each of the tables has this many. */
const ROWS = 100_000;

let loaded: PlanDatabase;
let database: DataSource;
beforeAll(async () => {
  loaded = await loadedDatabase(load);
  database = loaded.database;
});

afterAll(() => loaded?.end());

async function load(maintenance: DataSource): Promise<void> {
  for (const table of ['audit_log', 'mail_outbox', 'webhook_deliveries']) {
    await analyzeOnlyWhenAsked(maintenance, table);
  }
  await Promise.all([maintenance.query(LOG), maintenance.query(MAIL), loadDeliveries(maintenance)]);
  await maintenance.query('VACUUM (ANALYZE) mail_outbox');
  await maintenance.query('ANALYZE audit_log, partner_labs, webhook_endpoints, webhook_events, webhook_deliveries');
}

async function loadDeliveries(maintenance: DataSource): Promise<void> {
  await maintenance.query(LABS_WITH_ENDPOINTS, [NOW]);
  await maintenance.query(DUE_DELIVERIES, [NOW]);
}

const LOG = `
  INSERT INTO audit_log ("at", "actorId", "actorName", "action", "subject", "after")
  SELECT timestamptz '2026-01-01Z' + i * interval '1 minute', 'busy', 'busy', 'submission.approved',
         'certificate:' || i % 20000, '{"status": "passed"}'
    FROM generate_series(1, ${ROWS}) i`;

/** A newsletter to nearly everyone that is sent, some mail about certificates, of which few wait or failed. */
const MAIL = `
  INSERT INTO mail_outbox ("kind", "payload", "createdAt", "state", "finishedAt")
  SELECT CASE WHEN i % 100 = 0 THEN 'submission.received' ELSE 'newsletter.issue' END,
         CASE WHEN i % 100 = 0 THEN jsonb_build_object('certificateId', 'c' || i)
              ELSE jsonb_build_object('issueId', 'n' || i % 3, 'subscriptionId', i) END,
         timestamptz '2026-11-01Z' + i * interval '1 second', state, CASE WHEN state <> 'waiting' THEN now() END
    FROM generate_series(1, ${ROWS}) i,
         LATERAL (SELECT CASE WHEN i % 5000 = 0 THEN 'waiting' WHEN i % 7000 = 0 THEN 'dead' ELSE 'sent' END AS state) s`;

const LABS = 50;
const ENDPOINTS_PER_LAB = 4;
const EVENTS_PER_LAB = 500;
const CLAIMED_PER_ENDPOINT = 4;

const LABS_WITH_ENDPOINTS = `
  WITH labs AS (
    INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
    SELECT md5('lab ' || i)::uuid, 'lab ' || i, 'lab ' || i, 'data@lab.example', $1 FROM generate_series(1, ${LABS}) i
    RETURNING "id")
  INSERT INTO webhook_endpoints ("id", "labId", "url", "types", "enabled", "secret", "createdAt", "givenUpInRow")
  SELECT md5('endpoint ' || "id" || i)::uuid, "id", 'https://lab.example/' || i, '{certificate.published}', true, 'encrypted', $1, 0
    FROM labs, generate_series(1, ${ENDPOINTS_PER_LAB}) i`;

const DUE_DELIVERIES = `
  WITH events AS (
    INSERT INTO webhook_events
    SELECT md5('event ' || l."id" || i)::uuid, l."id", 'certificate.published', '{}', $1
      FROM partner_labs l, generate_series(1, ${EVENTS_PER_LAB}) i RETURNING "id", "labId")
  INSERT INTO webhook_deliveries
    ("id", "eventId", "endpointId", "labId", "type", "state", "attempts", "tries", "nextAttemptAt", "createdAt")
  SELECT md5('delivery ' || v."id" || e."id")::uuid, v."id", e."id", v."labId", 'certificate.published', 'pending', 0, 0, $1, $1
    FROM events v JOIN webhook_endpoints e USING ("labId")`;

describe('the audit log', () => {
  /** What their pages may read at most: the page, the count up to 1,001, and a little to find where both begin. */
  const MOST = 1_001 + 51 * 12 + 200;

  let read: RowsRead;
  let log: TypeOrmAuditLog;
  beforeAll(() => {
    read = new RowsRead(database, 'audit_log');
    log = new TypeOrmAuditLog(database);
  });
  afterAll(() => read?.report());

  const EVERYTHING: AuditQuery = {
    action: null,
    actor: null,
    subject: null,
    from: null,
    until: null,
    limit: 50,
    after: null,
  };

  it.each<[string, Partial<AuditFilter>]>([
    ['everything', {}],
    ['one thing', { subject: 'certificate:77' }],
    ['a day', { from: new Date('2026-02-01Z'), until: new Date('2026-02-02Z') }],
  ])('the first page of %s', async (what, filter) => {
    const { rows } = await read.by(what, () => log.page({ ...EVERYTHING, ...filter }));
    expect(rows).toBeLessThanOrEqual(MOST);
  });

  it('a page in the middle of everything', async () => {
    const [after] = await database.query(
      'SELECT "id", "at" FROM audit_log ORDER BY "at" DESC, "id" DESC OFFSET 30000 LIMIT 1',
    );
    const { rows } = await read.by('middle of everything', () => log.page({ ...EVERYTHING, after }));
    expect(rows).toBeLessThanOrEqual(MOST);
  });

  it('a plan that reads the whole log would be noticed', async () => {
    const { rows } = await read.by('', () =>
      database.query(`SELECT count(*) FROM audit_log WHERE "actorId" LIKE '%e%'`),
    );
    expect(rows).toBe(ROWS);
  });
});

it('the list of open mail reads few rows, however many were sent', async () => {
  const queue = new TypeOrmMailQueue(database, 'clearbatch.example');
  const query = { states: ['waiting', 'dead'], match: null, limit: 50, after: null } as const;
  const { rows } = await new RowsRead(database, 'mail_outbox').by('', () => queue.page(query));
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(ROWS / 100);
});

it('claiming webhook deliveries reads few rows, however many are due', async () => {
  const [{ count }] = await database.query('SELECT count(*)::int AS count FROM webhook_deliveries');
  expect(count).toBe(ROWS);
  const webhooks = new TypeOrmWebhookRepository(database, new WakeSignal());
  const over = new Date(NOW.getTime() - 1); // the statement runs twice, so its leases must not keep anything from the second run
  const { rows } = await new RowsRead(database, 'webhook_deliveries').by('', () => webhooks.claim(64, NOW, over));
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(LABS * ENDPOINTS_PER_LAB * CLAIMED_PER_ENDPOINT * 3);
});
