import { randomBytes } from 'node:crypto';
import { grantRuntimeRole } from '../../src/platform/database/runtime-role.js';
import { asAdmin, openDataSource, type TestDatabase } from './test-database.js';

export interface ServingAccount {
  /** The database URL of an account with the runtime role. */
  readonly url: string;
  /** Call this after the database is dropped, because the account has privileges in it. */
  readonly drop: () => Promise<void>;
}

export async function servingAccount({ url }: TestDatabase): Promise<ServingAccount> {
  const role = `serving_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(18).toString('base64url');
  await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  const owner = await openDataSource(url);
  await grantRuntimeRole(owner, role).finally(() => owner.destroy());
  const own = new URL(url);
  own.username = role;
  own.password = password;
  return { url: own.href, drop: () => asAdmin(`DROP ROLE IF EXISTS ${role}`) };
}
