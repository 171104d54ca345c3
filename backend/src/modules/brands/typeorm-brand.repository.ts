import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, LessThan } from 'typeorm';
import {
  AlreadyVerified,
  type Brand,
  BrandChanged,
  type BrandMerge,
  type BrandName,
  BrandNameTaken,
  BrandsShareBatches,
  keptOf,
  type MergedBrand,
  MergerNotFound,
  undoableSince,
} from '../../domain/brands/brand.js';
import { BrandRepository } from '../../domain/brands/ports.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { onViolation } from '../../platform/database/errors.js';
import { lockNames } from '../../platform/database/lock-names.js';
import { PublicReader } from '../../platform/database/public-reader.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';
import { BRAND_CONSTRAINTS, reassignBrand, sharedBatches } from '../coa-registry/coa-registry.sql.js';
import { brandMergerTable, brandTable } from './brand.table.js';
import { brandIdOf } from './brands.sql.js';

/** The columns of a brand that comes back. Triggers count its certificates as they come back. */
const RESTORED = `"id", "name", "nameKey", "contactEmail", "website", "verified", "createdAt", "updatedAt",
  "demonstration", "version"`;

@Injectable()
export class TypeOrmBrandRepository extends BrandRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reading: PublicReader,
  ) {
    super();
  }

  all(): Promise<Brand[]> {
    return this.database.manager.find(brandTable, { order: { verified: 'DESC', nameKey: 'ASC' } });
  }

  names(): Promise<BrandName[]> {
    return this.reading.withPermit(() =>
      this.reading.read<BrandName>(
        `SELECT b."name", b."verified", b."coaCount" FROM brands b ORDER BY b."verified" DESC, b."nameKey"`,
      ),
    );
  }

  byNameKey(nameKey: string): Promise<Brand | null> {
    return this.database.manager
      .createQueryBuilder(brandTable, 'b')
      .where('b.nameKey = :nameKey', { nameKey })
      .orWhere(`b.id = (SELECT a."brandId" FROM brand_aliases a WHERE a."nameKey" = :nameKey)`)
      .getOne();
  }

  byId(id: number): Promise<Brand | null> {
    return managerOf(this.database).findOneBy(brandTable, { id });
  }

  async reportRequestsOf(brandId: number): Promise<number> {
    const [row] = await this.reading.read<{ count: number }>(
      `SELECT "count" FROM report_requests WHERE "brandId" = $1`,
      [brandId],
    );
    return row?.count ?? 0;
  }

  async countReportRequest(brandId: number): Promise<number | null> {
    const [row] = await managerOf(this.database).query<{ count: number }[]>(
      `INSERT INTO report_requests AS r ("brandId", "count") SELECT b."id", 1 FROM brands b WHERE b."id" = $1
       ON CONFLICT ("brandId") DO UPDATE SET "count" = least(r."count"::bigint + 1, ${COUNT_MAX}) RETURNING "count"`,
      [brandId],
    );
    return row?.count ?? null;
  }

  verify(brand: Brand, entry: AuditEntry): Promise<void> {
    const { id, contactEmail, contactName, website, verified, updatedAt } = brand;
    return inTransaction(this.database, async (manager) => {
      const version = () => '"version" + 1'; // invalidates versions that other staff have loaded
      const changed = { contactEmail, contactName, website, verified, updatedAt, version };
      const { affected } = await manager.update(brandTable, { id, verified: false }, changed);
      if (affected !== 1) throw new AlreadyVerified();
      await appendToAuditLog(manager, entry);
    });
  }

  async change(brand: Brand, entry: AuditEntry): Promise<void> {
    const { id, name, nameKey, contactEmail, contactName, website, updatedAt, version } = brand;
    const changes = inTransaction(this.database, async (manager) => {
      const before = await manager.findOneBy(brandTable, { id, version: version - 1 });
      if (!before) throw new BrandChanged();
      await lockNames(manager, [...new Set([before.nameKey, nameKey])], 'alone');
      if (before.name !== name) await reassignBrand(manager, { brandId: id }, brand);
      const changed = { name, nameKey, contactEmail, contactName, website, updatedAt, version };
      const { affected } = await manager.update(brandTable, { id, version: version - 1 }, changed);
      if (affected !== 1) throw new BrandChanged();
      if (before.nameKey !== nameKey) await addAlias(manager, before.nameKey, id);
      await manager.query(`DELETE FROM brand_aliases WHERE "nameKey" = $1 AND "brandId" = $2`, [nameKey, id]);
      await appendToAuditLog(manager, entry);
    });
    await onViolation(changes, ['brands_name_key'], () => new BrandNameTaken(name));
  }

  byContact(address: string): Promise<Brand[]> {
    return managerOf(this.database)
      .createQueryBuilder(brandTable, 'b')
      .where('lower(b.contactEmail) = lower(:address)', { address })
      .orderBy('b.nameKey')
      .getMany();
  }

  async removeContact(address: string, at: Date): Promise<number> {
    const [, count] = await managerOf(this.database).query<[unknown, number]>(
      `UPDATE brands SET "contactEmail" = '', "contactName" = NULL, "updatedAt" = $2, "version" = "version" + 1
        WHERE NOT "verified" AND lower("contactEmail") = lower($1)`,
      [address, at],
    );
    return count;
  }

  merge(merger: BrandMerge, entry: AuditEntry): Promise<Brand> {
    // A certificate was published in the meantime under a former name, so there is another one to reassign.
    return onViolation(this.mergeInTransaction(merger, entry), BRAND_CONSTRAINTS, () => new BrandChanged());
  }

  private mergeInTransaction({ from, into }: BrandMerge, entry: AuditEntry): Promise<Brand> {
    return inTransaction(this.database, async (manager) => {
      await lockNames(manager, [from.nameKey, into.nameKey], 'alone');
      const { version, updatedAt } = into;
      const expected = [
        { id: from.id, version: from.version },
        { id: into.id, version: version - 1 },
      ];
      if ((await manager.countBy(brandTable, expected)) !== 2) throw new BrandChanged();
      const shared = await sharedBatches(manager, [from.id, into.id], NAMED_BATCHES);
      if (shared.length > 0) throw new BrandsShareBatches(shared);
      const certificateIds = await reassignBrand(manager, { brandId: from.id }, into);
      const updated = await manager.update(brandTable, { id: into.id, version: version - 1 }, { version, updatedAt });
      const [aliases] = await manager.query<[{ nameKey: string }[], number]>(
        `UPDATE brand_aliases SET "brandId" = $1 WHERE "brandId" = $2 RETURNING "nameKey"`,
        [into.id, from.id],
      );
      const formerNameKeys = aliases.map(({ nameKey }) => nameKey);
      await manager.insert(brandMergerTable, {
        brand: keptOf(from),
        certificateIds,
        formerNameKeys,
        mergedAt: updatedAt,
      });
      await addReportRequests(manager, from.id, into.id);
      await manager.delete(brandMergerTable, { mergedAt: LessThan(undoableSince(updatedAt)) });
      const removed = await manager.delete(brandTable, { id: from.id, version: from.version });
      if (updated.affected !== 1 || removed.affected !== 1) throw new BrandChanged();
      await addAlias(manager, from.nameKey, into.id);
      await appendToAuditLog(manager, entry);
      return manager.findOneByOrFail(brandTable, { id: into.id });
    });
  }

  async mergedSince(since: Date): Promise<MergedBrand[]> {
    const mergers = await managerOf(this.database).query<(Omit<MergedBrand, 'brand'> & { brand: Stored<Brand> })[]>(
      `SELECT m."id", m."brand", cardinality(m."certificateIds") AS "certificates", m."mergedAt",
              (SELECT b."name" FROM brands b WHERE b."id" = ${brandIdOf(`m."brand"->>'nameKey'`)}) AS "into"
         FROM brand_mergers m WHERE m."mergedAt" >= $1 ORDER BY m."mergedAt" DESC, m."id" DESC`,
      [since],
    );
    return mergers.map(({ brand, ...merger }) => ({ ...merger, brand: withDates(brand) }));
  }

  undoMerger(id: number, brand: Brand, entry: AuditEntry): Promise<Brand> {
    const undone = inTransaction(this.database, async (manager) => {
      await lockNames(manager, [brand.nameKey], 'alone');
      const [[merger]] = await manager.query<[{ certificateIds: string[]; formerNameKeys: string[] }[], number]>(
        `DELETE FROM brand_mergers WHERE "id" = $1 RETURNING "certificateIds", "formerNameKeys"`,
        [id],
      );
      if (!merger) throw new MergerNotFound();
      // TypeORM would give it another number.
      await manager.query(
        `INSERT INTO brands (${RESTORED}) SELECT ${RESTORED} FROM json_populate_record(NULL::brands, $1)`,
        [JSON.stringify(brand)],
      );
      await reassignBrand(manager, { ids: merger.certificateIds }, brand);
      await manager.query(
        `WITH gone AS (DELETE FROM brand_aliases WHERE "nameKey" = $1 RETURNING "brandId")
         UPDATE brands SET "version" = "version" + 1, "updatedAt" = $2 WHERE "id" = (SELECT "brandId" FROM gone)`,
        [brand.nameKey, brand.updatedAt],
      );
      await manager.query(`UPDATE brand_aliases SET "brandId" = $1 WHERE "nameKey" = ANY ($2)`, [
        brand.id,
        merger.formerNameKeys,
      ]);
      await appendToAuditLog(manager, entry);
      return manager.findOneByOrFail(brandTable, { id: brand.id });
    });
    return onViolation(undone, ['brands_name_key'], () => new BrandNameTaken(brand.name));
  }
}

/** As JSON stores it. */
type Stored<T> = { [Key in keyof T]: T[Key] extends Date ? string : T[Key] };

const withDates = (brand: Stored<Brand>): Brand => ({
  ...brand,
  createdAt: new Date(brand.createdAt),
  updatedAt: new Date(brand.updatedAt),
});

/** Maximum number of shared batches in an error message. */
const NAMED_BATCHES = 3;

/** Of a PostgreSQL integer. */
const COUNT_MAX = 2_147_483_647;

/** Undoing the merger leaves them with the brand that remained: nobody knows which of the two was meant since. */
async function addReportRequests(manager: EntityManager, fromId: number, intoId: number): Promise<void> {
  await manager.query(
    `INSERT INTO report_requests AS r ("brandId", "count")
     SELECT $2::int, f."count" FROM report_requests f WHERE f."brandId" = $1
     ON CONFLICT ("brandId") DO UPDATE SET "count" = least(r."count"::bigint + excluded."count", ${COUNT_MAX})`,
    [fromId, intoId],
  );
}

/** Makes a former name lead to the brand. */
async function addAlias(manager: EntityManager, nameKey: string, brandId: number): Promise<void> {
  await manager.query(
    `INSERT INTO brand_aliases ("nameKey", "brandId") VALUES ($1, $2)
     ON CONFLICT ("nameKey") DO UPDATE SET "brandId" = excluded."brandId"`,
    [nameKey, brandId],
  );
}
