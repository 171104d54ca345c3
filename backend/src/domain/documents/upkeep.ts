import { HOUR_MS } from '../shared/durations.js';
import { Clock, Transactions } from '../shared/ports.js';
import type { StoredDocument } from '../shared/stored-document.js';
import { foundDamaged, foundWhole } from './document.js';
import { DocumentRepository, DocumentStore } from './ports.js';
import { isDamage } from './reading-queue.js';

/** Each document's bytes are compared with their hash this often. */
export const CHECK_EVERY_MS = 24 * HOUR_MS;

/** A check that has not ended by then was run by a process that died. */
const CHECK_LEASE_MS = HOUR_MS;

/** Days that a document is kept to which nothing refers, counted from when it was sent last (decision 0045). */
export const ORPHAN_DAYS = 7;

/** An upload takes 15 minutes at most. Bytes that are older than this and have no record are left over from a crash. */
const LEFTOVER_MS = 24 * HOUR_MS;

/** Documents per statement. */
const PAGE = 500;

/** What a check of a document's bytes found. */
export type CheckResult = 'whole' | 'damaged' | 'repaired';

/** Checks that stored documents are intact, and deletes those that nothing refers to. */
export class DocumentUpkeep {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly store: DocumentStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Leases documents whose check is due; several instances share them. */
  claimChecks(limit: number): Promise<readonly StoredDocument[]> {
    const now = this.clock.now();
    return this.documents.claimChecks(limit, now, new Date(now.getTime() + CHECK_LEASE_MS));
  }

  /**
   * Compares the stored bytes with the document's hash, and notes the result.
   * @throws the store's error when it cannot be reached: that says nothing about the document
   */
  async check(document: StoredDocument): Promise<CheckResult> {
    // Twice, because another process may be replacing or moving the bytes at the first look.
    const isWhole = (await this.isWhole(document)) || (await this.isWhole(document));
    return this.transactions.run(async () => {
      const current = await this.documents.forUpdate(document.id);
      if (!current || !isKept(current)) return 'whole';
      const now = this.clock.now();
      const checked = isWhole ? foundWhole(current, now) : foundDamaged(current, now);
      await this.documents.saveCheck(checked, new Date(now.getTime() + CHECK_EVERY_MS));
      if (!isWhole) return 'damaged';
      return current.damagedAt === null ? 'whole' : 'repaired';
    });
  }

  private async isWhole(document: StoredDocument): Promise<boolean> {
    try {
      await this.store.whole(document);
      return true;
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    }
  }

  /** Deletes documents that nothing refers to and that were sent too long ago. @returns how many */
  async deleteOrphans(pageSize = PAGE): Promise<number> {
    const sentBefore = new Date(this.clock.now().getTime() - ORPHAN_DAYS * CHECK_EVERY_MS);
    let deleted = 0;
    for (let after: string | null = ''; after !== null; ) {
      const page: { readonly orphans: readonly string[]; readonly last: string | null } = await this.documents.orphans(
        after,
        sentBefore,
        pageSize,
      );
      for (const id of page.orphans) if (await this.deleteOrphan(id, sentBefore)) deleted += 1;
      after = page.last;
    }
    return deleted;
  }

  /** A certificate that begins to refer to it meanwhile waits for the lock, or keeps the document from being deleted. */
  private deleteOrphan(id: string, sentBefore: Date): Promise<boolean> {
    return this.transactions.run(async () => {
      if (!(await this.documents.deleteOrphan(id, sentBefore))) return false;
      await this.store.remove(id);
      return true;
    });
  }

  /** Deletes bytes without a document: of uploads and deletions that a crash cut short. @returns how many */
  async deleteLeftovers(pageSize = PAGE): Promise<number> {
    const storedBefore = new Date(this.clock.now().getTime() - LEFTOVER_MS);
    let deleted = 0;
    for (let after: string | null = null; ; ) {
      const stored = await this.store.list(after, pageSize);
      const old = stored.filter(({ storedAt }) => storedAt < storedBefore).map(({ sha256 }) => sha256);
      const kept = new Set((await this.documents.byIds(old)).filter(isKept).map(({ id }) => id));
      for (const sha256 of old) {
        if (kept.has(sha256)) continue;
        await this.store.remove(sha256);
        deleted += 1;
      }
      if (stored.length < pageSize) return deleted;
      after = stored.at(-1)?.sha256 ?? null;
    }
  }
}

/** Whether its bytes should be stored. */
const isKept = ({ state }: StoredDocument): boolean => state !== 'refused' && state !== 'removed';
