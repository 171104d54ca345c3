import { sanitizeSql } from '../../src/platform/observability/sanitize-sql.js';

const textOf = (sql: string) => sanitizeSql(sql).attributes['db.query.text'];

describe('sanitizeSql', () => {
  it.each([
    [`SELECT c."id" FROM "coa_data" "c" WHERE c."id" = $1`, 'SELECT coa_data'],
    [`INSERT INTO "mail_outbox"("kind") VALUES ($1)`, 'INSERT mail_outbox'],
    [`UPDATE "brands" SET "name" = $1`, 'UPDATE brands'],
    ['DELETE FROM idempotency_keys WHERE "createdAt" < $1', 'DELETE idempotency_keys'],
    [
      `WITH due AS (SELECT "id" FROM mail_outbox FOR UPDATE SKIP LOCKED) UPDATE mail_outbox o SET x = 1`,
      'UPDATE mail_outbox',
    ],
    [`WITH found AS (SELECT 1 FROM coa_data) SELECT * FROM found`, 'SELECT coa_data'],
    ['SELECT 1', 'SELECT'],
    ['START TRANSACTION', 'START'],
  ])('summarizes the operation and table: %s', (sql, name) => {
    expect(sanitizeSql(sql).name).toBe(name);
  });

  it('keeps placeholders and names, and removes anything that could be a value', () => {
    const sql = `SELECT "a1", t2.b FROM t2 WHERE "a1" = $1 AND b = 'it''s robin@private.example' AND c IN (12, 3.5) LIMIT 10`;
    expect(textOf(sql)).toBe(`SELECT "a1", t2.b FROM t2 WHERE "a1" = $1 AND b = ? AND c IN (?, ?) LIMIT ?`);
  });

  it('truncates long statements', () => {
    expect(textOf(`SELECT ${'x, '.repeat(2_000)} 1`)).toHaveLength(2_000);
  });
});
