import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  AlreadyVerified,
  type Brand,
  BrandChanged,
  BrandNameTaken,
  BrandsShareBatches,
  type Merger,
} from '../../domain/brands/brand.js';
import { BrandRepository } from '../../domain/brands/ports.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { searchWords } from '../../domain/shared/search-words.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { violatedConstraint } from '../../platform/database/errors.js';
import { lockNames } from '../../platform/database/lock-names.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';
import { brandTable } from './brand.table.js';

@Injectable()
export class TypeOrmBrandRepository extends BrandRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  all(): Promise<Brand[]> {
    return this.database.manager.find(brandTable, { order: { verified: 'DESC', nameKey: 'ASC' } });
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

  verify(brand: Brand, entry: AuditEntry): Promise<void> {
    const { id, contactEmail, contactName, website, verified, updatedAt } = brand;
    return inTransaction(this.database, async (manager) => {
      const version = () => '"version" + 1'; // whoever saw neither this nor a change just before overwrites neither
      const changed = { contactEmail, contactName, website, verified, updatedAt, version };
      const { affected } = await manager.update(brandTable, { id, verified: false }, changed);
      if (affected !== 1) throw new AlreadyVerified();
      await appendToAuditLog(manager, entry);
    });
  }

  async change(brand: Brand, entry: AuditEntry): Promise<void> {
    const { id, name, nameKey, contactEmail, contactName, website, updatedAt, version } = brand;
    try {
      await inTransaction(this.database, async (manager) => {
        const before = await manager.findOneBy(brandTable, { id, version: version - 1 });
        if (!before) throw new BrandChanged();
        await lockNames(manager, [...new Set([before.nameKey, nameKey])], 'alone');
        if (before.name !== name) await handOver(manager, id, brand);
        const changed = { name, nameKey, contactEmail, contactName, website, updatedAt, version };
        const { affected } = await manager.update(brandTable, { id, version: version - 1 }, changed);
        if (affected !== 1) throw new BrandChanged();
        if (before.nameKey !== nameKey) await lead(manager, before.nameKey, id);
        await manager.query(`DELETE FROM brand_aliases WHERE "nameKey" = $1 AND "brandId" = $2`, [nameKey, id]);
        await appendToAuditLog(manager, entry);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'brands_name_key') throw new BrandNameTaken(name);
      throw error;
    }
  }

  ofContact(address: string): Promise<Brand[]> {
    return managerOf(this.database)
      .createQueryBuilder(brandTable, 'b')
      .where('lower(b.contactEmail) = lower(:address)', { address })
      .orderBy('b.nameKey')
      .getMany();
  }

  async forgetContact(address: string, at: Date): Promise<number> {
    const [, count] = await managerOf(this.database).query<[unknown, number]>(
      `UPDATE brands SET "contactEmail" = '', "contactName" = NULL, "updatedAt" = $2, "version" = "version" + 1
        WHERE NOT "verified" AND lower("contactEmail") = lower($1)`,
      [address, at],
    );
    return count;
  }

  async merge(merger: Merger, entry: AuditEntry): Promise<Brand> {
    try {
      return await this.merged(merger, entry);
    } catch (error) {
      // A certificate was published meanwhile, by a former name of the brand: there is one more to hand over.
      const constraint = violatedConstraint(error);
      if (constraint === 'coa_data_brand_fkey' || constraint === 'coa_data_published_batch') throw new BrandChanged();
      throw error;
    }
  }

  private merged({ from, into }: Merger, entry: AuditEntry): Promise<Brand> {
    return inTransaction(this.database, async (manager) => {
      await lockNames(manager, [from.nameKey, into.nameKey], 'alone');
      const { version, updatedAt } = into;
      const seen = [
        { id: from.id, version: from.version },
        { id: into.id, version: version - 1 },
      ];
      if ((await manager.countBy(brandTable, seen)) !== 2) throw new BrandChanged();
      const shared = await sharedBatches(manager, { from, into });
      if (shared.length > 0) throw new BrandsShareBatches(shared);
      await handOver(manager, from.id, into);
      const kept = await manager.update(brandTable, { id: into.id, version: version - 1 }, { version, updatedAt });
      await manager.query(`UPDATE brand_aliases SET "brandId" = $1 WHERE "brandId" = $2`, [into.id, from.id]);
      const removed = await manager.delete(brandTable, { id: from.id, version: from.version });
      if (kept.affected !== 1 || removed.affected !== 1) throw new BrandChanged();
      await lead(manager, from.nameKey, into.id);
      await appendToAuditLog(manager, entry);
      return manager.findOneByOrFail(brandTable, { id: into.id });
    });
  }
}

/** How many shared batches an error names. */
const NAMED_BATCHES = 3;

async function sharedBatches(manager: EntityManager, { from, into }: Merger): Promise<readonly string[]> {
  const rows = await manager.query<{ batchId: string }[]>(
    `SELECT f."batchId" FROM coa_data f JOIN coa_data i USING ("batchKey")
      WHERE f."brandId" = $1 AND f."submissionStatus" = 'approved' AND i."brandId" = $2 AND i."submissionStatus" = 'approved'
      ORDER BY f."batchKey" LIMIT ${NAMED_BATCHES}`,
    [from.id, into.id],
  );
  return rows.map(({ batchId }) => batchId);
}

/** From now on a former name leads to the brand. */
async function lead(manager: EntityManager, nameKey: string, brandId: number): Promise<void> {
  await manager.query(
    `INSERT INTO brand_aliases ("nameKey", "brandId") VALUES ($1, $2)
     ON CONFLICT ("nameKey") DO UPDATE SET "brandId" = excluded."brandId"`,
    [nameKey, brandId],
  );
}

/** Rows that one statement changes: a brand may have more certificates than fit into its time limit. */
const HANDED_OVER_AT_ONCE = 2_000;

/**
 * Certificates carry their brand's name, and are searched by it: the second part of their search text. They
 * are locked first, all of them, as whoever publishes or withdraws one does: certificate, then brand. Not FOR UPDATE: that
 * would wait for whoever is just storing an amendment of one of them, and waits for the brand's name itself.
 */
async function handOver(manager: EntityManager, fromId: number, to: Brand): Promise<void> {
  await manager.query(`SELECT "id" FROM coa_data WHERE "brandId" = $1 ORDER BY "id" FOR NO KEY UPDATE`, [fromId]);
  for (let handed = HANDED_OVER_AT_ONCE; handed === HANDED_OVER_AT_ONCE; ) {
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE coa_data SET "brandId" = $2, "brandName" = $3, "version" = "version" + 1,
              "searchText" = regexp_replace("searchText", '\\|[^|]*', '|' || $4)
        WHERE "id" IN (SELECT "id" FROM coa_data
                        WHERE "brandId" = $1 AND ("brandId" <> $2 OR "brandName" <> $3) LIMIT $5)`,
      [fromId, to.id, to.name, ` ${searchWords(to.name)} `, HANDED_OVER_AT_ONCE],
    );
    handed = count;
  }
}
