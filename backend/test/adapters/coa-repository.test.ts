import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { type Certificate, decisionEntry } from '../../src/domain/coa-registry/certificate.js';
import { COA_SORTS, type CoaCursor, type CoaQuery } from '../../src/domain/coa-registry/ports.js';
import { searchTerm } from '../../src/domain/coa-registry/search-text.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { coaTable } from '../../src/modules/coa-registry/coa.table.js';
import { TypeOrmCoaRepository } from '../../src/modules/coa-registry/typeorm-coa.repository.js';
import { ACTOR, aCoa, approved } from '../support/builders.js';
import { InMemoryCoaRepository } from '../support/in-memory-coa-repository.js';
import { LIBRARY } from './coa-library.js';
import { describeCoaRepository, type OpenRegistry } from './coa-repository.contract.js';
import { auditLogOf, databaseOfThisFile, transactionsOf } from './open-database.js';

async function inMemory(): Promise<OpenRegistry> {
  const coas = new InMemoryCoaRepository();
  return {
    coas,
    brands: coas.brands,
    audit: async () => coas.audit,
    load: async (certificates) => {
      for (const certificate of certificates) {
        await coas.add({ ...certificate, submissionStatus: 'pending' });
        await coas.decide(certificate, decisionEntry(certificate, certificate, ACTOR));
      }
    },
  };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenRegistry & { database: DataSource }> {
  const database = await emptyDatabase();
  return {
    coas: new TypeOrmCoaRepository(database),
    brands: new TypeOrmBrandRepository(database),
    audit: () => auditLogOf(database),
    load: (certificates) => load(database, certificates),
    database,
  };
}

async function load(database: DataSource, certificates: readonly Certificate[]): Promise<void> {
  const names = [...new Set(certificates.map(({ brandName }) => brandName))];
  const brands = names.map((name) => ({ name, nameKey: nameKey(name), contactEmail: '' }));
  const { identifiers } = await database.manager.insert(brandTable, brands);
  const idOf = new Map(names.map((name, i) => [name, identifiers[i]?.id]));
  const rows = certificates.map((certificate) => ({ ...certificate, brandId: idOf.get(certificate.brandName) }));
  for (let from = 0; from < rows.length; from += 1000) {
    await database.manager.insert(coaTable, rows.slice(from, from + 1000) as object[]);
  }
}

describeCoaRepository('memory', inMemory);
describeCoaRepository('PostgreSQL', inPostgres);

describe('the two', () => {
  let registry: OpenRegistry;
  const memory = inMemory();
  beforeAll(async () => {
    registry = await inPostgres();
    await registry.load(LIBRARY);
    await (await memory).load(LIBRARY);
  });

  const word = fc.constantFrom(...LIBRARY.map(({ searchText }) => searchText));
  const term = fc
    .tuple(word, fc.nat(40), fc.integer({ min: 1, max: 9 }))
    .map(([text, from, length]) => searchTerm(text.slice(from, from + length)));
  const cursor = fc.constantFrom(...LIBRARY.map(({ id, testDate, thcContent }) => ({ id, testDate, thcContent })));
  const query = fc
    .record({
      search: fc.option(term, { freq: 3 }),
      brandKey: fc.option(fc.constantFrom('third porch', 'waxwing', 'little comet', 'nobody'), { freq: 1 }),
      status: fc.option(fc.constantFrom('passed' as const, 'failed' as const, 'pending' as const), { freq: 1 }),
      sort: fc.constantFrom(...COA_SORTS),
      limit: fc.constantFrom(1, 2, 5, 50, 200),
      after: fc.option(cursor, { freq: 2 }),
    })
    .map(({ after, ...rest }): CoaQuery => {
      const isByDate = rest.sort === 'newest' || rest.sort === 'oldest';
      const value = isByDate ? after?.testDate : after?.thcContent;
      const from: CoaCursor | null = after && value !== undefined ? { value, id: after.id } : null;
      return { ...rest, after: from };
    });

  it('give the same page to any query', async () => {
    const { coas } = await memory;
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(await registry.coas.publishedPage(asked)).toEqual(await coas.publishedPage(asked));
      }),
      { numRuns: 200 },
    );
  });
});

describe('PostgreSQL', () => {
  let registry: OpenRegistry & { database: DataSource };
  beforeEach(async () => {
    registry = await inPostgres();
  });

  async function added(differing = {}): Promise<Certificate> {
    const certificate = aCoa(differing);
    await registry.coas.add(certificate);
    return certificate;
  }
  const approve = async (certificate: Certificate, differing: Partial<AuditEntry> = {}) => {
    const after = approved(certificate);
    return registry.coas.decide(after, { ...decisionEntry(certificate, after, ACTOR), ...differing });
  };

  it('stores a decision, its brand and its audit entry in one transaction', async () => {
    await approve(await added());
    expect(await transactionsOf(registry.database, 'coa_data', 'brands', 'audit_log', 'registry_totals')).toBe(1);
  });

  it('stores no decision whose audit entry cannot be written', async () => {
    const waiting = await added();
    await expect(approve(waiting, { action: null as unknown as string })).rejects.toThrow(
      /null value in column "action"/,
    );
    expect(await registry.coas.byId(waiting.id)).toEqual(waiting);
    expect(await registry.brands.all()).toEqual([]);
    expect(await registry.coas.totals()).toEqual({ coas: 0, brands: 0, underDosed: 0 });
    expect(await registry.audit()).toEqual([]);
  });

  it.each([
    [`UPDATE audit_log SET "actorName" = 'nobody'`],
    [`UPDATE audit_log SET "at" = now() WHERE "action" = 'submission.approved'`],
    ['DELETE FROM audit_log'],
    ['TRUNCATE audit_log'],
    ['TRUNCATE audit_log, users CASCADE'],
  ])('refuses %s', async (sql) => {
    await approve(await added());
    const before = await registry.audit();
    await expect(registry.database.query(sql)).rejects.toThrow('audit_log is append-only');
    expect(await registry.audit()).toEqual(before);
  });

  it.each([
    [`UPDATE coa_data SET "submissionStatus" = 'approved'`, 'coa_data_published_check'],
    [`UPDATE coa_data SET "submissionStatus" = 'published'`, 'coa_data_submission_status_check'],
    [`UPDATE coa_data SET "status" = 'fine'`, 'coa_data_status_check'],
    [`UPDATE coa_data SET "thcContent" = 1000.01`, 'coa_data_thc_check'],
    [`UPDATE coa_data SET "cbdContent" = -0.01`, 'coa_data_cbd_check'],
  ])('refuses %s', async (sql, constraint) => {
    await added();
    await expect(registry.database.query(sql)).rejects.toThrow(constraint);
  });

  it('keeps its counters right whatever is done to certificates by hand', async () => {
    const { database } = registry;
    for (const brandName of ['A', 'A', 'B', 'B', 'B', 'C']) {
      await approve(await added({ brandName, productName: 'Tea 5 mg', thcContent: brandName === 'A' ? 1 : 5 }));
    }
    await added();
    const ids = `SELECT "id" FROM coa_data WHERE "brandName" = 'B' ORDER BY "id"`;
    for (const sql of [
      `UPDATE coa_data SET "submissionStatus" = 'rejected' WHERE "id" = (${ids} LIMIT 1)`,
      `UPDATE coa_data SET "brandId" = (SELECT "id" FROM brands WHERE "name" = 'A') WHERE "id" = (${ids} OFFSET 1 LIMIT 1)`,
      `UPDATE coa_data SET "underDosed" = NOT "underDosed" WHERE "submissionStatus" = 'approved'`,
      `DELETE FROM coa_data WHERE "brandName" = 'C'`,
      `DELETE FROM brands WHERE "name" = 'C'`,
      `UPDATE coa_data SET "notes" = 'no change that counts'`,
    ]) {
      await database.query(sql);
      expect(await database.query(COUNTERS)).toEqual(await database.query(COUNTED_ANEW));
    }
    expect(await registry.coas.totals()).toEqual({ coas: 4, brands: 2, underDosed: 2 });
  });
});

const COUNTERS = `SELECT t.coas, t.brands, t."underDosed", (SELECT json_object_agg("name", "coaCount") FROM brands) AS each
  FROM registry_totals t`;

const COUNTED_ANEW = `SELECT count(*)::int AS coas, (SELECT count(*)::int FROM brands) AS brands,
    count(*) FILTER (WHERE "underDosed")::int AS "underDosed",
    (SELECT json_object_agg("name", (SELECT count(*) FROM coa_data c WHERE c."brandId" = b."id" AND c."submissionStatus" = 'approved'))
       FROM brands b) AS each
  FROM coa_data WHERE "submissionStatus" = 'approved'`;
