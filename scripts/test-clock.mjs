// The clock of all tests: every run begins at the same moment, and time passes from there. Otherwise results would depend on
// the day, the hour or the time zone of the machine. What happens on another day is tested by moving the clock.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib.mjs';

/** A Thursday morning in New York. */
const RUN_BEGINS = new Date('2026-11-26T15:00:00Z');

/** For browsers. The server's own zone must not matter; in tests it is one that no visitor is in. */
export const VISITORS_ZONE = 'America/New_York';
const SERVER_ZONE = 'Asia/Tokyo';

/** The environment of a run. The programs that it starts inherit it; with an environment of their own, add {@link clockOf}. */
export const runClock = () => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'backend/test/support/shifted-clock.mjs')).href}`,
  TEST_CLOCK_SHIFT_MS: String(RUN_BEGINS.getTime() - Date.now()),
  TZ: SERVER_ZONE,
});

/** What the machine's clock says, for programs that can't have the clock of the run. @returns ms since 1970 */
export const machineTime = () => Date.now() - Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0);

/**
 * What a program needs in its environment to have the same clock, when it does not inherit ours.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export const clockOf = ({ NODE_OPTIONS, TEST_CLOCK_SHIFT_MS, TZ }) => ({
  ...(NODE_OPTIONS && { NODE_OPTIONS }),
  ...(TEST_CLOCK_SHIFT_MS && { TEST_CLOCK_SHIFT_MS }),
  ...(TZ && { TZ }),
});

/** Lets connections to a database find the functions of {@link setDatabaseClock} before PostgreSQL's. A copy needs it again. */
export const databaseClockFor = (name) => `ALTER DATABASE ${name} SET search_path = public, test_clock, pg_catalog`;

/**
 * Gives a database the clock of the run. Do it before the migrations: the default of a column keeps the function that it found.
 * @param {import('pg').Client} client connected to the database
 * @param {number} shiftMs how far it is ahead of the machine's
 */
export async function setDatabaseClock(client, shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0)) {
  const shift = `${shiftMs} * interval '1 ms'`;
  const { rows } = await client.query('SELECT quote_ident(current_database()) AS name');
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS test_clock;
    GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
    CREATE OR REPLACE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
      RETURN pg_catalog.now() + ${shift};
    CREATE OR REPLACE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
      RETURN pg_catalog.clock_timestamp() + ${shift};
    ${databaseClockFor(rows[0].name)};`);
}
