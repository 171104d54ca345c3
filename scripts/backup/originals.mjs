// Backup and restore of labs' original PDFs. Those in the database are in its backup; those in a bucket are copied to files
// named by their SHA-256. A restore compares every original with its hash, wherever it is.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Folder of a backup with the originals that were in a bucket. */
export const ORIGINALS = 'documents';

/** States of documents that have bytes. */
const KEPT = `"state" IN ('received', 'reading', 'ready', 'unreadable')`;

const CHUNK_BYTES = 256 * 1024;

/** The bucket that the environment names; null if documents are in the database. */
async function bucket() {
  const { DOCUMENTS_S3_URL: url, DOCUMENTS_S3_REGION: region = 'us-east-1' } = process.env;
  if (!url) return null;
  const { S3DocumentStore } = await import('../../backend/dist/modules/documents/storage/s3-document.store.js');
  const { DOCUMENTS_S3_ACCESS_KEY_ID: accessKeyId = '', DOCUMENTS_S3_SECRET_ACCESS_KEY: secretAccessKey = '' } =
    process.env;
  return new S3DocumentStore({ url, region, accessKeyId, secretAccessKey });
}

/** Documents whose bytes are not in the database. */
async function elsewhere(client) {
  const { rows } = await client.query(
    `SELECT "id", "bytes" FROM documents d WHERE ${KEPT} AND NOT EXISTS (
       SELECT 1 FROM document_files f WHERE f."sha256" = d."id" AND f."isComplete") ORDER BY "id"`,
  );
  return rows;
}

/** A database from before documents has no table of them. */
async function hasDocuments(client) {
  const { rows } = await client.query(`SELECT to_regclass('public.document_files') IS NOT NULL AS "has"`);
  return rows[0].has;
}

/**
 * Copies the originals that are in the bucket.
 * @returns the hashes of originals that should be there and are not
 */
export async function backUpOriginals(client, folder) {
  const store = await bucket();
  if (!(await hasDocuments(client))) return [];
  const missing = [];
  for (const { id } of await elsewhere(client)) {
    mkdirSync(join(folder, ORIGINALS), { recursive: true, mode: 0o700 });
    const file = join(folder, ORIGINALS, `${id}.pdf`);
    if (!store || !(await store.has(id))) missing.push(id);
    else await pipeline(Readable.from(store.read(id)), createWriteStream(file, { mode: 0o600 }));
  }
  return missing;
}

/** Puts the originals of a backup into the bucket that the environment names, or else into the database. */
export async function restoreOriginals(client, folder) {
  const from = join(folder, ORIGINALS);
  if (!existsSync(from)) return;
  const store = await bucket();
  for (const name of readdirSync(from)) {
    const [file, sha256] = [join(from, name), name.replace(/\.pdf$/, '')];
    if (store) await store.write(sha256, statSync(file).size, createReadStream(file));
    else await intoDatabase(client, file, sha256);
  }
}

async function intoDatabase(client, file, sha256) {
  await client.query('BEGIN');
  const { rows } = await client.query(
    `INSERT INTO document_files ("id", "sha256", "bytes", "isComplete", "startedAt")
       VALUES (gen_random_uuid(), $1, $2, true, now()) RETURNING "id"`,
    [sha256, statSync(file).size],
  );
  let number = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    await client.query('INSERT INTO document_chunks ("fileId", "number", "content") VALUES ($1, $2, $3)', [
      ...[rows[0].id, number, chunk],
    ]);
    number += 1;
  }
  await client.query('COMMIT');
}

/** Compares every original with its hash. @returns the hashes of those that are missing or damaged */
export async function wrongOriginals(client) {
  if (!(await hasDocuments(client))) return [];
  const { rows: files } = await client.query(
    `SELECT "id", "sha256" FROM document_files WHERE "isComplete" ORDER BY "sha256"`,
  );
  const wrong = [];
  for (const { id, sha256 } of files) if ((await hashInDatabase(client, id)) !== sha256) wrong.push(sha256);
  const store = await bucket();
  for (const { id } of await elsewhere(client)) if (!store || (await hashInStore(store, id)) !== id) wrong.push(id);
  return wrong;
}

async function hashInDatabase(client, id) {
  const { rows } = await client.query(
    `SELECT encode(sha256(string_agg("content", '' ORDER BY "number")), 'hex') AS "hash"
       FROM document_chunks WHERE "fileId" = $1`,
    [id],
  );
  return rows[0].hash;
}

async function hashInStore(store, id) {
  const hash = createHash('sha256');
  try {
    for await (const piece of store.read(id)) hash.update(piece);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
