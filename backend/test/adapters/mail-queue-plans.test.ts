import type { DataSource } from 'typeorm';
import type { MailMatch } from '../../src/domain/mail/ports.js';
import { MAIL_STATES, type MailState } from '../../src/domain/mail/queued-mail.js';
import { openForMaintenance } from '../../src/migrate-and-seed.js';
import { TypeOrmMailQueue } from '../../src/modules/mail/database/typeorm-mail-queue.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { RowsRead } from './rows-read.js';

const MAILS = 100_000;

/** What no list may read more rows of: a page and a capped count for each of five states, and of each kind that matches. */
const ROWS = 5 * (1_001 + 51);

/** A newsletter to nearly everyone that is sent, some mail about certificates, of which few wait or failed. */
const SENT = `
  INSERT INTO mail_outbox ("kind", "payload", "createdAt", "state", "finishedAt")
  SELECT CASE WHEN i % 100 = 0 THEN 'submission.received' ELSE 'newsletter.issue' END,
         CASE WHEN i % 100 = 0 THEN jsonb_build_object('certificateId', 'c' || i)
              ELSE jsonb_build_object('issueId', 'n' || i % 3, 'subscriptionId', i) END,
         timestamptz '2026-11-01Z' + i * interval '1 second', state, CASE WHEN state <> 'waiting' THEN now() END
    FROM generate_series(1, ${MAILS}) i,
         LATERAL (SELECT CASE WHEN i % 5000 = 0 THEN 'waiting' WHEN i % 7000 = 0 THEN 'dead' ELSE 'sent' END AS state) s`;

let empty: TestDatabase;
let database: DataSource;
let queue: TypeOrmMailQueue;
let read: RowsRead;
beforeAll(async () => {
  empty = await cloneDatabase();
  const maintenance = await openForMaintenance(empty.url);
  await maintenance.query('ALTER TABLE mail_outbox SET (autovacuum_enabled = false)');
  await maintenance.query(SENT);
  await maintenance.query('VACUUM (ANALYZE) mail_outbox');
  await maintenance.destroy();
  database = await openDataSource(empty.url);
  read = new RowsRead(database, 'mail_outbox');
  queue = new TypeOrmMailQueue(database, 'clearbatch.example');
});

afterAll(async () => {
  read?.report();
  await database?.destroy();
  await empty?.release();
});

const OPEN: readonly MailState[] = ['waiting', 'dead'];

it.each<[string, readonly MailState[], MailMatch | null]>([
  ['what is open', OPEN, null],
  ['everything', MAIL_STATES, null],
  ['mail about one certificate', MAIL_STATES, { kinds: [], topics: [{ certificateId: 'c4200' }] }],
  ['mail to one subscriber', MAIL_STATES, { kinds: [], topics: [{ subscriptionId: 4711 }] }],
  ['mail about nothing that there is', MAIL_STATES, { kinds: [], topics: [{ certificateId: 'none' }] }],
  ['mail of a frequent kind', MAIL_STATES, { kinds: ['newsletter.issue'], topics: [] }],
  ['mail of a seldom kind', MAIL_STATES, { kinds: ['submission.received'], topics: [] }],
  ['mail of a kind that is never sent', MAIL_STATES, { kinds: ['webhook.disabled'], topics: [] }],
  ['open mail of a kind, or about one thing', OPEN, { kinds: ['newsletter.issue'], topics: [{ subscriptionId: 7 }] }],
])('%s', async (what, states, match) => {
  const { rows } = await read.by(what, () => queue.page({ states, match, limit: 50, after: null }));
  expect(rows).toBeLessThanOrEqual(ROWS);
});
