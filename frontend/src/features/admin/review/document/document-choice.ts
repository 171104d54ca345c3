import type { CoaDocumentDto, ReviewerAbsenceCode } from '../../../../api/generated/types.gen';
import { absenceProblems } from '../decision/decision';
import { isEvidence } from './absence';

/** The document of an amendment: that of the certificate, a new one, or none for a reason. */
export interface DocumentChoice {
  readonly kind: 'keep' | 'new' | 'none';
  readonly documentAbsence: ReviewerAbsenceCode | '';
}

/** Whether the certificate's document can be used for the amendment too; one that was removed can't. */
export const canKeep = (document: CoaDocumentDto | null): document is CoaDocumentDto =>
  document !== null && isEvidence({ state: document.state, awaited: null });

export const initialChoice = (document: CoaDocumentDto | null): DocumentChoice => ({
  kind: canKeep(document) ? 'keep' : 'new',
  documentAbsence: '',
});

/** The fields in the API's format. */
export type DocumentFields = { documentSha256: string } | { documentAbsence: ReviewerAbsenceCode };

/**
 * @param sent SHA-256 of the new PDF that was sent and kept; null while there is none
 * @param missing what to do while there is none
 * @returns the fields to send, or error messages by field
 */
export function resolveChoice(
  { kind, documentAbsence }: DocumentChoice,
  { kept, sent, missing }: { kept: CoaDocumentDto | null; sent: string | null; missing: string },
): { fields: DocumentFields } | { problems: Readonly<Record<string, string>> } {
  if (kind === 'keep' && canKeep(kept)) return { fields: { documentSha256: kept.sha256 } };
  if (kind === 'new' && sent) return { fields: { documentSha256: sent } };
  if (kind === 'none' && documentAbsence) return { fields: { documentAbsence } };
  if (kind === 'none') return { problems: absenceProblems({ documentAbsence }, false) };
  return { problems: { document: missing } };
}
