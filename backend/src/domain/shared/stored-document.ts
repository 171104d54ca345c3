import type { PageSize } from './document-reading.js';

export const DOCUMENT_STATES = ['received', 'reading', 'ready', 'refused', 'unreadable', 'removed'] as const;
/**
 * `received`: stored, waits to be read; `reading`: a worker has it; `ready`: read and shown; `unreadable`: stored, but
 * software could not read it; `refused`: not kept, because it could do harm; `removed`: staff took it down.
 */
export type DocumentState = (typeof DOCUMENT_STATES)[number];

export const DOCUMENT_SENDERS = ['submitter', 'lab', 'staff'] as const;
export type DocumentSender = (typeof DOCUMENT_SENDERS)[number];

/** Why a document is refused or can't be read, as one sentence for its sender. The state says whether it was kept. */
export const REFUSAL_SENTENCES = {
  'not-a-pdf': "This file isn't a PDF. Send the PDF that the lab made.",
  'active-content':
    'This PDF contains a script, a form or an action. Ask the lab for a plain PDF, or print it to a new one.',
  'embedded-files': 'This PDF has other files inside it. Ask the lab for a plain PDF, or print it to a new one.',
  malware: 'Our virus scanner found something in this file. Ask the lab for a clean copy.',
  damaged:
    "Software can't open this PDF, because a part of it is damaged. Download it again, or ask the lab for a new copy.",
  'password-protected': 'This PDF needs a password to open. Ask the lab for a copy without one.',
  'too-many-pages': 'This PDF has more than 100 pages. Send only the report of this batch.',
  'too-complex': "Software can't finish reading this PDF. Ask the lab for a simpler one, or print it to a new one.",
  'reading-failed':
    "We couldn't read this PDF because of a fault on our side. We keep it, and our staff can try again.",
} as const;
export type Refusal = keyof typeof REFUSAL_SENTENCES;

/** Why staff removed the bytes of a document, as the public reads it. */
export const REMOVAL_SENTENCES = {
  'personal-data': 'We removed this document because it contains personal data.',
  copyright: 'We removed this document because the holder of its rights asked us to.',
  'legal-order': 'We removed this document because the law requires it.',
  forged: 'We removed this document because the lab did not issue it.',
  'sent-by-mistake': 'We removed this document because it was sent by mistake.',
} as const;
export type RemovalReason = keyof typeof REMOVAL_SENTENCES;
export const REMOVAL_REASONS = Object.keys(REMOVAL_SENTENCES) as RemovalReason[];

/** A lab's original PDF. Its identity is the SHA-256 of its bytes, so each file is stored once. */
export interface StoredDocument {
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly id: string;
  readonly bytes: number;
  readonly state: DocumentState;
  /** Set if and only if it is refused or unreadable. */
  readonly refusal: Refusal | null;
  /** Null until it has been read. */
  readonly pageCount: number | null;
  readonly receivedAt: Date;
  /** Its first sender. */
  readonly receivedFrom: DocumentSender;
  /** When it last arrived. An orphan is kept for a while after this. */
  readonly sentAt: Date;
  /** Its place in the queue: the earliest first. Null when it is not waiting to be read. */
  readonly queuedAt: Date | null;
  /** Null when no reading follows. */
  readonly nextAttemptAt: Date | null;
  /** The end of a worker's lease. Identifies the claim. */
  readonly leasedUntil: Date | null;
  /** Readings begun since it was queued, including those that a crash cut short. */
  readonly attempts: number;
  /** When reading ended. Also identifies the generation of its pictures. */
  readonly readAt: Date | null;
  /** When its stored bytes were last compared with its hash. */
  readonly checkedAt: Date | null;
  /** When its stored bytes were found missing or changed; null while they are intact. */
  readonly damagedAt: Date | null;
  readonly removedAt: Date | null;
  readonly removalReason: RemovalReason | null;
  /** What staff wrote about the removal, for other staff. */
  readonly removalNote: string | null;
}

/** A line of text with its place in points, as the page is shown. */
export interface TextLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The text of a page for people: in lines, from top to bottom. */
export interface PageLines extends PageSize {
  readonly lines: readonly TextLine[];
}

/** SHA-256 in lower-case hex. */
export const SHA256 = /^[0-9a-f]{64}$/;
