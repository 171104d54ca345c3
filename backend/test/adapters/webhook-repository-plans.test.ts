import type { DataSource } from 'typeorm';
import { openForMaintenance } from '../../src/migrate-and-seed.js';
import { TypeOrmWebhookRepository } from '../../src/modules/webhooks/database/typeorm-webhook.repository.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { NOW } from '../support/builders.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { RowsRead } from './rows-read.js';

const LABS = 50;
const ENDPOINTS_PER_LAB = 4;
const EVENTS_PER_LAB = 500;
const CLAIMED_PER_ENDPOINT = 4;

const LABS_WITH_ENDPOINTS = `
  WITH labs AS (
    INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
    SELECT gen_random_uuid(), 'lab ' || i, 'lab ' || i, 'data@lab.example', $1 FROM generate_series(1, ${LABS}) i
    RETURNING "id")
  INSERT INTO webhook_endpoints ("id", "labId", "url", "types", "enabled", "secret", "createdAt", "givenUpInRow")
  SELECT gen_random_uuid(), "id", 'https://lab.example/' || i, '{certificate.published}', true, 'encrypted', $1, 0
    FROM labs, generate_series(1, ${ENDPOINTS_PER_LAB}) i`;

const DUE_DELIVERIES = `
  WITH events AS (
    INSERT INTO webhook_events
    SELECT gen_random_uuid(), l."id", 'certificate.published', '{}', $1
      FROM partner_labs l, generate_series(1, ${EVENTS_PER_LAB}) RETURNING "id", "labId")
  INSERT INTO webhook_deliveries
    ("id", "eventId", "endpointId", "labId", "type", "state", "attempts", "tries", "nextAttemptAt", "createdAt")
  SELECT gen_random_uuid(), v."id", e."id", v."labId", 'certificate.published', 'pending', 0, 0, $1, $1
    FROM events v JOIN webhook_endpoints e USING ("labId")`;

let empty: TestDatabase;
let database: DataSource;
beforeAll(async () => {
  empty = await cloneDatabase();
  // Without the server's timeouts: on a busy machine 100,000 rows take longer than a statement of the server may.
  const maintenance = await openForMaintenance(empty.url);
  await maintenance.query(LABS_WITH_ENDPOINTS, [NOW]);
  await maintenance.query(DUE_DELIVERIES, [NOW]);
  await maintenance.query('ANALYZE');
  await maintenance.destroy();
  database = await openDataSource(empty.url);
});

afterAll(async () => {
  await database?.destroy();
  await empty?.release();
});

it('claiming reads few rows, however many deliveries are due', async () => {
  const [{ count }] = await database.query('SELECT count(*)::int AS count FROM webhook_deliveries');
  expect(count).toBe(LABS * ENDPOINTS_PER_LAB * EVENTS_PER_LAB);
  const webhooks = new TypeOrmWebhookRepository(database, new WakeSignal());
  const over = new Date(NOW.getTime() - 1); // the statement runs twice, so its leases must not keep anything from the second run
  const { rows } = await new RowsRead(database, 'webhook_deliveries').by('', () => webhooks.claim(64, NOW, over));
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(LABS * ENDPOINTS_PER_LAB * CLAIMED_PER_ENDPOINT * 3);
});
