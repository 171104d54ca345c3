import type { CoaDocumentDto, ReviewerAbsenceCode } from '../../../../api/generated/types.gen';
import type { ChoiceOption } from '../../../../ui/fields/field';
import { RadioGroup } from '../../../../ui/fields/radio-group';
import { absenceProblems } from '../decision/decision';
import { isEvidence } from './absence';
import { AbsenceField } from './absence-field';
import { PdfField, type PdfUpload } from './pdf-field';

interface DocumentChoiceFieldsProps {
  /** The document of the certificate that is amended. */
  kept: CoaDocumentDto | null;
  choice: DocumentChoice;
  onChange: (choice: DocumentChoice) => void;
  upload: PdfUpload;
  /** Error messages by field. */
  problems: Readonly<Record<string, string>>;
}

/** The document of an amendment: the same, a new one, or none. */
export function DocumentChoiceFields({ kept, choice, onChange, upload, problems }: DocumentChoiceFieldsProps) {
  const options: ChoiceOption[] = [
    ...(canKeep(kept)
      ? [{ value: 'keep', label: 'Keep the PDF', description: 'The lab did not issue a new one.' }]
      : []),
    {
      value: 'new',
      label: canKeep(kept) ? 'Use a new PDF' : 'Add a PDF',
      description: 'The old certificate keeps its own.',
    },
    { value: 'none', label: 'No PDF', description: 'You need to say why.' },
  ];
  return (
    <>
      <RadioGroup
        legend="PDF of the new certificate"
        hideLabel
        name="documentChoice"
        options={options}
        value={choice.kind}
        columns={options.length === 3 ? 3 : 2}
        onValueChange={(kind) => onChange({ ...choice, kind: kind as DocumentChoice['kind'] })}
      />
      {choice.kind === 'new' && <PdfField upload={upload} error={problems.document} />}
      {choice.kind === 'none' && (
        <AbsenceField
          value={choice.documentAbsence}
          error={problems.documentAbsence}
          onChange={(documentAbsence) => onChange({ ...choice, documentAbsence })}
        />
      )}
    </>
  );
}

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
