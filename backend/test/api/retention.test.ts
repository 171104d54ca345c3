import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { PrivacyLog, RetentionRepository } from '../../src/domain/privacy/ports.js';
import { Retention } from '../../src/domain/privacy/retention.js';
import { RETENTION_DAYS, RETENTION_RULES, type RetentionRule } from '../../src/domain/privacy/retention-days.js';
import { DAY_MS } from '../../src/domain/shared/durations.js';
import { Transactions } from '../../src/domain/shared/ports.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { serverOfThisFile } from '../support/test-server.js';
import { published, signInAsStaff, sql, submitted } from './api-helpers.js';

const server = serverOfThisFile();
let staff: Client;
let retention: Retention;
beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin');
});
beforeEach(() => advanceDays(0));

/** Shifts the clock by this many days. */
function advanceDays(days: number): void {
  const clock = new StoppedClock(new Date(Date.now() + days * DAY_MS));
  const { app } = server;
  retention = new Retention(app.get(RetentionRepository), app.get(PrivacyLog), app.get(Transactions), clock);
}

const insert = (table: string, values: Record<string, string>) =>
  sql(
    server,
    `INSERT INTO ${table} (${Object.keys(values).map((name) => `"${name}"`)}) VALUES (${Object.values(values)})`,
  );

const AGO = `now() - interval '1 minute'`;
const quoted = (text: string) => `'${text}'`;

async function aLab(): Promise<string> {
  const [lab] = await sql<{ id: string }>(server, `SELECT "id" FROM partner_labs LIMIT 1`);
  if (lab) return lab.id;
  const id = randomUUID();
  const now = { createdAt: 'now()' };
  const values = { id: quoted(id), name: `'A'`, nameKey: `'a'`, contactEmail: `'a@lab.example'`, ...now };
  await insert('partner_labs', values);
  return id;
}

const aClaim = async (domain: string, provenAt: string) => {
  await published(staff, server.client(), { brandName: `Brand ${domain}` });
  const [brand] = await sql<{ id: number }>(server, `SELECT "id" FROM brands ORDER BY "id" DESC LIMIT 1`);
  await insert('brand_claims', {
    id: quoted(randomUUID()),
    brandId: String(brand?.id),
    domain: quoted(domain),
    method: `'email'`,
    email: `'hello@brand.example'`,
    askedAt: AGO,
    provenAt,
  });
};

/** How to create a row that the rule covers now, and how to check that it still exists. */
const CASES: Record<RetentionRule, { make: (key: string) => Promise<unknown>; left: string }> = {
  handledMessages: {
    make: (key) =>
      insert('contact_messages', {
        id: quoted(randomUUID()),
        reference: quoted(key),
        email: `'sam@mail.example'`,
        topic: `'question'`,
        message: `'What is a batch?'`,
        createdAt: AGO,
        standing: `'handled'`,
        changedAt: AGO,
      }),
    left: `SELECT 1 FROM contact_messages WHERE "reference" = $1`,
  },
  closedProblemReports: {
    make: (key) =>
      insert('problem_reports', {
        id: quoted(randomUUID()),
        reference: quoted(key),
        certificateId: quoted(randomUUID()),
        reason: `'other'`,
        text: `'Something is wrong.'`,
        reportedAt: AGO,
        closedAt: AGO,
        outcome: `'no_error'`,
        sentence: `'It fits.'`,
        decidedBy: `'robin'`,
      }),
    left: `SELECT 1 FROM problem_reports WHERE "reference" = $1 AND "text" IS NOT NULL`,
  },
  publishedSenders: {
    make: (key) => published(staff, server.client(), { batchId: key }),
    left: `SELECT 1 FROM coa_data WHERE "batchId" = $1 AND "submittedBy" IS NOT NULL`,
  },
  rejectedSenders: {
    make: async (key) => {
      const { id } = await submitted(staff, server.client(), { batchId: key });
      await sql(
        server,
        `UPDATE coa_data SET "submissionStatus" = 'rejected', "reviewedAt" = ${AGO} WHERE "id" = '${id}'`,
      );
    },
    left: `SELECT 1 FROM coa_data WHERE "batchId" = $1 AND "contactName" IS NOT NULL`,
  },
  unverifiedBrandContacts: {
    make: (key) =>
      insert('brands', { name: quoted(key), nameKey: quoted(key), contactEmail: `'a@brand.example'`, createdAt: AGO }),
    left: `SELECT 1 FROM brands WHERE "name" = $1 AND "contactEmail" <> ''`,
  },
  unconfirmedSubscriptions: {
    make: (key) =>
      insert('email_subscriptions', { email: quoted(`${key}@mail.example`), status: `'pending'`, subscribedAt: AGO }),
    left: `SELECT 1 FROM email_subscriptions WHERE "email" = $1 || '@mail.example'`,
  },
  endedSubscriptions: {
    make: (key) =>
      insert('email_subscriptions', {
        email: quoted(`${key}@mail.example`),
        status: `'unsubscribed'`,
        unsubscribedAt: AGO,
      }),
    left: `SELECT 1 FROM email_subscriptions WHERE "email" = $1 || '@mail.example'`,
  },
  unprovenBrandClaims: {
    make: (key) => aClaim(key, 'NULL'),
    left: `SELECT 1 FROM brand_claims WHERE "domain" = $1`,
  },
  endedBrandClaims: {
    make: async (key) => {
      await aClaim(key, `${AGO} - interval '365 days'`);
      await insert('brand_requests', {
        id: quoted(randomUUID()),
        kind: `'claim'`,
        brandName: `'A'`,
        domain: quoted(key),
        state: `'refused'`,
        sentAt: AGO,
        decidedAt: AGO,
      });
    },
    left: `SELECT 1 FROM brand_claims WHERE "domain" = $1 UNION SELECT 1 FROM brand_requests WHERE "domain" = $1`,
  },
  unconfirmedFollows: {
    make: async (key) => {
      await insert('followers', { email: quoted(`${key}@mail.example`), mailedAt: AGO });
      await sql(
        server,
        `INSERT INTO follows ("followerId", "topic", "brandKey", "key", "label", "askedAt")
         SELECT "id", 'lot', '', '1', '', ${AGO} FROM followers WHERE "email" = '${key}@mail.example'`,
      );
    },
    left: `SELECT 1 FROM followers WHERE "email" = $1 || '@mail.example'`,
  },
  givenUpMail: {
    make: (key) =>
      insert('mail_outbox', {
        kind: quoted(key),
        payload: `'{}'`,
        createdAt: AGO,
        state: `'dead'`,
        finishedAt: AGO,
      }),
    left: `SELECT 1 FROM mail_outbox WHERE "kind" = $1`,
  },
  bulkFiles: {
    make: async (key) =>
      insert('bulk_jobs', {
        id: quoted(randomUUID()),
        labId: quoted(await aLab()),
        idempotencyKey: quoted(key),
        state: `'completed'`,
        lines: '0',
        published: '0',
        waiting: '0',
        refused: '0',
        digest: `''`,
        createdAt: AGO,
        completedAt: AGO,
      }),
    left: `SELECT 1 FROM bulk_jobs WHERE "idempotencyKey" = $1`,
  },
  endedSandboxes: {
    make: async (key) => {
      const labId = randomUUID();
      await insert('partner_labs', {
        id: quoted(labId),
        name: quoted(key),
        nameKey: quoted(key),
        contactEmail: `'a@lab.example'`,
        createdAt: 'now()',
      });
      await insert('partner_keys', {
        id: quoted(randomUUID()),
        labId: quoted(labId),
        digest: quoted(key),
        prefix: `'coa_test_k3Xw'`,
        lastFour: `'Q_8s'`,
        label: `'Sandbox'`,
        scopes: `'{certificates:write}'`,
        createdBy: `'Sandbox'`,
        createdAt: AGO,
        expiresAt: AGO,
      });
      await insert('webhook_endpoints', {
        id: quoted(randomUUID()),
        labId: quoted(labId),
        url: quoted(key),
        types: `'{certificate.published}'`,
        enabled: 'true',
        secret: `''`,
        createdAt: AGO,
        givenUpInRow: '0',
      });
    },
    left: `SELECT 1 FROM webhook_endpoints WHERE "url" = $1`,
  },
  repeatedRequests: {
    make: async (key) =>
      insert('idempotency_keys', {
        labId: quoted(await aLab()),
        key: quoted(key),
        operation: `'x'`,
        digest: `''`,
        status: '200',
        headers: `'{}'`,
        body: `'{}'`,
        createdAt: AGO,
      }),
    left: `SELECT 1 FROM idempotency_keys WHERE "key" = $1`,
  },
  endedSessions: {
    make: (key) =>
      sql(
        server,
        `INSERT INTO staff_sessions ("tokenDigest", "id", "accountId", "createdAt", "expiresAt", "lastUsedAt", "device")
         SELECT '${key}', gen_random_uuid(), "id", ${AGO}, ${AGO}, ${AGO}, '' FROM users LIMIT 1`,
      ),
    left: `SELECT 1 FROM staff_sessions WHERE "tokenDigest" = $1`,
  },
  failedSignIns: {
    make: (key) => insert('staff_attempts', { key: quoted(key), count: '1', lastAt: AGO }),
    left: `SELECT 1 FROM staff_attempts WHERE "key" = $1`,
  },
};

const entries = (rule: RetentionRule) =>
  sql<{ after: { count: number }; actorName: string }>(
    server,
    `SELECT after, "actorName" FROM audit_log WHERE action = 'personal-data.expired' AND subject = 'retention:${rule}'`,
  );

it.each(RETENTION_RULES)('deletes rows after the retention period only, with an audit entry: %s', async (rule) => {
  const { make, left } = CASES[rule];
  const key = `K-${randomUUID()}`;
  await make(key);
  const isLeft = async () => (await sql(server, left.replaceAll('$1', quoted(key)))).length === 1;

  advanceDays(RETENTION_DAYS[rule] - 1);
  expect(await retention.apply(rule)).toBe(0);
  expect(await isLeft()).toBe(true);
  expect(await entries(rule)).toEqual([]);

  advanceDays(RETENTION_DAYS[rule] + 1);
  const removed = await retention.apply(rule);
  expect(removed).toBeGreaterThan(0);
  expect(await isLeft()).toBe(false);
  expect(await entries(rule)).toEqual([{ after: { count: removed }, actorName: 'system' }]);
  expect(await retention.apply(rule)).toBe(0);
});

it('keeps what is still needed', async () => {
  staff = await signInAsStaff(server, 'kim');
  const key = `K-${randomUUID()}`;
  await insert('contact_messages', {
    id: quoted(randomUUID()),
    reference: quoted(key),
    email: `'kim@mail.example'`,
    topic: `'question'`,
    message: `'What is a batch?'`,
    createdAt: AGO,
  });
  await insert('email_subscriptions', { email: quoted(`${key}@mail.example`), subscribedAt: AGO });
  const { id } = await submitted(staff, server.client(), { batchId: key });
  advanceDays(10_000);
  expect(await retention.run()).toEqual([]);
  expect(await sql(server, `SELECT 1 FROM contact_messages WHERE "reference" = '${key}'`)).toHaveLength(1);
  expect(await sql(server, `SELECT 1 FROM email_subscriptions WHERE "email" = '${key}@mail.example'`)).toHaveLength(1);
  expect(await sql(server, `SELECT 1 FROM coa_data WHERE "id" = '${id}' AND "submittedBy" IS NOT NULL`)).toHaveLength(
    1,
  );
});

it.each(['publishedSenders', 'rejectedSenders'] as const)(
  'of %s also deletes revisions, but keeps their measurements',
  async (rule) => {
    staff = await signInAsStaff(server, rule.toLowerCase());
    const key = `again ${rule}`;
    await CASES[rule].make(key);
    const [certificate] = await sql<{ id: string }>(server, `SELECT "id" FROM coa_data WHERE "batchId" = $1`, [key]);
    await insert('submission_revisions', {
      certificateId: quoted(certificate?.id ?? ''),
      version: '1',
      replacedAt: 'now()',
      submittedBy: `'kim@mail.example'`,
      contactName: `'Kim'`,
      notes: `'Ring twice.'`,
      content: `'{"thcContent": 5}'`,
      findings: `'[]'`,
      testResults: `'{"version": 1, "panels": {}, "analytes": [], "submitted": {"by": "Kim"}}'`,
    });
    const kept = () =>
      sql<Record<string, unknown>>(server, `SELECT * FROM submission_revisions WHERE "certificateId" = $1`, [
        certificate?.id,
      ]);
    advanceDays(RETENTION_DAYS[rule] - 1);
    await retention.apply(rule);
    expect(await kept()).toMatchObject([{ notes: 'Ring twice.', contactName: 'Kim' }]);
    advanceDays(RETENTION_DAYS[rule] + 1);
    await retention.apply(rule);
    expect(await kept()).toMatchObject([
      { submittedBy: null, contactName: null, notes: null, content: { thcContent: 5 } },
    ]);
    expect(JSON.stringify(await kept())).not.toMatch(/kim/i);
  },
);

it('changes no published certificate, byte for byte', async () => {
  staff = await signInAsStaff(server, 'sam');
  const visitor = server.client();
  const name = `Brand ${randomUUID()}`;
  const { batchId, reference } = await published(staff, visitor, { brandName: name });
  const bytes = async () => {
    const paths = [
      `/api/coa/${encodeURIComponent(batchId)}`,
      `/api/certificates/${reference}`,
      `/api/coa?brand=${encodeURIComponent(name)}`,
      `/api/brands/${encodeURIComponent(name)}`,
      '/api/coa-statistics',
    ];
    return Promise.all(
      paths.map(async (path) => {
        const response = await fetch(server.url + path);
        return [path, response.status, response.headers.get('etag'), await response.text()];
      }),
    );
  };
  const before = await bytes();
  expect(before.map(([, status]) => status)).toEqual([200, 200, 200, 200, 200]);
  advanceDays(10_000);
  expect(await retention.apply('publishedSenders')).toBeGreaterThan(0);
  expect(await retention.apply('unverifiedBrandContacts')).toBeGreaterThan(0);
  expect(await bytes()).toEqual(before);
});

it('two concurrent runs share the work, and delete each row once', async () => {
  await sql(
    server,
    `INSERT INTO staff_attempts ("key", "count", "lastAt") SELECT 'many ' || n, 1, ${AGO} FROM generate_series(1, 1200) n`,
  );
  advanceDays(10);
  const counts = await Promise.all([1, 2, 3].map(() => retention.apply('failedSignIns')));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1200);
  expect(await sql(server, `SELECT 1 FROM staff_attempts`)).toEqual([]);
});

it('deletes nothing if the audit log cannot be written', async () => {
  await insert('staff_attempts', { key: `'kept'`, count: '1', lastAt: AGO });
  await sql(server, `ALTER TABLE audit_log ADD CONSTRAINT "full" CHECK (action <> 'personal-data.expired') NOT VALID`);
  advanceDays(10);
  expect(await retention.run()).not.toEqual([]);
  expect(await sql(server, `SELECT 1 FROM staff_attempts WHERE "key" = 'kept'`)).toHaveLength(1);
  await sql(server, `ALTER TABLE audit_log DROP CONSTRAINT "full"`);
});
