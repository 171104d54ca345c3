import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { edit, merge } from '../../src/domain/brands/brand.js';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate/certificate-audit.js';
import type { ListedCertificate } from '../../src/domain/coa-registry/review/listed-certificate.js';
import type { QueuePosition } from '../../src/domain/coa-registry/review/queue.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { PAGE_BYTES_MAX } from '../../src/domain/shared/page.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { ACTOR, anAmendment, approved, NOW, superseded } from '../support/builders.js';
import { InMemoryCertificateRepository } from '../support/in-memory-certificate-repository.js';
import { until } from '../support/until.js';
import { describeCertificateRepository } from './certificate-repository.contract.js';
import { IN_QUEUE, type OpenRegistry, stepsIn, UNKNOWN, walk } from './certificate-steps.js';
import { describeCertificateStore } from './certificate-store.contract.js';
import { refusalOf, waitingIn } from './open-database.js';
import { registryOfThisFile } from './open-registry.js';

async function inMemory(): Promise<Pick<OpenRegistry, 'coas' | 'audit'>> {
  const coas = new InMemoryCertificateRepository();
  return { coas, audit: async () => coas.audit };
}

const openRegistry = registryOfThisFile();

async function inPostgres(): Promise<Pick<OpenRegistry, 'coas' | 'audit'>> {
  const { database, audit } = await openRegistry();
  return { coas: new TypeOrmCertificateRepository(database), audit };
}

describeCertificateStore('memory', inMemory);
describeCertificateStore('PostgreSQL', inPostgres);
describeCertificateRepository('PostgreSQL', openRegistry);

describe('PostgreSQL', () => {
  let registry: OpenRegistry & { database: DataSource };
  beforeEach(async () => {
    registry = await openRegistry();
  });

  const { added, approve, published, replace, amendmentOf } = stepsIn(() => registry);

  it('stores an amendment, the end of what it replaces and both audit entries in one transaction', async () => {
    const original = await published();
    await replace(original, await amendmentOf(original));
    const rows = `SELECT xmin::text AS transaction FROM coa_data
      UNION SELECT xmin::text FROM (SELECT xmin FROM audit_log ORDER BY id DESC LIMIT 2) last`;
    expect(await registry.database.query(rows)).toHaveLength(1);
  });

  it('renames a brand while an amendment of one of its certificates is submitted', async () => {
    const { brandId, id } = await published({ brandName: 'Waxwing' });
    const brand = await registry.brands.byId(brandId ?? 0);
    if (!brand) throw new Error('no brand');
    const renamed = edit(brand, { name: 'Waxwing Drinks', website: null, contactEmail: null }, brand.version, NOW);
    const entry = { at: NOW, actor: ACTOR, action: 'brand.edited', subject: '?', before: null, after: null };
    const amending = registry.database.createQueryRunner();
    await amending.startTransaction();
    try {
      // What storing an amendment locks, by the foreign key to what it replaces.
      await amending.query('SELECT 1 FROM coa_data WHERE "id" = $1 FOR KEY SHARE', [id]);
      await registry.brands.change(renamed, entry); // which holds the name that the amendment then asks for
      await amending.commitTransaction();
    } finally {
      await amending.release();
    }
    expect(await registry.coas.byId(id)).toMatchObject({ brandName: 'Waxwing Drinks' });
  });

  it('publishes under a former name of a brand while that brand is merged away', async () => {
    const entry = { at: NOW, actor: ACTOR, action: 'brand.merged', subject: '?', before: null, after: null };
    const brandOf = async ({ brandId }: Certificate) => {
      const brand = await registry.brands.byId(brandId ?? 0);
      if (!brand) throw new Error('no brand');
      return brand;
    };
    const waxwing = await brandOf(await published({ brandName: 'Waxwing' }));
    const details = { name: 'Waxwing Drinks', website: null, contactEmail: null };
    await registry.brands.change(edit(waxwing, details, waxwing.version, NOW), entry);
    const from = await registry.brands.byId(waxwing.id);
    const into = await brandOf(await published({ brandName: 'Otter Creek' }));
    const waiting = await added({ brandName: 'Waxwing' });
    if (!from) throw new Error('no brand');
    const merger = merge({ from, into }, { from: from.version, into: into.version }, NOW);
    // Another client's request, outside of the transaction.
    const outside = AsyncLocalStorage.snapshot();
    let publishing: Promise<unknown> = Promise.resolve();
    await new TypeOrmTransactions(registry.database).run(async () => {
      await registry.brands.merge(merger, entry);
      publishing = outside(() => approve(waiting));
      publishing.catch(() => {});
      await until(
        'the decision waits for the brand',
        async () => (await outside(() => waitingIn(registry.database))) > 0,
      );
    });
    await publishing;
    expect(await registry.coas.byId(waiting.id)).toMatchObject({ brandName: 'Otter Creek', brandId: into.id });
  });

  it('stores no decision whose audit entry cannot be written', async () => {
    const waiting = await added();
    const after = approved(waiting);
    const entry = { ...changeEntry('?', waiting, after, ACTOR, NOW), action: null as unknown as string };
    await expect(registry.coas.changeOne(after, entry)).rejects.toThrow(/null value in column "action"/);
    expect(await registry.coas.byId(waiting.id)).toEqual(waiting);
    expect(await registry.brands.all()).toEqual([]);
    expect(await registry.published.totals()).toEqual({ coas: 0, brands: 0, underDosed: 0, allPanels: 0 });
    expect(await registry.audit()).toEqual([]);
  });

  it('stores neither half of an amendment whose second audit entry cannot be written', async () => {
    const original = await published();
    const amendment = await amendmentOf(original);
    const entries: AuditEntry[] = [
      changeEntry('certificate.superseded', original, superseded(original), ACTOR, NOW),
      { ...changeEntry('?', amendment, approved(amendment), ACTOR, NOW), action: null as unknown as string },
    ];
    const publishing = registry.coas.publishAmendment(superseded(original), approved(amendment), entries);
    await expect(publishing).rejects.toThrow(/null value in column "action"/);
    expect(await registry.coas.byId(original.id)).toEqual(original);
    expect(await registry.coas.byId(amendment.id)).toEqual(amendment);
    expect(await registry.published.totals()).toMatchObject({ coas: 1 });
    expect(await registry.audit()).toHaveLength(1);
  });

  it('refuses to change or delete what was logged', async () => {
    await approve(await added());
    const before = await registry.audit();
    for (const sql of [
      `UPDATE audit_log SET "actorName" = 'nobody'`,
      `UPDATE audit_log SET "at" = now() WHERE "action" = 'submission.approved'`,
      'DELETE FROM audit_log',
      'TRUNCATE audit_log',
      'TRUNCATE audit_log, users CASCADE',
    ]) {
      const refusal = await refusalOf(registry.database, sql);
      expect([sql, refusal]).toEqual([sql, expect.stringContaining('audit_log is append-only')]);
      expect(await registry.audit()).toEqual(before);
    }
  });

  it('refuses certificates that cannot be', async () => {
    await added();
    for (const [change, constraint] of [
      [`"submissionStatus" = 'approved'`, 'coa_data_document_check'],
      [`"submissionStatus" = 'approved', "documentAbsence" = 'lost'`, 'coa_data_published_check'],
      [`"submissionStatus" = 'withdrawn', "endedAt" = now(), "documentAbsence" = 'lost'`, 'coa_data_published_check'],
      [`"submissionStatus" = 'superseded', "endedAt" = now(), "documentAbsence" = 'lost'`, 'coa_data_published_check'],
      [`"submissionStatus" = 'published'`, 'coa_data_submission_status_check'],
      [`"awaitedUntil" = now()`, 'coa_data_awaited_check'],
      [`"endedAt" = now()`, 'coa_data_ended_check'],
      [`"source" = 'unknown'`, 'coa_data_source_check'],
      [`"supersedes" = "id"`, 'coa_data_amendment_check'],
      [`"amendmentReason" = 'Why not.'`, 'coa_data_amendment_check'],
      [`"supersedes" = '${UNKNOWN}', "amendmentReason" = 'Why not.'`, 'coa_data_supersedes_fkey'],
      [`"labId" = '${UNKNOWN}'`, 'coa_data_lab_fkey'],
      [`"status" = 'fine'`, 'coa_data_status_check'],
      [`"thcContent" = 1000.01`, 'coa_data_thc_check'],
      [`"cbdContent" = -0.01`, 'coa_data_cbd_check'],
    ] as const) {
      const refusal = await refusalOf(registry.database, `UPDATE coa_data SET ${change}`);
      expect([change, refusal]).toEqual([change, expect.stringContaining(constraint)]);
    }
  });

  it('refuses to lose what a certificate replaced', async () => {
    const original = await published();
    await replace(original, await amendmentOf(original));
    const sql = `DELETE FROM coa_data WHERE "submissionStatus" = 'superseded'`;
    await expect(registry.database.query(sql)).rejects.toThrow('coa_data_supersedes_fkey');
  });

  it('goes on in a transaction in which a certificate was refused', async () => {
    const { coas: certificates, database } = registry;
    const original = await published();
    await amendmentOf(original);
    await new TypeOrmTransactions(database).run(async () => {
      await expect(certificates.add(anAmendment(original))).rejects.toThrow('already waiting');
      await added({ batchId: 'after the refusal' });
    });
    expect((await registry.submissions.queueCounts('2026-11-20')).pending.count).toBe(2);
  });

  it('ends a page of a list early where rows are large, and loses none on the way', async () => {
    const large = 'ü'.repeat(100_000);
    for (let i = 0; i < 12; i += 1) await added({ batchId: `large ${i}`, notes: large });
    await added({ batchId: 'huge', notes: large.repeat(8) });
    await added({ batchId: 'small' });
    const pages = await walk<ListedCertificate, QueuePosition>((after) =>
      registry.submissions.queue({ ...IN_QUEUE, limit: 200, after }),
    );
    const bytesOf = ({ items }: { items: readonly unknown[] }) => Buffer.byteLength(JSON.stringify(items));
    for (const page of pages) expect(page.items.length === 1 || bytesOf(page) <= PAGE_BYTES_MAX * 1.1).toBe(true);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(14);
    expect(pages.flatMap(({ items }) => items)).toHaveLength(14);
    expect(pages.map(({ total }) => total.count)).toEqual(pages.map(() => 14));
    expect(pages.length).toBeGreaterThan(3);
  });

  it('keeps its counters right whatever is done to certificates by hand', async () => {
    const { database } = registry;
    for (const brandName of ['A', 'A', 'B', 'B', 'B', 'C']) {
      await published({ brandName, productName: 'Tea 5 mg', thcContent: brandName === 'A' ? 1 : 5 });
    }
    await added();
    const ids = `SELECT "id" FROM coa_data WHERE "brandName" = 'B' ORDER BY "id"`;
    for (const sql of [
      `UPDATE coa_data SET "submissionStatus" = 'rejected' WHERE "id" = (${ids} LIMIT 1)`,
      `UPDATE coa_data SET "brandId" = (SELECT "id" FROM brands WHERE "name" = 'A') WHERE "id" = (${ids} OFFSET 1 LIMIT 1)`,
      `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now() WHERE "brandName" = 'C'`,
      `UPDATE coa_data SET "underDosed" = NOT "underDosed" WHERE "submissionStatus" = 'approved'`,
      `DELETE FROM coa_data WHERE "brandName" = 'C'`,
      `DELETE FROM brands WHERE "name" = 'C'`,
      `UPDATE coa_data SET "notes" = 'no change that counts'`,
      `UPDATE coa_data SET "labKey" = 'another lab', "productName" = 'Tea 2,000 mg' WHERE "id" = (${ids} LIMIT 1)`,
      `UPDATE coa_data SET "thcContent" = 4.6 WHERE "brandName" = 'A'`,
    ]) {
      await database.query(sql);
      expect(await database.query(COUNTERS)).toEqual(await database.query(COUNTED_ANEW));
      expect(await database.query(LABORATORY_COUNTS)).toEqual(await database.query(LABORATORIES_COUNTED_ANEW));
    }
    expect(await registry.published.totals()).toEqual({ coas: 4, brands: 2, underDosed: 2, allPanels: 4 });
  });
});

const LABORATORY_COUNTS = `SELECT * FROM laboratory_counts WHERE "results" <> 0 ORDER BY "labKey", "figure"`;

const LABORATORIES_COUNTED_ANEW = `
  SELECT c."labKey", f."figure", count(*)::int AS "results", (count(*) FILTER (WHERE f."holds"))::int AS "holds"
    FROM coa_data c, laboratory_figures(c."submissionStatus", c."productName", c."thcContent", c."testResults") f
   GROUP BY 1, 2 ORDER BY 1, 2`;

const COUNTERS = `SELECT t.coas, t.brands, t."underDosed", t."allPanels", (SELECT json_object_agg("name", "coaCount") FROM brands) AS each
  FROM registry_totals t`;

const COUNTED_ANEW = `SELECT count(*)::int AS coas, (SELECT count(*)::int FROM brands) AS brands,
    count(*) FILTER (WHERE "underDosed")::int AS "underDosed",
    count(*) FILTER (WHERE NOT "testResults"->'panels' @? '$.* ? (@ == "pending" || @ == "not_tested")')::int AS "allPanels",
    (SELECT json_object_agg("name", (SELECT count(*) FROM coa_data c WHERE c."brandId" = b."id" AND c."submissionStatus" = 'approved'))
       FROM brands b) AS each
  FROM coa_data WHERE "submissionStatus" = 'approved'`;
