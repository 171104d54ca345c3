// Loads a large registry with COPY. The triggers that maintain totals run as usual.
import { submit } from '../backend/dist/domain/coa-registry/certificate/certificate.js';
import { approve } from '../backend/dist/domain/coa-registry/review/review.js';
import { nameKey } from '../backend/dist/domain/shared/name-key.js';
import { withClient } from '../scripts/postgres.mjs';
import { BRANDS, sentCertificate } from './generator.mjs';

/** Rows per COPY chunk: one chunk is generated while PostgreSQL stores the previous one. */
const ROWS_PER_CHUNK = 20_000;

const BRAND_IDS = new Map(BRANDS.map((name, i) => [name, i + 1]));

/** Columns with another name than the field that they store. */
const COLUMNS = {
  outcome: 'status',
  lifecycle: 'submissionStatus',
  contactEmail: 'submittedBy',
  reviewDueDate: 'dueOn',
};

/** A table row, built by the domain's own functions. */
function certificateRow(n) {
  const { id, draft, verdict, sentAt, reviewedAt } = sentCertificate(n);
  const brandId = BRAND_IDS.get(draft.brandName);
  return {
    ...approve(submit(draft, id, sentAt), { ...verdict, documentAbsence: 'before-documents' }, reviewedAt),
    brandId,
  };
}

/** Fills an empty, migrated database. @param {number} size number of certificates */
export async function loadRegistry(databaseUrl, size) {
  await withClient(databaseUrl, async (client) => {
    const used = new Set();
    for (let n = 0; n < size && used.size < BRANDS.length; n += 1) used.add(sentCertificate(n).draft.brandName);
    const brands = BRANDS.filter((name) => used.has(name));
    const brandRows = brands.map((name) => [BRAND_IDS.get(name), name, nameKey(name), '']);
    await copyRows(client, 'brands', ['id', 'name', 'nameKey', 'contactEmail'], [brandRows]);
    await client.query(`SELECT setval('brands_id_seq', $1)`, [BRANDS.length]);
    const rebuildIndexes = await dropIndexes(client, 'coa_data');
    const columns = Object.keys(certificateRow(0)).map((name) => COLUMNS[name] ?? name);
    await copyRows(client, 'coa_data', columns, chunks(size));
    await rebuildIndexes();
    await client.query('VACUUM (ANALYZE)');
    await assertTotals(client, size);
    await client.query('CHECKPOINT');
  });
}

function* chunks(size) {
  for (let from = 0; from < size; from += ROWS_PER_CHUNK) {
    yield Array.from({ length: Math.min(ROWS_PER_CHUNK, size - from) }, (_, i) =>
      Object.values(certificateRow(from + i)),
    );
  }
}

/** Drops indexes without a constraint: rebuilding them after loading takes a fraction of the time. */
async function dropIndexes(client, table) {
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

/** @throws Error when the totals that triggers maintained differ from a count */
async function assertTotals(client, size) {
  const { rows } = await client.query(
    `WITH counted AS (SELECT "brandId", count(*)::int AS coas, (count(*) FILTER (WHERE "underDosed"))::int AS under
                        FROM coa_data WHERE "submissionStatus" = 'approved' GROUP BY 1)
     SELECT t.coas, t.brands, t."underDosed", sum(c.coas)::int AS "countedCoas", count(*)::int AS "countedBrands",
            sum(c.under)::int AS "countedUnder", count(*) FILTER (WHERE b."coaCount" <> c.coas)::int AS "wrongBrands"
       FROM registry_totals t, brands b JOIN counted c ON c."brandId" = b."id" GROUP BY t.only`,
  );
  const [totals] = rows;
  const { coas, countedCoas, brands, countedBrands, underDosed, countedUnder, wrongBrands } = totals;
  const isRight = coas === size && countedCoas === size && brands === countedBrands;
  if (!isRight || underDosed !== countedUnder || wrongBrands > 0) {
    throw new Error(`The registry's totals don't match what was loaded: ${JSON.stringify(totals)}`);
  }
}

/** @param {Iterable<unknown[][]>} chunks of rows */
function copyRows(client, table, columns, chunks) {
  const names = columns.map((name) => `"${name}"`).join(', ');
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(`COPY ${table} (${names}) FROM STDIN`, chunks, resolve, reject));
  });
}

/** COPY … FROM STDIN as a custom query of pg, which has the protocol messages but not the sequence. */
class CopyIn {
  constructor(sql, chunks, resolve, reject) {
    Object.assign(this, { sql, chunks, resolve, reject });
  }

  submit(connection) {
    connection.query(this.sql);
  }

  async handleCopyInResponse(connection) {
    try {
      for (const rows of this.chunks) {
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

/** COPY's text format (PostgreSQL manual, COPY, "File Formats"). */
function field(value) {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\n\r\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c]);
}
