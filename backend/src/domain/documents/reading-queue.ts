import { HOUR_MS } from '../shared/durations.js';
import { Clock, Transactions } from '../shared/ports.js';
import { leaseUntil } from '../shared/retry-policy.js';
import type { StoredDocument } from '../shared/stored-document.js';
import {
  foundDamaged,
  givenUp,
  LEASE_SECONDS,
  MAX_READINGS,
  notScanned,
  readingFailed,
  ready,
  turnedDown,
} from './document.js';
import { DocumentListeners } from './documents.js';
import { linesOf } from './page-lines.js';
import {
  DocumentBytesMissing,
  DocumentDigestDiffers,
  DocumentReader,
  DocumentRepository,
  DocumentStore,
  MalwareScanner,
  type ReadingResult,
  type StoredPage,
} from './ports.js';
import { quotaDay } from './upload-quotas.js';

/** The outcome of one attempt. Only an outcome that depends on the document ends its reading. */
type Attempt =
  | ReadingResult
  | { readonly outcome: 'bytes-damaged' | 'not-scanned' | 'given-up' }
  | { readonly outcome: 'failed'; readonly error: unknown };

/** Uploads take 15 minutes at most, so an older unfinished copy is from a process that died. */
const UPLOAD_MAX_MS = HOUR_MS;

/** Reads queued documents. */
export class ReadingQueue {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly store: DocumentStore,
    private readonly scanner: MalwareScanner,
    private readonly reader: DocumentReader,
    private readonly listeners: DocumentListeners,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Leases due documents to the caller, who reads them with {@link read}. */
  claim(limit: number): Promise<readonly StoredDocument[]> {
    const now = this.clock.now();
    return this.documents.claim(limit, now, leaseUntil(now, LEASE_SECONDS));
  }

  /**
   * Reads a document and saves the outcome. If the process dies in between, the lease runs out and it is read again.
   * @returns false when it has to be read again
   * @throws the reader's error after it was saved that the document is due again
   */
  async read(document: StoredDocument): Promise<boolean> {
    const attempt = await this.attempt(document);
    await this.transactions.run(() => this.complete(document, attempt));
    if (attempt.outcome === 'failed') throw attempt.error;
    return attempt.outcome !== 'not-scanned';
  }

  /** Deletes counts and senders of past days, and unfinished copies of uploads whose process died. */
  async purge(): Promise<void> {
    const now = this.clock.now();
    await this.documents.forgetSenders(quotaDay(now));
    await this.store.purge(new Date(now.getTime() - UPLOAD_MAX_MS));
  }

  private async attempt(document: StoredDocument): Promise<Attempt> {
    // It was claimed too often: each time the process died.
    if (document.attempts > MAX_READINGS) return { outcome: 'given-up' };
    try {
      const content = await this.wholeBytes(document);
      const scanned = await this.scanner.scan(content).catch(() => 'not-scanned' as const);
      if (scanned === 'not-scanned') return { outcome: 'not-scanned' };
      return scanned === 'infected' ? { outcome: 'refused', reason: 'malware' } : await this.reader.read(content);
    } catch (error) {
      return isDamage(error) ? { outcome: 'bytes-damaged' } : { outcome: 'failed', error };
    }
  }

  /** Checks twice before treating bytes as damaged, because another process may be replacing them. */
  private wholeBytes(document: StoredDocument): Promise<Uint8Array> {
    return this.store
      .whole(document)
      .catch((error: unknown) => (isDamage(error) ? this.store.whole(document) : Promise.reject(error)));
  }

  private async complete(claimed: StoredDocument, attempt: Attempt): Promise<void> {
    const now = this.clock.now();
    const after = afterAttempt(claimed, attempt, now);
    const read = attempt.outcome === 'ready' ? { reading: attempt.reading, pages: pagesOf(attempt) } : null;
    if (!(await this.documents.completeReading(after, claimed.leasedUntil, read))) return;
    if (after.state === 'refused') await this.store.remove(after.id);
    // Not a second time for a document that staff queued to be read again.
    if (read && claimed.readAt === null)
      await this.documents.countPictures(after.id, quotaDay(now), pictureBytes(read.pages));
    if (after.queuedAt === null) await this.listeners.wasRead(after);
  }
}

/** Whether the store does not have a document's bytes, or has others. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DocumentBytesMissing || error instanceof DocumentDigestDiffers;

function afterAttempt(document: StoredDocument, attempt: Attempt, now: Date): StoredDocument {
  switch (attempt.outcome) {
    case 'ready':
      return ready(document, attempt.reading.pageCount, now);
    case 'refused':
    case 'unreadable':
      return turnedDown(document, attempt.outcome, attempt.reason, now);
    case 'bytes-damaged':
      return foundDamaged(document, now);
    case 'not-scanned':
      return notScanned(document, now);
    case 'given-up':
      return givenUp(document, now);
    case 'failed':
      return readingFailed(document, now);
  }
}

const pictureBytes = (pages: readonly StoredPage[]) => pages.reduce((total, { png }) => total + png.length, 0);

const pagesOf = ({ reading, pages }: ReadingResult & { outcome: 'ready' }): StoredPage[] =>
  pages.flatMap(({ number, png, words }) => {
    const size = reading.pages.find((page) => page.number === number);
    return size ? [{ ...size, png, lines: linesOf(words) }] : [];
  });
