import pg from 'pg';
import type { DataSource } from 'typeorm';

/**
 * Grants a role what serving needs: reading and writing rows, but no DDL and no changes to rows of tables
 * that are append-only. Runs after every migration, because there may be new tables.
 * @param role an account that exists and owns nothing
 */
export async function grantRuntimeRole(database: DataSource, role: string): Promise<void> {
  const account = pg.escapeIdentifier(role);
  const [{ appendOnly }] = await database.query<[{ appendOnly: string }]>(
    `SELECT string_agg(DISTINCT tgrelid::regclass::text, ', ') AS "appendOnly" FROM pg_trigger
      WHERE tgfoid = 'refuse_change'::regproc`,
  );
  await database.query(`
    GRANT USAGE ON SCHEMA public TO ${account};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${account};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${account};
    REVOKE UPDATE, DELETE ON ${appendOnly} FROM ${account};
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${account};`);
}
