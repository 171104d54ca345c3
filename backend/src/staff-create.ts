import 'reflect-metadata';
import { ROLES, type Role } from './domain/shared/role.js';
import type { Accounts } from './domain/staff/accounts.js';
import { accountsOf, openForMaintenance, runCommand, SYSTEM } from './migrate-and-seed.js';

const USAGE = `Give a name for the account, and its roles: npm run staff:create -- robin reviewer,editor
Roles are ${ROLES.join(', ')}. With no roles given, the account is a reviewer, or an administrator if there is none yet.`;

/** Creates a staff account: `npm run staff:create -- <name> [<role>,<role>]`. */
async function create(username: string | undefined, list: string | undefined): Promise<string> {
  const requested = list?.split(',').map((role) => role.trim());
  if (!username || requested?.some((role) => !isRole(role))) throw new Error(USAGE);
  const database = await openForMaintenance(process.env.DATABASE_URL ?? '');
  try {
    const accounts = accountsOf(database);
    const roles = requested?.filter(isRole) ?? [await defaultRole(accounts)];
    const { oneTimePassword } = await accounts.create(username, roles, SYSTEM);
    return `Created account "${username}" (${roles.join(', ')}). One-time password, shown only here: ${oneTimePassword}`;
  } finally {
    await database.destroy();
  }
}

const isRole = (role: string): role is Role => ROLES.some((known) => known === role);

async function defaultRole(accounts: Accounts): Promise<Role> {
  const all = await accounts.all();
  const canAdminister = all.some(({ roles, disabledAt }) => roles.includes('administrator') && !disabledAt);
  return canAdminister ? 'reviewer' : 'administrator';
}

await runCommand(() => create(process.argv[2], process.argv[3]));
