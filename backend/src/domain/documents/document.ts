import { domainError } from '../shared/domain-error.js';
import { MINUTE_MS } from '../shared/durations.js';
import { jitterOf, retryDelayMs } from '../shared/retry-policy.js';
import type { DocumentSender, Refusal, RemovalReason, StoredDocument } from '../shared/stored-document.js';

export class DocumentNotFound extends domainError(
  'not-found',
  'document-not-found',
  "We couldn't find this document.",
) {}

/** Its bytes are gone: refused, or taken down. */
export class DocumentNotKept extends domainError(
  'conflict',
  'document-not-kept',
  "We don't have this document any more: it was refused or taken down.",
) {}

/** 10 MB; a real certificate has 0.84 MB on average and none had more than 6 (decision 0045). */
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024;

/**
 * Documents from labs' systems are queued as if they had arrived so much later, so that those that a person waits for
 * come first (decision 0045).
 */
export const LAB_WAITS_MS = 10 * MINUTE_MS;

/** After a reading that failed for a reason outside of the document, such as a lack of memory. */
const RETRY_DELAYS_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

/**
 * Maximum readings of one document, including those during which the process died, because the document could be the
 * reason.
 */
export const MAX_READINGS = RETRY_DELAYS_MS.length + 1;

/** How long a document waits while the malware scanner can't be reached. */
const SCANNER_DELAY_MS = MINUTE_MS;

/**
 * A reading ends after 15.5 seconds; the rest is for storing its pictures. So a lease runs out only if its process
 * died.
 */
export const LEASE_SECONDS = 60;

const queueTime = (sender: DocumentSender, now: Date): Date =>
  sender === 'lab' ? new Date(now.getTime() + LAB_WAITS_MS) : now;

const NOT_QUEUED = { queuedAt: null, nextAttemptAt: null, leasedUntil: null } as const;

const queued = (sender: DocumentSender, now: Date) =>
  ({
    state: 'received',
    refusal: null,
    queuedAt: queueTime(sender, now),
    nextAttemptAt: now,
    leasedUntil: null,
    attempts: 0,
  }) as const;

/** A document that has not arrived before. */
export function newDocument(id: string, bytes: number, sender: DocumentSender, now: Date): StoredDocument {
  return {
    id,
    bytes,
    receivedAt: now,
    receivedFrom: sender,
    sentAt: now,
    ...queued(sender, now),
    pageCount: null,
    readAt: null,
    checkedAt: null,
    damagedAt: null,
    removedAt: null,
    removalReason: null,
    removalNote: null,
  };
}

/** Whether bytes that arrive for a document have to be stored: it is new, was refused, or its bytes are damaged. */
export const needsBytes = (document: StoredDocument | null): boolean =>
  document === null || document.state === 'refused' || (document.damagedAt !== null && document.state !== 'removed');

/**
 * A document that arrived once more. A refused one is read again, because the reader may have changed; a damaged one is
 * intact again; a waiting one is read sooner if a person waits for it now. One that was taken down stays removed.
 * @param isStored whether its bytes were stored with this upload
 */
export function sentAgain(
  document: StoredDocument,
  sender: DocumentSender,
  isStored: boolean,
  now: Date,
): StoredDocument {
  const sent = { ...document, sentAt: now };
  if (document.state === 'removed') return sent;
  if (document.state === 'refused') return isStored ? { ...sent, ...queued(sender, now), pageCount: null } : sent;
  // Reading ended because the bytes could not be read, so it begins again.
  if (isStored && document.refusal === 'damaged') return { ...sent, ...queued(sender, now), damagedAt: null };
  const repaired = isStored ? { ...sent, damagedAt: null, checkedAt: now } : sent;
  if (repaired.queuedAt === null) return repaired;
  const queuedAt = new Date(Math.min(repaired.queuedAt.getTime(), queueTime(sender, now).getTime()));
  return { ...repaired, queuedAt };
}

/**
 * Whether the bytes may be served: they are what was sent, and software found nothing harmful in them. A document that
 * is read again was checked before.
 */
export const isOffered = ({ state, refusal, damagedAt, pageCount }: StoredDocument): boolean =>
  damagedAt === null &&
  state !== 'removed' &&
  (state === 'unreadable' ? refusal !== 'reading-failed' : pageCount !== null);

/** Queues a document that staff want to have read again. @throws DocumentNotKept */
export function readAgain(document: StoredDocument, now: Date): StoredDocument {
  if (document.state === 'refused' || document.state === 'removed') throw new DocumentNotKept();
  if (document.state === 'reading') return document;
  return { ...document, ...queued('staff', now) };
}

const finished = (document: StoredDocument, now: Date) => ({ ...document, ...NOT_QUEUED, readAt: now });

/** After software has read it. */
export const ready = (document: StoredDocument, pageCount: number, now: Date): StoredDocument => ({
  ...finished(document, now),
  state: 'ready',
  refusal: null,
  pageCount,
});

/** After software refused it, or could not read it. */
export const turnedDown = (
  document: StoredDocument,
  state: 'refused' | 'unreadable',
  refusal: Refusal,
  now: Date,
): StoredDocument => ({ ...finished(document, now), state, refusal, pageCount: null });

/** When every reading failed for a reason outside of the document: its bytes stay, but are not served unchecked. */
export const givenUp = (document: StoredDocument, now: Date): StoredDocument =>
  turnedDown(document, 'unreadable', 'reading-failed', now);

/**
 * After a reading that failed for a reason outside of the document: it is due again, or given up after too many
 * failures.
 */
export function readingFailed(document: StoredDocument, now: Date): StoredDocument {
  const delay = retryDelayMs(RETRY_DELAYS_MS, document.attempts, jitterOf(document.id, document.attempts));
  if (delay === null) return givenUp(document, now);
  return waiting(document, new Date(now.getTime() + delay));
}

/** While the malware scanner can't be reached: due again, without a limit. Nothing is shown unscanned. */
export const notScanned = (document: StoredDocument, now: Date): StoredDocument =>
  waiting({ ...document, attempts: document.attempts - 1 }, new Date(now.getTime() + SCANNER_DELAY_MS));

/** When its bytes turn out to be missing or changed: it can't be read until they arrive again. */
export const foundDamaged = (document: StoredDocument, now: Date): StoredDocument => ({
  ...(document.queuedAt === null ? document : turnedDown(document, 'unreadable', 'damaged', now)),
  damagedAt: document.damagedAt ?? now,
});

/** After its bytes were compared with its hash, and are the same. */
export const foundWhole = (document: StoredDocument, now: Date): StoredDocument => ({
  ...document,
  checkedAt: now,
  damagedAt: null,
});

const waiting = (document: StoredDocument, nextAttemptAt: Date): StoredDocument => ({
  ...document,
  state: 'received',
  nextAttemptAt,
  leasedUntil: null,
});

/**
 * Takes a document down: its bytes, pictures and reading are deleted; its hash and the reason stay.
 * @throws DocumentNotKept
 */
export function takenDown(document: StoredDocument, reason: RemovalReason, note: string, now: Date): StoredDocument {
  if (document.state === 'removed') throw new DocumentNotKept();
  return {
    ...document,
    ...NOT_QUEUED,
    state: 'removed',
    refusal: null,
    damagedAt: null,
    removedAt: now,
    removalReason: reason,
    removalNote: note,
  };
}
