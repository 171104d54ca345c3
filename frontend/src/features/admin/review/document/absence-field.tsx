import type { ReviewerAbsenceCode } from '../../../../api/generated/types.gen';
import { SelectField } from '../../../../ui/fields/select-field';
import { ABSENCE_REASONS } from './absence';

interface AbsenceFieldProps {
  value: ReviewerAbsenceCode | '';
  onChange: (value: ReviewerAbsenceCode) => void;
  error?: string | undefined;
  label?: string;
}

/** Why something is published without a PDF, with the sentence that the public reads. */
export function AbsenceField({ value, onChange, error, label = 'Why is there no PDF?' }: AbsenceFieldProps) {
  const statement = ABSENCE_REASONS.find((reason) => reason.value === value)?.statement;
  return (
    <SelectField
      label={label}
      required
      hint={statement ? `Anyone can read: “${statement}”` : 'Anyone can read the reason on the certificate.'}
      error={error}
      value={value}
      options={[{ value: '', label: 'Choose a reason', disabled: true }, ...ABSENCE_REASONS]}
      onChange={(event) => onChange(event.target.value as ReviewerAbsenceCode)}
    />
  );
}
