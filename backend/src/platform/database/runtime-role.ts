import pg from 'pg';
import type { DataSource } from 'typeorm';

/**
 * Lets an account serve and nothing else: read and write rows, but neither the shape of a table nor what the audit log
 * holds already. Given again after every migration, because tables may have come.
 * @param role an account that exists and owns nothing
 */
export async function grantRuntimeRole(database: DataSource, role: string): Promise<void> {
  const account = pg.escapeIdentifier(role);
  await database.query(`
    GRANT USAGE ON SCHEMA public TO ${account};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${account};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${account};
    REVOKE UPDATE, DELETE ON audit_log FROM ${account};
    REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${account};`);
}
