import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { RadioGroup, type RadioOption } from '../../../../ui/fields/radio-group';
import { AbsenceField } from './absence-field';
import { canKeep, type DocumentChoice } from './document-choice';
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
  const options: RadioOption[] = [
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
