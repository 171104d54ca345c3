import pg from 'pg';
import { runtimeRoleOf } from '../../src/migrate-and-seed.js';
import { type ServingAccount, servingAccount } from '../support/runtime-role-account.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';

/** PostgreSQL's code for what an account may not do. */
const INSUFFICIENT_PRIVILEGE = '42501';

let database: TestDatabase;
let account: ServingAccount;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  account = await servingAccount(database);
  client = new pg.Client(account.url);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.release();
  await account?.drop();
});

const WRITTEN = `INSERT INTO audit_log ("at", "actorId", "actorName", "action", "subject")
  VALUES (now(), 'system', 'system', 'brand.edited', 'brand:1')`;

it('the account that serves reads and writes rows, and adds to the audit log', async () => {
  await client.query(`INSERT INTO email_subscriptions ("email") VALUES ('robin@submitter.example')`);
  await client.query(`UPDATE email_subscriptions SET "email" = 'vale@submitter.example'`);
  await client.query('DELETE FROM email_subscriptions');
  await client.query(WRITTEN);
  expect((await client.query('SELECT "action" FROM audit_log')).rows).toEqual([{ action: 'brand.edited' }]);
});

it.each([
  ['change what was logged', `UPDATE audit_log SET "action" = 'nothing.happened'`],
  ['delete what was logged', 'DELETE FROM audit_log'],
  ['change an entry of the public log', `UPDATE log_entries SET "text" = 'nothing'`],
  ['delete a checkpoint', 'DELETE FROM log_checkpoints'],
  ['change a hash', `UPDATE log_hashes SET "hash" = ''`],
  ['stop the guard of the log', 'ALTER TABLE audit_log DISABLE TRIGGER USER'],
  ['empty a table', 'TRUNCATE coa_data'],
  ['drop a table', 'DROP TABLE coa_data'],
  ['change a table', 'ALTER TABLE coa_data DROP CONSTRAINT coa_data_reference_key'],
  ['make a table', 'CREATE TABLE mine (id int)'],
  ['make a function', 'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
  ['say that a migration has run', `INSERT INTO migrations ("timestamp", "name") VALUES (1, 'mine')`],
  ['read files of the server', `SELECT pg_read_file('PG_VERSION')`],
])('the account that serves cannot %s', async (_, sql) => {
  await expect(client.query(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
});

it('the setting is read by its name, and its former name is an error instead of nothing', () => {
  expect(runtimeRoleOf({ RUNTIME_DB_ROLE: 'clearbatch_serving' })).toBe('clearbatch_serving');
  expect(runtimeRoleOf({})).toBeUndefined();
  expect(() => runtimeRoleOf({ SERVING_ROLE: 'clearbatch_serving' })).toThrow('SERVING_ROLE is now RUNTIME_DB_ROLE');
});
