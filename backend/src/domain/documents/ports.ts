import type { AuditEntry } from '../shared/audit.js';
import type { DocumentReading, Fingerprint, PageWord } from '../shared/document-reading.js';
import { domainError } from '../shared/domain-error.js';
import type { DocumentSender, PageLines, Refusal, StoredDocument } from '../shared/stored-document.js';

/** The bytes that arrived are not those that the sender's digest names. Nothing was kept. */
export class DocumentDigestDiffers extends domainError(
  'unprocessable',
  'document-digest-differs',
  "What arrived doesn't match its SHA-256 digest, so we kept nothing. Send the file again.",
) {}

/** Bytes that should be in the store are not there, or not all of them. */
export class DocumentBytesMissing extends Error {}

/**
 * `keep`: an existing copy stays, if another upload of the same bytes was faster. `replace`: this copy replaces the
 * stored one, which is damaged.
 */
export type WriteMode = 'keep' | 'replace';

/** The bytes of a document in the store. */
export interface StoredBytes {
  readonly sha256: string;
  readonly storedAt: Date;
}

/** Stores the bytes of documents under the SHA-256 of their content, each once. */
export abstract class DocumentStore {
  /**
   * Stores the content as it arrives, with backpressure: at most a few hundred kilobytes of it are in memory. Two
   * writes of the same content at once leave one copy. If it throws, nothing is stored.
   * @param bytes how many there must be
   * @throws DocumentDigestDiffers if the content has another length or hash, and whatever the content throws
   */
  abstract write(sha256: string, bytes: number, content: AsyncIterable<Uint8Array>, mode: WriteMode): Promise<void>;

  /** The bytes in pieces, as stored: nothing compares them with the hash. @throws DocumentBytesMissing */
  abstract read(sha256: string): AsyncIterable<Uint8Array>;

  /** All bytes, compared with the hash. @throws DocumentBytesMissing, DocumentDigestDiffers */
  abstract whole(document: StoredDocument): Promise<Uint8Array>;

  abstract has(sha256: string): Promise<boolean>;

  /**
   * Removes the bytes, if they are there. Part of the open transaction where the store is in the database; otherwise after
   * its commit.
   */
  abstract remove(sha256: string): Promise<void>;

  /** What is in the store, in the order of the hashes; fewer than `limit` at the end. @param after start behind this one */
  abstract list(after: string | null, limit: number): Promise<readonly StoredBytes[]>;

  /** Removes unfinished copies of uploads that began before a time, because their process died. */
  abstract purge(before: Date): Promise<void>;
}

/** A page of a document as the reader renders it. */
export interface RenderedPage {
  /** Page number from 1. */
  readonly number: number;
  readonly png: Uint8Array;
  readonly words: readonly PageWord[];
}

/**
 * The outcome of reading a document. A refused one has active content, or could not be checked for it, and must not be
 * kept. An unreadable one was checked and may be kept and served, but was not read.
 */
export type ReadingResult =
  | { readonly outcome: 'ready'; readonly reading: DocumentReading; readonly pages: readonly RenderedPage[] }
  | { readonly outcome: 'refused' | 'unreadable'; readonly reason: Refusal };

/** Reads documents, each isolated from this process. */
export abstract class DocumentReader {
  /** @throws an error for a reason outside of the document; it is read again later */
  abstract read(content: Uint8Array): Promise<ReadingResult>;
}

/** Scans a document for malware before anything opens it. */
export abstract class MalwareScanner {
  /** @throws an error when it can't tell; the document waits and is scanned again later */
  abstract scan(content: Uint8Array): Promise<'clean' | 'infected'>;
}

/** A page as it is stored. */
export interface StoredPage extends PageLines {
  readonly png: Uint8Array;
}

/** Another document with the same words, or nearly the same. */
export interface SimilarDocument extends Fingerprint {
  readonly id: string;
}

/** Who sends a document, for quotas and for what a lab may look at. */
export interface SendingParty {
  readonly from: DocumentSender;
  /** A lab's ID; null for others. */
  readonly labId: string | null;
  /** Key of the sender's quota and turn: a lab's ID or the keyed hash of a visitor's address; null for staff. */
  readonly sender: string | null;
  /** Whether the quota is enforced. */
  readonly isLimited: boolean;
}

/** What one sender may send in a day. */
export interface Quota {
  readonly documents: number;
  readonly bytes: number;
}

/** Stores what is known about documents, and their queue. Their bytes are in the {@link DocumentStore}. */
export abstract class DocumentRepository {
  abstract byId(id: string): Promise<StoredDocument | null>;

  /** Several at once; those that don't exist are left out. */
  abstract byIds(ids: readonly string[]): Promise<readonly StoredDocument[]>;

  /** Locks the row until the transaction ends. */
  abstract forUpdate(id: string): Promise<StoredDocument | null>;

  /**
   * Locks the row against changes and deletion until the transaction ends, so that a certificate can begin to refer to it.
   * Other transactions may do the same.
   */
  abstract forReference(id: string): Promise<StoredDocument | null>;

  /**
   * @param sender whose turn it is to have it read; kept until the document was read and the day is over
   * @returns the one that is there already, locked until the transaction ends; null if this one was added
   */
  abstract addOrLock(document: StoredDocument, sender: string | null): Promise<StoredDocument | null>;

  /** Changes a document whose row is locked. @param entry null for changes that no person decided on */
  abstract save(document: StoredDocument, entry: AuditEntry | null): Promise<void>;

  /** Notes that a lab has sent a document, so that it may look at it. */
  abstract addLab(id: string, labId: string): Promise<void>;

  abstract isOfLab(id: string, labId: string): Promise<boolean>;

  /**
   * Leases due documents and counts the attempt. Senders take turns: the one whose last document was read longest ago comes
   * first, so that many documents of one sender don't delay those of others.
   */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly StoredDocument[]>;

  /**
   * Saves the result of a reading, unless the lease ran out and another worker has the document, or staff decided about it.
   * @returns whether it was saved
   */
  abstract completeReading(
    document: StoredDocument,
    leasedUntil: Date | null,
    read: { readonly reading: DocumentReading; readonly pages: readonly StoredPage[] } | null,
  ): Promise<boolean>;

  /** What was read from a document; null until it is ready. */
  abstract reading(id: string): Promise<DocumentReading | null>;

  /** The text of all pages, in order; empty until it is ready. */
  abstract lines(id: string): Promise<readonly PageLines[]>;

  /** One page with its picture. */
  abstract page(id: string, number: number): Promise<StoredPage | null>;

  /** The text of one page. */
  abstract pageLines(id: string, number: number): Promise<PageLines | null>;

  /** Deletes reading and pages. */
  abstract removeReading(id: string): Promise<void>;

  /** Documents with the same words, or with a band of the near-copy index in common; at most `limit`. */
  abstract similarTo(id: string, limit: number): Promise<readonly SimilarDocument[]>;

  /** Leases documents whose bytes are due to be checked, the longest due first. */
  abstract claimChecks(limit: number, now: Date, leasedUntil: Date): Promise<readonly StoredDocument[]>;

  /** Saves the result of a check. The row is locked. */
  abstract saveCheck(document: StoredDocument, nextCheckAt: Date): Promise<void>;

  /**
   * One page of the documents that nothing refers to and that were sent last before a time. Those that were taken down
   * stay.
   * @returns their ids, and where the next page begins: null after the last one
   */
  abstract orphans(
    after: string,
    sentBefore: Date,
    limit: number,
  ): Promise<{ readonly orphans: readonly string[]; readonly last: string | null }>;

  /** Deletes a document if it still is an orphan. @returns whether it was */
  abstract deleteOrphan(id: string, sentBefore: Date): Promise<boolean>;

  /**
   * Counts a document against the quota of a sender and a day, unless that would exceed it.
   * @returns whether it was counted
   */
  abstract count(sender: string, day: string, bytes: number, quota: Quota): Promise<boolean>;

  /** Subtracts a failed upload from the quota. */
  abstract uncount(sender: string, day: string, bytes: number): Promise<void>;

  /** Counts the pictures of a document's pages against its sender's quota, also beyond it. */
  abstract countPictures(id: string, day: string, bytes: number): Promise<void>;

  /** Deletes counts of days before this one, and who sent the documents that were sent before it and read. */
  abstract forgetSenders(day: string): Promise<void>;
}
