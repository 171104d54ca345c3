import 'reflect-metadata';
import { resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { loadDemoData } from './demo-data.js';
import { Education } from './domain/education/education.js';
import type { Actor } from './domain/shared/audit.js';
import { Accounts } from './domain/staff/accounts.js';
import { readArticles } from './modules/education/article-files.js';
import { TypeOrmArticleRepository } from './modules/education/database/typeorm-article.repository.js';
import { Argon2PasswordHasher } from './modules/staff/crypto/argon2-password-hasher.js';
import { RandomTokenGenerator } from './modules/staff/crypto/random-token-generator.js';
import { TypeOrmStaffRepository } from './modules/staff/database/typeorm-staff.repository.js';
import { RandomIds, SystemClock } from './platform/clock-and-ids.js';
import { PublicReader } from './platform/database/public-reader.js';
import { grantRuntimeRole } from './platform/database/runtime-role.js';
import { TypeOrmTransactions } from './platform/database/transaction.js';

/** The actor of automated changes. */
export const SYSTEM: Actor = { id: 'system', name: 'system' };

export const FIRST_ACCOUNT = 'admin';

/** Key of the advisory lock; an arbitrary number that all instances share. */
const MIGRATION_LOCK = 2_018_1220;

export interface SeedResult {
  readonly migrations: readonly string[];
  readonly articles: number;
  readonly demonstrationLoaded: boolean;
  /** One-time password of the first account; null if an account already existed. */
  readonly oneTimePassword: string | null;
}

/**
 * Prepares a database: runs migrations, publishes articles, and optionally loads demo data and creates a first account.
 * Idempotent.
 */
export async function migrateAndSeed(options: {
  databaseUrl: string;
  contentRoot: string;
  demonstration: boolean;
  firstAccount: boolean;
  /** Database role of the server, if it differs from the one that owns the tables. */
  runtimeRole?: string;
}): Promise<SeedResult> {
  // Parse first, so that an invalid article leaves the database unchanged.
  const articles = await readArticles(resolve(options.contentRoot, 'articles'));
  const database = await openForMaintenance(options.databaseUrl);
  try {
    return await withMigrationLock(database, async () => {
      const migrations = await runMigrations(database);
      // Lists rely on index-only scans, which need a vacuumed table (docs/decisions/0020).
      if (migrations.length > 0) await database.query('VACUUM (ANALYZE)');
      if (options.runtimeRole) await grantRuntimeRole(database, options.runtimeRole);
      await new Education(
        new TypeOrmArticleRepository(database, new PublicReader(database)),
        new SystemClock(),
      ).publish(articles);
      const demonstrationLoaded = options.demonstration && (await loadDemoData(database));
      const first = options.firstAccount ? await accountsOf(database).createFirst(FIRST_ACCOUNT, SYSTEM) : null;
      const oneTimePassword = first?.oneTimePassword ?? null;
      return { migrations, articles: articles.length, demonstrationLoaded, oneTimePassword };
    });
  } finally {
    await database.destroy();
  }
}

/** Connects without the limits of requests. */
export function openForMaintenance(databaseUrl: string): Promise<DataSource> {
  return new DataSource(dataSourceOptions(databaseUrl, 3)).initialize();
}

export function accountsOf(database: DataSource): Accounts {
  return new Accounts(
    new TypeOrmStaffRepository(database),
    new Argon2PasswordHasher(),
    new RandomTokenGenerator(),
    new TypeOrmTransactions(database),
    new SystemClock(),
    new RandomIds(),
  );
}

export const migrate = (database: DataSource): Promise<string[]> =>
  withMigrationLock(database, () => runMigrations(database));

/**
 * Prepares the sandbox's database, and creates it if the account may. Idempotent, like {@link migrateAndSeed}.
 * @throws Error if it does not exist and cannot be created
 */
export async function migrateSandbox(databaseUrl: string, sandboxUrl: string, runtimeRole?: string): Promise<void> {
  await createIfMissing(databaseUrl, decodeURIComponent(new URL(sandboxUrl).pathname.slice(1)));
  const sandbox = await openForMaintenance(sandboxUrl);
  try {
    await migrate(sandbox);
    if (runtimeRole) await grantRuntimeRole(sandbox, runtimeRole);
  } finally {
    await sandbox.destroy();
  }
}

async function createIfMissing(databaseUrl: string, name: string): Promise<void> {
  const database = await openForMaintenance(databaseUrl);
  try {
    await withMigrationLock(database, async () => {
      const [found] = await database.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (!found) await database.query(`CREATE DATABASE "${name.replaceAll('"', '""')}"`);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(
      `The sandbox's database could not be created (${reason}). Create it, or unset SANDBOX_DATABASE_URL.`,
    );
  } finally {
    await database.destroy();
  }
}

const runMigrations = async (database: DataSource) => (await database.runMigrations()).map(({ name }) => name);

/** Serializes concurrent instances with an advisory lock: the second one finds everything done. */
async function withMigrationLock<T>(database: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = database.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).finally(() => lock.release());
  }
}

/** @throws Error for the setting's former name, which would silently leave the server's role without its rights */
export function runtimeRoleOf({ RUNTIME_DB_ROLE, SERVING_ROLE }: NodeJS.ProcessEnv): string | undefined {
  if (SERVING_ROLE) throw new Error('SERVING_ROLE is now RUNTIME_DB_ROLE. Rename it, then run this again.');
  return RUNTIME_DB_ROLE;
}

/** Runs a command and prints its result, or only the message of its error. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

async function prepareFromEnvironment(): Promise<string> {
  const { DATABASE_URL = '', SANDBOX_DATABASE_URL, CONTENT_ROOT, DEMO_DATA, FIRST_ACCOUNT: firstAccount } = process.env;
  const runtimeRole = runtimeRoleOf(process.env);
  const done = await migrateAndSeed({
    databaseUrl: DATABASE_URL,
    contentRoot: CONTENT_ROOT ?? resolve(import.meta.dirname, '../../content'),
    demonstration: DEMO_DATA === 'true',
    firstAccount: firstAccount === 'true',
    runtimeRole,
  });
  if (SANDBOX_DATABASE_URL) await migrateSandbox(DATABASE_URL, SANDBOX_DATABASE_URL, runtimeRole);
  return JSON.stringify(done);
}

if (import.meta.filename === process.argv[1]) await runCommand(prepareFromEnvironment);
