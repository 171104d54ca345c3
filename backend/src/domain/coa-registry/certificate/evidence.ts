import { READ_FIELDS, type ReadField, type ReadFieldName } from '../../shared/document-reading.js';
import { pick } from '../../shared/pick.js';
import { AWAITED_HOURS, type DocumentSender } from './certificate-document.js';
import { type ComparableContent, fieldValue, isSameValue } from './document-fields.js';

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

/**
 * Where a value is from. `typed`: by the submitter. `document`: read from the document by software and confirmed by a
 * person. `lab_system`: sent by the laboratory's own system. `staff`: entered by staff.
 */
export const ORIGINS = ['typed', 'document', 'lab_system', 'staff'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Who confirmed a value that software read. */
export const CONFIRMERS = ['submitter', 'staff'] as const;
export type Confirmer = (typeof CONFIRMERS)[number];

/** Where the value of a field is from. */
export interface FieldProvenance {
  readonly field: ReadFieldName;
  readonly origin: Origin;
  /** Page of the document, from 1; null unless it was read from the document. */
  readonly page: number | null;
  /** Null unless it was read from the document. */
  readonly confirmedBy: Confirmer | null;
}

/** A field that a person confirmed as read from the document, and the page. */
export interface ConfirmedField {
  readonly field: ReadFieldName;
  readonly page: number;
}

/** Origin of the fields that were not read from a document, by the certificate's sender. */
const ENTERED: Record<DocumentSender, Origin> = { submitter: 'typed', lab: 'lab_system', staff: 'staff' };

/** The provenance of fields that were not read from a document. Fields without a value are left out. */
export const enteredBy = (source: DocumentSender, content: ComparableContent): readonly FieldProvenance[] =>
  READ_FIELDS.flatMap((field) =>
    fieldValue(content, field) === null ? [] : [{ field, origin: ENTERED[source], page: null, confirmedBy: null }],
  );

/**
 * The provenance after a person confirmed fields. A confirmation counts only if our own reading of the document has the
 * same value on the same page; any other field keeps its provenance.
 * @param read what software read from the document; empty when it has not been read
 */
export function confirmedFrom(
  provenance: readonly FieldProvenance[],
  confirmed: readonly ConfirmedField[],
  { content, read, by }: { content: ComparableContent; read: readonly ReadField[]; by: Confirmer },
): readonly FieldProvenance[] {
  return provenance.map((known) => {
    const page = confirmed.find(({ field }) => field === known.field)?.page;
    if (page === undefined) return known;
    const isThere = read.some(
      (one) => one.field === known.field && one.box.page === page && isSameValue(one.field, content, one.value),
    );
    return isThere ? { field: known.field, origin: 'document', page, confirmedBy: by } : known;
  });
}

/**
 * The provenance of corrected content: a field that kept its value keeps its provenance. `document` counts only as long
 * as the certificate has that document.
 * @param fresh the provenance of the correction alone
 */
export function carriedOver(
  fresh: readonly FieldProvenance[],
  after: ComparableContent & { readonly documentId: string | null },
  before: ComparableContent & { readonly documentId: string | null; readonly provenance: readonly FieldProvenance[] },
): readonly FieldProvenance[] {
  return fresh.map((entered) => {
    const known = before.provenance.find(({ field }) => field === entered.field);
    if (!known || fieldValue(before, entered.field) !== fieldValue(after, entered.field)) return entered;
    return known.origin === 'document' && before.documentId !== after.documentId ? entered : known;
  });
}

/** The provenance of a certificate that loses its document or gets another one, from which nothing was read. */
export const withoutReading = (
  provenance: readonly FieldProvenance[],
  { source }: { readonly source: DocumentSender },
): readonly FieldProvenance[] =>
  provenance.map((known) =>
    known.origin === 'document' ? { ...known, origin: ENTERED[source], page: null, confirmedBy: null } : known,
  );
