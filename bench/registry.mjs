// A registry of many certificates, loaded by COPY through the triggers that keep its totals.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { BRANDS, sentCertificate } from './generator.mjs';

/** So many rows are made while PostgreSQL stores those before. */
const ROWS_AT_ONCE = 20_000;

const BRAND_IDS = new Map(BRANDS.map((name, i) => [name, i + 1]));

/** Columns with another name than the field that they store. */
export const COLUMNS = {
  outcome: 'status',
  lifecycle: 'submissionStatus',
  contactEmail: 'submittedBy',
  reviewDueDate: 'dueOn',
};

/** A row of the table, as the rules of the domain make it. */
function certificateRow(n, { submit, approve }) {
  const { id, draft, verdict, sentAt, reviewedAt } = sentCertificate(n);
  const brandId = BRAND_IDS.get(draft.brandName);
  return { ...approve(submit(draft, id, sentAt), verdict, reviewedAt), brandId };
}

/**
 * Fills an empty, migrated database.
 * @param {string} databaseUrl
 * @param {number} size how many certificates
 * @param {string} checkout whose rules make them
 */
export async function loadRegistry(databaseUrl, size, checkout) {
  const ruleFrom = (file) => import(pathToFileURL(join(checkout, 'backend/dist/domain', file)).href);
  const { submit } = await ruleFrom('coa-registry/certificate.js');
  const { approve } = await ruleFrom('coa-registry/review.js');
  const { nameKey } = await ruleFrom('shared/name-key.js');
  await withClient(databaseUrl, async (client) => {
    const isMet = new Set();
    for (let n = 0; n < size && isMet.size < BRANDS.length; n += 1) isMet.add(sentCertificate(n).draft.brandName);
    const brands = BRANDS.filter((name) => isMet.has(name));
    const brandRows = brands.map((name) => [BRAND_IDS.get(name), name, nameKey(name), '']);
    await copyRows(client, 'brands', ['id', 'name', 'nameKey', 'contactEmail'], [brandRows]);
    await client.query(`SELECT setval('brands_id_seq', $1)`, [BRANDS.length]);
    const row = (n) => certificateRow(n, { submit, approve });
    const rebuildIndexes = await withoutIndexes(client, 'coa_data');
    await copyRows(
      client,
      'coa_data',
      Object.keys(row(0)).map((name) => COLUMNS[name] ?? name),
      portions(size, row),
    );
    await rebuildIndexes();
    await client.query('VACUUM (ANALYZE)');
    await assertTotals(client, size);
    await client.query('CHECKPOINT');
  });
}

function* portions(size, row) {
  for (let from = 0; from < size; from += ROWS_AT_ONCE) {
    yield Array.from({ length: Math.min(ROWS_AT_ONCE, size - from) }, (_, i) => Object.values(row(from + i)));
  }
}

/** Takes the indexes away that no constraint needs, because building them at the end takes a fraction of the time. */
async function withoutIndexes(client, table) {
  const { rows } = await client.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    await client.query(`SET maintenance_work_mem = '512MB'`);
    for (const { definition } of rows) await client.query(definition);
  };
}

/** What the triggers have kept must be what there is. */
async function assertTotals(client, size) {
  const { rows } = await client.query(
    `WITH counted AS (SELECT "brandId", count(*)::int AS coas, (count(*) FILTER (WHERE "underDosed"))::int AS under
                        FROM coa_data WHERE "submissionStatus" = 'approved' GROUP BY 1)
     SELECT t.coas, t.brands, t."underDosed", sum(c.coas)::int AS "countedCoas", count(*)::int AS "countedBrands",
            sum(c.under)::int AS "countedUnder", count(*) FILTER (WHERE b."coaCount" <> c.coas)::int AS "wrongBrands"
       FROM registry_totals t, brands b JOIN counted c ON c."brandId" = b."id" GROUP BY t.only`,
  );
  const [it] = rows;
  const isRight = it.coas === size && it.countedCoas === size && it.brands === it.countedBrands;
  if (!isRight || it.underDosed !== it.countedUnder || it.wrongBrands > 0) {
    throw new Error(`The registry's totals are not what was loaded: ${JSON.stringify(it)}`);
  }
}

/** @param {Iterable<unknown[][]>} portions rows, so many at a time */
function copyRows(client, table, columns, portions) {
  const names = columns.map((name) => `"${name}"`).join(', ');
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(`COPY ${table} (${names}) FROM STDIN`, portions, resolve, reject));
  });
}

/** COPY … FROM STDIN as a query of the driver, which knows the messages of the protocol and leaves their order to us. */
class CopyIn {
  constructor(sql, portions, resolve, reject) {
    Object.assign(this, { sql, portions, resolve, reject });
  }

  submit(connection) {
    connection.query(this.sql);
  }

  async handleCopyInResponse(connection) {
    try {
      for (const rows of this.portions) {
        connection.sendCopyFromChunk(Buffer.from(rows.map(line).join('')));
        await new Promise((sent) => connection.stream.write('', sent));
      }
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(error.message);
    }
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.resolve();
  }

  handleError(error) {
    this.reject(error);
  }
}

const line = (row) => `${row.map(field).join('\t')}\n`;

/** COPY's text format: its manual, "File formats". */
function field(value) {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\n\r\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c]);
}

export async function withClient(url, work) {
  const client = new pg.Client(url);
  // Whoever waits for an answer is told; a database that is stopped meanwhile must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
