// Prepares a database as browser tests and measurements need it: the demonstration data, and one staff account. Its documents are
// read once, and what was read is kept for the next run: reading takes most of a second for each, and gives the same result
// until a PDF or the reader changes.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { DocumentListeners } from '../backend/dist/domain/documents/documents.js';
import { ReadingQueue } from '../backend/dist/domain/documents/reading-queue.js';
import { migrateAndSeed, openForMaintenance } from '../backend/dist/migrate-and-seed.js';
import { PostgresDocumentStore } from '../backend/dist/modules/documents/database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from '../backend/dist/modules/documents/database/typeorm-document.repository.js';
import { ChildProcessDocumentReader } from '../backend/dist/modules/documents/reading/child-process.reader.js';
import { Argon2PasswordHasher } from '../backend/dist/modules/staff/crypto/argon2-password-hasher.js';
import { SystemClock } from '../backend/dist/platform/clock-and-ids.js';
import { TypeOrmTransactions } from '../backend/dist/platform/database/transaction.js';
import { WakeSignal } from '../backend/dist/platform/queue/wake-signal.js';
import { root } from './lib.mjs';

export const STAFF_PASSWORD = 'a sentence only the reviewer knows';

/** As many as the machine for tests has processors. */
const READERS = 2;

/** Everything that a reading depends on, besides the PDF. */
const READER = [
  'backend/dist/modules/documents/reading/**/*.js',
  'backend/dist/domain/{documents/extraction,shared}/**/*.js',
  'package-lock.json',
];

/** Migrates and fills an empty database. */
export async function prepareDemonstration(databaseUrl) {
  const contentRoot = join(root, 'content');
  await migrateAndSeed({ databaseUrl, contentRoot, demonstration: true, firstAccount: true });
  const database = await openForMaintenance(databaseUrl);
  try {
    await choosePassword(database);
    await readDocuments(database);
  } finally {
    await database.destroy();
  }
}

/** In place of the account's one-time password, so that tests can sign in with the same one. */
async function choosePassword(database) {
  const password = await new Argon2PasswordHasher().hash(STAFF_PASSWORD);
  await database.query('UPDATE users SET password = $1, "passwordIsOneTime" = false', [password]);
}

async function readDocuments(database) {
  const readings = Array.from({ length: READERS }, () => readAll(queueIn(database)));
  try {
    await Promise.all(readings);
  } finally {
    await Promise.allSettled(readings);
  }
}

async function readAll(queue) {
  for (let [document] = await queue.claim(1); document; [document] = await queue.claim(1)) await queue.read(document);
}

const queueIn = (database) =>
  new ReadingQueue(
    new TypeOrmDocumentRepository(database, new WakeSignal()),
    new PostgresDocumentStore(database),
    { scan: async () => 'clean' },
    new RememberingReader(),
    new DocumentListeners(),
    new TypeOrmTransactions(database),
    new SystemClock(),
  );

class RememberingReader {
  reader = new ChildProcessDocumentReader();
  folder = join(root, 'node_modules/.cache/clearbatch/readings', versionOfReader());

  async read(content) {
    const file = join(this.folder, createHash('sha256').update(content).digest('hex'));
    const known = kept(file);
    if (known) return known;
    const result = await this.reader.read(content);
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(file, serialize(result));
    return result;
  }
}

/** @returns undefined if there is none, or if a run was stopped while it was written */
function kept(file) {
  try {
    return deserialize(readFileSync(file));
  } catch {
    return undefined;
  }
}

function versionOfReader() {
  const hash = createHash('sha256');
  for (const file of globSync(READER, { cwd: root }).toSorted()) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
