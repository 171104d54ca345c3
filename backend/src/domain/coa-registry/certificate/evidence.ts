import { pick } from '../../shared/pick.js';
import { AWAITED_HOURS, type DocumentSender } from './certificate-document.js';
import type { ComparableContent } from './document-fields.js';
import { type ConfirmedField, enteredBy, type FieldProvenance } from './provenance.js';

/** The document that a sender names, and the fields that they confirmed as read from it. */
export interface NamedDocument {
  /** SHA-256; null when they name none. */
  readonly documentId: string | null;
  readonly confirmed: readonly ConfirmedField[];
  /** The access token that a visitor got for uploading the document. */
  readonly access?: string | undefined;
}

/** The sender of a document: a visitor with the `access` that the upload gave them, or a lab. */
export type Uploader = { readonly access: string } | { readonly labId: string };

export const NO_DOCUMENT: NamedDocument = { documentId: null, confirmed: [] };

/** Where the values of a certificate are from. */
export interface Evidence {
  /** SHA-256 of the laboratory's PDF, which the documents context stores. */
  readonly documentId: string | null;
  /**
   * SHA-256 of the PDF that the laboratory named, until it has arrived and was read. Meanwhile the certificate is not
   * published without a reviewer.
   */
  readonly awaitedDocument: string | null;
  /** Until when the certificate waits for it; null once the laboratory was told that it is missing. */
  readonly awaitedUntil: Date | null;
  /** Where the value of each field is from; empty for what was sent before this was recorded. */
  readonly provenance: readonly FieldProvenance[];
}

export const evidenceOf = (certificate: Evidence): Evidence =>
  pick(certificate, ['documentId', 'awaitedDocument', 'awaitedUntil', 'provenance']);

/** The certificate waits for no document. */
export const NOT_AWAITED = { awaitedDocument: null, awaitedUntil: null } as const;

/** The certificate waits for the document that the laboratory named, and can send until then. */
export const awaited = (sha256: string, now: Date) => ({
  awaitedDocument: sha256,
  awaitedUntil: new Date(now.getTime() + AWAITED_HOURS * 3_600_000),
});

/** The evidence of content without a document. */
export const withoutDocument = (content: ComparableContent, source: DocumentSender): Evidence => ({
  documentId: null,
  ...NOT_AWAITED,
  provenance: enteredBy(source, content),
});
