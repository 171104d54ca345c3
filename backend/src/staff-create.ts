import 'reflect-metadata';
import { openForMaintenance, SYSTEM, staffOf } from './prepare.js';

/** Makes a staff account: `npm run staff:create -- <name>`. */
async function create(username: string | undefined): Promise<string> {
  if (!username) return 'Say which name the account shall have: npm run staff:create -- robin';
  const database = await openForMaintenance(process.env.DATABASE_URL ?? '');
  try {
    const password = await staffOf(database).createAccount(username, SYSTEM);
    return `Account "${username}" is made. Its password for the first sign-in, shown only here: ${password}`;
  } finally {
    await database.destroy();
  }
}

try {
  process.stdout.write(`${await create(process.argv[2])}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
