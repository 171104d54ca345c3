import { type FoundValue, isPrefilled, type PrefilledField } from '../../components/documents/prefill';
import { confirmedLines, type OfferedLine, type ResultLine } from '../../components/documents/result-lines';
import { type DocumentState, isAttached } from '../../components/documents/send-document';

/** What the form sends about its document. */
export interface LabReportBody {
  documentSha256?: string;
  readFields?: { field: PrefilledField; page: number }[];
  testResults?: { analytes: ResultLine[] };
}

/** Why the form can't be sent yet: sending it now would leave the PDF behind. Null if it can. */
export function notSentReason(state: DocumentState | null): string | null {
  if (state?.step === 'hashing' || state?.step === 'sending')
    return 'The PDF is not sent yet. Wait a moment, or remove it.';
  if (state?.step === 'failed' && !state.sent) return 'The PDF was not sent. Try again, or remove it.';
  return null;
}

/** A document that is still being read is sent with the form; one that is not kept is not. */
export function bodyOf(
  state: DocumentState | null,
  readFields: LabReportBody['readFields'] = [],
  lines: readonly OfferedLine[] = [],
): LabReportBody {
  const isStored =
    state?.step === 'reading' ||
    (state?.step === 'failed' && state.sent) ||
    (state?.step === 'read' && isAttached(state.document));
  if (!isStored) return {};
  const analytes = confirmedLines(lines);
  return {
    documentSha256: state.file.sha256,
    ...(readFields.length > 0 && { readFields }),
    ...(analytes.length > 0 && { testResults: { analytes } }),
  };
}

/** Proof that the sender of the form uploaded the document. */
export function accessOf(state: DocumentState | null): string | undefined {
  if (state?.step === 'failed') return state.sent?.access;
  return state?.step === 'reading' || state?.step === 'read' ? state.access : undefined;
}

/** What still has to be done once the document was read. */
export function progressNote(found: readonly FoundValue[], unconfirmed: number): string {
  if (!found.some(({ field }) => isPrefilled(field))) {
    return 'We found no value that we are sure of. Enter the values yourself.';
  }
  if (unconfirmed === 0) return 'No value is left to confirm.';
  const values = unconfirmed === 1 ? '1 value is' : `${unconfirmed} values are`;
  return `${values} left to confirm. Check each one, then tap Confirm.`;
}
