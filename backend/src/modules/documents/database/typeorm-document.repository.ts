import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { bandsOf } from '../../../domain/documents/near-copies.js';
import {
  DocumentRepository,
  type Quota,
  type SimilarDocument,
  type StoredPage,
} from '../../../domain/documents/ports.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import type { DocumentReading } from '../../../domain/shared/document-reading.js';
import { type PageLines, type StoredDocument } from '../../../domain/shared/stored-document.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { afterCommit, inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { claimStatement, isUnleased, leaseCriteria } from '../../../platform/queue/lease.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { isReferredByCertificate } from '../../coa-registry/coa-registry.sql.js';
import { documentLabTable, documentPageTable, documentTable } from './document.table.js';

/**
 * Staff and new senders come first, then the sender whose last document was read longest ago. Labs' documents whose
 * time in the queue is still in the future come after all of these.
 */
const CLAIM = claimStatement({
  table: 'documents',
  due: `FROM documents job
        LEFT JOIN (SELECT "sender", max(coalesce("leasedUntil", "readAt")) AS "at" FROM documents
                    WHERE "sender" IS NOT NULL GROUP BY "sender") served ON served."sender" = job."sender"
       WHERE job."queuedAt" IS NOT NULL AND job."nextAttemptAt" <= $2 AND ${isUnleased('$2')}
       ORDER BY job."queuedAt" > $2, served."at" NULLS FIRST, job."queuedAt", job."id" LIMIT $1`,
  leaseUntil: '$3',
  set: `"state" = 'reading', "attempts" = job."attempts" + 1`,
});

/** Documents whose bytes are compared with their hash. Those that wait to be read are compared then. */
const IS_CHECKED = `"state" IN ('ready', 'unreadable')`;

const isOrphan = (document: string, sentBefore: string) =>
  `${document}."state" <> 'removed' AND ${document}."sentAt" < ${sentBefore} AND NOT ${isReferredByCertificate(`${document}."id"`)}`;

@Injectable()
export class TypeOrmDocumentRepository extends DocumentRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly wakeSignal: WakeSignal,
  ) {
    super();
  }

  private get manager(): EntityManager {
    return managerOf(this.database);
  }

  byId(id: string): Promise<StoredDocument | null> {
    return this.manager.findOneBy(documentTable, { id });
  }

  byIds(ids: readonly string[]): Promise<StoredDocument[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.manager.findBy(documentTable, { id: In([...ids]) });
  }

  forUpdate(id: string): Promise<StoredDocument | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return inTransaction(this.database, (manager) => manager.findOne(documentTable, { where: { id }, lock }));
  }

  /** FOR KEY SHARE lets a reading complete, and makes a deletion or takedown (FOR UPDATE) wait. */
  forReference(id: string): Promise<StoredDocument | null> {
    const lock = { mode: 'for_key_share' } as const;
    return inTransaction(this.database, (manager) => manager.findOne(documentTable, { where: { id }, lock }));
  }

  addOrLock(document: StoredDocument, sender: string | null): Promise<StoredDocument | null> {
    return inTransaction(this.database, async (manager) => {
      const added = await manager
        .createQueryBuilder()
        .insert()
        .into(documentTable)
        .values({ ...document, sender })
        .orIgnore()
        .returning('id')
        .execute();
      if ((added.raw as unknown[]).length > 0) {
        afterCommit(() => this.wakeSignal.notify());
        return null;
      }
      const lock = { mode: 'for_no_key_update' } as const;
      const existing = await manager.findOne(documentTable, { where: { id: document.id }, lock });
      // It was deleted as an orphan just now.
      if (!existing) throw new Error('The document was deleted while it was sent again');
      // If it is read again, that is this sender's turn.
      if (existing.queuedAt === null) await manager.update(documentTable, { id: document.id }, { sender });
      return existing;
    });
  }

  save(document: StoredDocument, entry: AuditEntry | null): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const { id, ...changed } = document;
      await manager.update(documentTable, { id }, changed);
      if (entry) await appendToAuditLog(manager, entry);
      if (document.state === 'received') afterCommit(() => this.wakeSignal.notify());
    });
  }

  async addLab(documentId: string, labId: string): Promise<void> {
    const row = { documentId, labId };
    await this.manager.createQueryBuilder().insert().into(documentLabTable).values(row).orIgnore().execute();
  }

  isOfLab(documentId: string, labId: string): Promise<boolean> {
    return this.manager.existsBy(documentLabTable, { documentId, labId });
  }

  async claim(limit: number, now: Date, leasedUntil: Date): Promise<StoredDocument[]> {
    const [claimed] = await this.manager.query<[StoredDocument[], number]>(CLAIM, [limit, now, leasedUntil]);
    return claimed.map(documentOf);
  }

  completeReading(
    document: StoredDocument,
    leasedUntil: Date | null,
    read: { readonly reading: DocumentReading; readonly pages: readonly StoredPage[] } | null,
  ): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { id, state, refusal, pageCount, queuedAt, nextAttemptAt, attempts, readAt, damagedAt } = document;
      const changed = {
        state,
        refusal,
        pageCount,
        queuedAt,
        nextAttemptAt,
        attempts,
        readAt,
        damagedAt,
        leasedUntil: null,
      };
      const lease = leaseCriteria(id, 'reading' as const, leasedUntil);
      const { affected } = await manager.update(documentTable, lease, changed);
      if (affected !== 1) return false;
      if (state === 'received') return true;
      await this.removeReading(id);
      if (read) await addReading(manager, id, read);
      return true;
    });
  }

  async reading(id: string): Promise<DocumentReading | null> {
    const [row] = await this.manager.query<{ reading: DocumentReading | null }[]>(
      `SELECT "reading" FROM documents WHERE "id" = $1`,
      [id],
    );
    return row?.reading ?? null;
  }

  lines(documentId: string): Promise<PageLines[]> {
    return this.manager.find(documentPageTable, {
      select: { number: true, width: true, height: true, lines: true },
      where: { documentId },
      order: { number: 'ASC' },
    });
  }

  page(documentId: string, number: number): Promise<StoredPage | null> {
    return this.manager.findOneBy(documentPageTable, { documentId, number });
  }

  pageLines(documentId: string, number: number): Promise<PageLines | null> {
    return this.manager.findOne(documentPageTable, {
      select: { number: true, width: true, height: true, lines: true },
      where: { documentId, number },
    });
  }

  async removeReading(documentId: string): Promise<void> {
    const nothing = { reading: null, wordsSha256: null, bands: null };
    await this.manager.update(documentTable, { id: documentId }, nothing);
    await this.manager.delete(documentPageTable, { documentId });
  }

  similarTo(id: string, limit: number): Promise<SimilarDocument[]> {
    return this.manager.query<SimilarDocument[]>(
      `WITH this AS MATERIALIZED (SELECT "wordsSha256", "bands" FROM documents WHERE "id" = $1),
            same AS (
              (SELECT d."id" FROM documents d, this WHERE d."wordsSha256" = this."wordsSha256" LIMIT $2 + 1)
              UNION
              (SELECT d."id" FROM documents d WHERE d."bands" && (SELECT "bands" FROM this) LIMIT $2 + 1))
       SELECT d."id", d."wordsSha256", d."reading"->'fingerprint'->'minHash' AS "minHash"
         FROM same JOIN documents d USING ("id") WHERE d."id" <> $1 AND d."state" = 'ready' LIMIT $2`,
      [id, limit],
    );
  }

  async claimChecks(limit: number, now: Date, leasedUntil: Date): Promise<StoredDocument[]> {
    const [claimed] = await this.manager.query<[StoredDocument[], number]>(
      `WITH due AS MATERIALIZED (
         SELECT "id" FROM documents WHERE ${IS_CHECKED} AND "nextCheckAt" <= $2
          ORDER BY "nextCheckAt" LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE documents d SET "nextCheckAt" = $3 FROM due WHERE d."id" = due."id" RETURNING d.*`,
      [limit, now, leasedUntil],
    );
    return claimed.map(documentOf);
  }

  async saveCheck({ id, ...document }: StoredDocument, nextCheckAt: Date): Promise<void> {
    await this.manager.update(documentTable, { id }, { ...document, nextCheckAt });
  }

  /** Pages by id, so that each statement is short however many documents have a certificate. */
  async orphans(after: string, sentBefore: Date, limit: number) {
    const [page] = await this.manager.query<{ orphans: string[]; last: string | null; count: number }[]>(
      `WITH page AS MATERIALIZED (SELECT * FROM documents WHERE "id" > $1 ORDER BY "id" LIMIT $3)
       SELECT coalesce(array_agg("id") FILTER (WHERE ${isOrphan('page', '$2')}), '{}') AS "orphans",
              max("id") AS "last", count(*)::int AS "count" FROM page`,
      [after, sentBefore, limit],
    );
    return { orphans: page?.orphans ?? [], last: page && page.count === limit ? page.last : null };
  }

  async deleteOrphan(id: string, sentBefore: Date): Promise<boolean> {
    if (!(await this.forUpdate(id))) return false;
    // A separate statement, because only now does it see the certificates that held the lock.
    const [, deleted] = await this.manager.query<[unknown[], number]>(
      `DELETE FROM documents d WHERE d."id" = $1 AND ${isOrphan('d', '$2')}`,
      [id, sentBefore],
    );
    return deleted === 1;
  }

  async count(sender: string, day: string, bytes: number, quota: Quota): Promise<boolean> {
    if (bytes > quota.bytes || quota.documents < 1) return false;
    const counted = await this.manager.query<unknown[]>(
      `INSERT INTO document_quotas AS q ("sender", "day", "documents", "bytes") VALUES ($1, $2, 1, $3)
         ON CONFLICT ("sender", "day") DO UPDATE SET "documents" = q."documents" + 1, "bytes" = q."bytes" + $3
          WHERE q."documents" < $4 AND q."bytes" + $3 <= $5 RETURNING 1`,
      [sender, day, bytes, quota.documents, quota.bytes],
    );
    return counted.length > 0;
  }

  async uncount(sender: string, day: string, bytes: number): Promise<void> {
    await this.manager.query(
      `UPDATE document_quotas SET "documents" = "documents" - 1, "bytes" = "bytes" - $3 WHERE "sender" = $1 AND "day" = $2`,
      [sender, day, bytes],
    );
  }

  async countPictures(id: string, day: string, bytes: number): Promise<void> {
    await this.manager.query(
      `INSERT INTO document_quotas AS q ("sender", "day", "documents", "bytes")
       SELECT d."sender", $2, 0, $3 FROM documents d WHERE d."id" = $1 AND d."sender" IS NOT NULL
           ON CONFLICT ("sender", "day") DO UPDATE SET "bytes" = q."bytes" + $3`,
      [id, day, bytes],
    );
  }

  async forgetSenders(day: string): Promise<void> {
    await this.manager.query(`DELETE FROM document_quotas WHERE "day" < $1`, [day]);
    await this.manager.query(
      `UPDATE documents SET "sender" = NULL WHERE "sender" IS NOT NULL AND "queuedAt" IS NULL AND "sentAt" < ($1::text || 'T00:00Z')::timestamptz`,
      [day],
    );
  }
}

/** Page by page: the pictures of one document can be several megabytes. */
async function addReading(
  manager: EntityManager,
  documentId: string,
  { reading, pages }: { readonly reading: DocumentReading; readonly pages: readonly StoredPage[] },
): Promise<void> {
  const { wordsSha256, minHash } = reading.fingerprint;
  const bands = minHash.length > 0 ? bandsOf(minHash) : null;
  await manager.update(documentTable, { id: documentId }, { reading, wordsSha256, bands } as object);
  for (const page of pages) {
    await manager.insert(documentPageTable, { ...page, documentId, png: Buffer.from(page.png) } as object);
  }
}

/** Without the columns that only few queries need. */
function documentOf(row: StoredDocument): StoredDocument {
  const { reading, wordsSha256, bands, sender, nextCheckAt, ...document } = row as StoredDocument &
    Record<string, unknown>;
  return document as unknown as StoredDocument;
}
