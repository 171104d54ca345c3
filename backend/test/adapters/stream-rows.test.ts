import type { DataSource } from 'typeorm';
import { streamRows } from '../../src/platform/database/stream-rows.js';
import { collected } from '../support/collected.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();
let database: DataSource;
beforeEach(async () => {
  database = await emptyDatabase();
});

const numbers = (upTo: number) =>
  streamRows<{ n: number }>(database, 'SELECT n FROM generate_series(1, $1::int) n ORDER BY n', [upTo]);

/** Transactions whose reader has paused. */
const waiting = `FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()`;
const open = async () => (await database.query<unknown[]>(`SELECT 1 ${waiting}`)).length;

it.each([
  [0, []],
  [1, [1]],
  [999, [999]],
  [1_000, [1_000]],
  [1_001, [1_000, 1]],
  [2_500, [1_000, 1_000, 500]],
])('gives %d rows in parts, each once and in order', async (count, sizes) => {
  const parts = await collected(numbers(count));
  expect(parts.map((rows) => rows.length)).toEqual(sizes);
  expect(parts.flat().map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(await open()).toBe(0);
});

it('shows one moment, whatever changes while it is read', async () => {
  await database.query(
    `INSERT INTO email_subscriptions ("email") SELECT n || '@mail.example' FROM generate_series(1, 1500) n`,
  );
  const parts = streamRows<{ email: string }>(database, 'SELECT "email" FROM email_subscriptions', []);
  const first = await parts.next();
  await database.query('DELETE FROM email_subscriptions');
  const rest = await collected(parts);
  expect([...(first.value ?? []), ...rest.flat()]).toHaveLength(1_500);
});

it('closes the cursor when the reader stops', async () => {
  for await (const rows of numbers(5_000)) {
    expect(rows).toHaveLength(1_000);
    expect(await open()).toBe(1);
    break;
  }
  expect(await open()).toBe(0);
});

it('says so when a statement fails, and leaves nothing open', async () => {
  const broken = streamRows(database, 'SELECT 1 / (n - 1500) FROM generate_series(1, 2000) n', []);
  await expect(collected(broken)).rejects.toThrow('division by zero');
  expect(await open()).toBe(0);
});

it('says so when the connection is cut in the middle, and the next reader gets another', async () => {
  const parts = numbers(5_000);
  await parts.next();
  await database.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
  await expect(parts.next()).rejects.toThrow();
  expect((await collected(numbers(3))).flat()).toHaveLength(3);
});
