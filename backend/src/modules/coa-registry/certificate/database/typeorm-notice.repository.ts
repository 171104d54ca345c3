import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { BrandBatch } from '../../../../domain/coa-registry/certificate/batch-key.js';
import {
  type AffectedBatch,
  type AffectedSet,
  type BatchNotice,
  type Notice,
  NoticeChanged,
  type NoticeSelection,
  type PublicNotice,
  wantedBy,
} from '../../../../domain/coa-registry/certificate/batch-notice.js';
import {
  type NoticeCursor,
  NoticeRepository,
  type NoticeScope,
} from '../../../../domain/coa-registry/certificate/ports.js';
import type { AuditEntry } from '../../../../domain/shared/audit.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { appendToAuditLog, hasAuditEntry } from '../../../../platform/database/audit-log.js';
import { lockNames } from '../../../../platform/database/lock-names.js';
import { newestPage } from '../../../../platform/database/newest-page.js';
import { inTransaction, managerOf } from '../../../../platform/database/transaction.js';
import { brandIdOf } from '../../../brands/brands.sql.js';
import { testedWithin } from './lab-incidents-of.js';
import { noticeTable } from './notice.table.js';
import { isBatchOf, noticesOf } from './warnings-of.js';

const WAS_PUBLISHED = `c."submissionStatus" IN ('approved', 'withdrawn', 'superseded')`;

/** Names of the brand `$1`'s products that were tested from `$2` to `$3`. */
const PRODUCT_NAMES = `SELECT DISTINCT c."productName" FROM coa_data c
  WHERE c."brandId" = ${brandIdOf('$1')} AND ${WAS_PUBLISHED} AND ${testedWithin('c', '$2', '$3')}`;

/**
 * Batches with certificates, as the newest of these names them: those of the references `$1`, the named ones `$2`, and those
 * of the brand `$3`'s products `$4` that were tested from `$5` to `$6`.
 */
const FOUND = `
  WITH named AS (SELECT ${brandIdOf('r."brandKey"')} AS "brandId", r."batchKey"
                   FROM json_to_recordset($2) AS r("brandKey" text, "batchKey" text)),
  wanted AS (
    SELECT c."brandId", c."batchKey" FROM coa_data c WHERE c."reference" = ANY ($1::text[]) AND ${WAS_PUBLISHED}
    UNION SELECT "brandId", "batchKey" FROM named
    UNION SELECT c."brandId", c."batchKey" FROM coa_data c
     WHERE c."brandId" = ${brandIdOf('$3')} AND c."productName" = ANY ($4::text[]) AND ${WAS_PUBLISHED}
       AND ${testedWithin('c', '$5', '$6')})
  SELECT (array_agg(c."brandName" ORDER BY c."testDate" DESC, c."id"))[1] AS "brandName", c."batchKey",
         (array_agg(c."batchId" ORDER BY c."testDate" DESC, c."id"))[1] AS "batchId",
         (array_agg(c."productName" ORDER BY c."testDate" DESC, c."id"))[1] AS "productName",
         array_agg(c."reference" ORDER BY c."reference") AS "references"
    FROM wanted w JOIN coa_data c USING ("brandId", "batchKey") WHERE ${WAS_PUBLISHED}
   GROUP BY c."brandId", c."batchKey"`;

/** Positions in the list `$1` of named batches without a certificate. */
const NOT_FOUND = `
  SELECT r."at" FROM json_to_recordset($1) AS r("at" int, "brandKey" text, "batchKey" text)
   WHERE NOT EXISTS (SELECT 1 FROM coa_data c WHERE c."batchKey" = r."batchKey" AND c."brandId" = ${brandIdOf('r."brandKey"')}
                        AND ${WAS_PUBLISHED})`;

const AFFECTED = `
  SELECT nb."brandKey", nb."batchKey", nb."brandName", nb."batchId",
         coalesce(nb."productName", (SELECT c."productName" FROM coa_data c WHERE ${isBatchOf('c')} AND ${WAS_PUBLISHED}
                                     ORDER BY c."testDate" DESC, c."id" LIMIT 1)) AS "productName",
         ARRAY(SELECT c."reference" FROM coa_data c WHERE ${isBatchOf('c')} AND ${WAS_PUBLISHED}
                ORDER BY c."reference") AS "references"
    FROM notice_batches nb WHERE nb."noticeId" = $1 AND nb."isCurrent" ORDER BY nb."brandKey", nb."batchKey" LIMIT $2`;

const COUNT_AFFECTED = (id: string) =>
  `(SELECT count(*)::int FROM notice_batches nb WHERE nb."noticeId" = ${id} AND nb."isCurrent")`;

const STORE_AFFECTED = `
  INSERT INTO notice_batches ("noticeId", "brandKey", "batchKey", "productKey", "brandName", "batchId", "productName", "isCurrent")
  SELECT $1, r."brandKey", r."batchKey", r."productKey", r."brandName", r."batchId", r."productName", true
    FROM json_to_recordset($2) AS r("brandKey" text, "batchKey" text, "productKey" text, "brandName" text, "batchId" text, "productName" text)
  ON CONFLICT ON CONSTRAINT notice_batches_pkey DO UPDATE SET "isCurrent" = true, "productKey" = excluded."productKey",
    "brandName" = excluded."brandName", "batchId" = excluded."batchId", "productName" = excluded."productName"`;

@Injectable()
export class TypeOrmNoticeRepository extends NoticeRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  published(limit: number, after: NoticeCursor | null) {
    const list = {
      found: `FROM notices n WHERE "number" IS NOT NULL`,
      values: [],
      time: 'publishedAt',
      columns: `*, ${COUNT_AFFECTED('n."id"')} AS "affectedBatches"`,
    } as const;
    type Row = PublicNotice & { readonly affectedBatches: number };
    return newestPage<Row, 'publishedAt'>(managerOf(this.database), list, limit, after);
  }

  lastModified(limit: number, scope?: NoticeScope): Promise<PublicNotice[]> {
    const { condition, values } = inScope(scope);
    return managerOf(this.database).query<PublicNotice[]>(
      `SELECT * FROM notices n WHERE n."number" IS NOT NULL ${condition} ORDER BY n."modifiedAt" DESC, n."id" LIMIT $1`,
      [limit, ...values],
    );
  }

  all(): Promise<Notice[]> {
    return managerOf(this.database).find(noticeTable, { order: { draftedAt: 'DESC', id: 'ASC' } });
  }

  byId(id: string): Promise<Notice | null> {
    return managerOf(this.database).findOneBy(noticeTable, { id });
  }

  byNumber(number: string): Promise<PublicNotice | null> {
    return managerOf(this.database).findOneBy(noticeTable, { number }) as Promise<PublicNotice | null>;
  }

  async affectedBy(id: string, limit: number) {
    const manager = managerOf(this.database);
    const batches = await manager.query<AffectedBatch[]>(AFFECTED, [id, limit]);
    const [counted] = await manager.query<{ total: number }[]>(`SELECT ${COUNT_AFFECTED('$1')} AS "total"`, [id]);
    return { batches, total: counted?.total ?? 0 };
  }

  async resolve(selection: NoticeSelection): Promise<AffectedSet> {
    const manager = managerOf(this.database);
    const { references, named, product } = wantedBy(selection);
    const products = product ? await productsOf(manager, product) : [];
    const [brandKey, from, to] = [product?.brandKey ?? null, product?.testedFrom ?? null, product?.testedTo ?? null];
    const values = [references, JSON.stringify(named), brandKey, products, from, to];
    const rows = await manager.query<Omit<AffectedBatch, 'brandKey'>[]>(FOUND, values);
    const found = rows.map((row) => ({ ...row, brandKey: nameKey(row.brandName) }));
    const missing = await manager.query<{ at: number }[]>(NOT_FOUND, [
      JSON.stringify(named.map(({ brandKey, batchKey }, at) => ({ at, brandKey, batchKey }))),
    ]);
    const without = missing.flatMap(({ at }) => named[at] ?? []).map((one) => ({ ...one, references: [] }));
    const known = new Set(found.flatMap((batch) => batch.references));
    return {
      batches: [...found, ...without].toSorted(byName),
      unknown: [
        ...references.filter((reference) => !known.has(reference)),
        ...(product && products.length === 0 ? [`${product.productName} by ${product.brandName}`] : []),
      ],
    };
  }

  async aboutBatch({ batchKey, brandKey }: BrandBatch): Promise<readonly BatchNotice[]> {
    const [row] = await managerOf(this.database).query<{ notices: BatchNotice[] }[]>(
      `SELECT ${noticesOf('c')} AS "notices"
         FROM (SELECT $1::text AS "batchKey", $2::text AS "brandKey", NULL::integer AS "brandId") c`,
      [batchKey, brandKey],
    );
    return row?.notices ?? [];
  }

  async affectedBatchKeys(): Promise<ReadonlySet<string>> {
    const rows = await managerOf(this.database).query<{ batchKey: string }[]>(
      `SELECT DISTINCT nb."batchKey" FROM notice_batches nb JOIN notices n ON n."id" = nb."noticeId"
        WHERE nb."isCurrent" AND n."state" IN ('published', 'updated')`,
    );
    return new Set(rows.map(({ batchKey }) => batchKey));
  }

  async countPublishedIn(year: number): Promise<number> {
    const manager = managerOf(this.database);
    await lockNames(manager, ['notices'], 'alone');
    const [row] = await manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS "count" FROM notices WHERE "number" LIKE $1`,
      [`CBN-${year}-%`],
    );
    return row?.count ?? 0;
  }

  hasMadeAccount(makerId: string, accountId: string, since: Date): Promise<boolean> {
    const actions = ['account.created', 'account.reset'];
    const entry = { actorId: makerId, subject: `account:${accountId}`, actions, since };
    return hasAuditEntry(managerOf(this.database), entry);
  }

  add(notice: Notice, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.insert(noticeTable, notice as object);
      await appendToAuditLog(manager, entry);
    });
  }

  change(notice: Notice, affected: readonly AffectedBatch[] | null, entry: AuditEntry): Promise<void> {
    const { id, version, ...values } = notice;
    return inTransaction(this.database, async (manager) => {
      const changed = { ...values, version } as object;
      const { affected: rows } = await manager.update(noticeTable, { id, version: version - 1 }, changed);
      if (rows !== 1) throw new NoticeChanged();
      if (affected) await storeAffected(manager, id, affected);
      await appendToAuditLog(manager, entry);
    });
  }
}

async function storeAffected(manager: EntityManager, id: string, batches: readonly AffectedBatch[]): Promise<void> {
  await manager.query(`UPDATE notice_batches SET "isCurrent" = false WHERE "noticeId" = $1`, [id]);
  const rows = batches.map((batch) => ({ ...batch, productKey: nameKey(batch.productName ?? '') }));
  await manager.query(STORE_AFFECTED, [id, JSON.stringify(rows)]);
}

/** Spellings of a product's name. They are compared here, because SQL knows only their words. */
async function productsOf(
  manager: EntityManager,
  { brandKey, productKey, testedFrom, testedTo }: NonNullable<ReturnType<typeof wantedBy>['product']>,
): Promise<readonly string[]> {
  const rows = await manager.query<{ productName: string }[]>(PRODUCT_NAMES, [brandKey, testedFrom, testedTo]);
  return rows.map(({ productName }) => productName).filter((name) => nameKey(name) === productKey);
}

function byName(a: AffectedBatch, b: AffectedBatch): number {
  const [left, right] = [`${a.brandKey}\n${a.batchKey}`, `${b.brandKey}\n${b.batchKey}`];
  return left < right ? -1 : 1;
}

/** A condition whose values are numbered from 2. */
function inScope(scope?: NoticeScope): { condition: string; values: readonly unknown[] } {
  if (scope === undefined) return { condition: '', values: [] };
  if ('ids' in scope) return { condition: 'AND n."id" = ANY ($2::uuid[])', values: [scope.ids] };
  const condition = `AND EXISTS (SELECT 1 FROM notice_batches nb WHERE nb."noticeId" = n."id"
    AND ${brandIdOf('nb."brandKey"')} = ${brandIdOf('$2')} AND ($3::text IS NULL OR nb."productKey" = $3))`;
  return { condition, values: [scope.brandKey, scope.productKey] };
}
