import type { CertificateStatus, PanelVerdict } from '../../../../api/generated/types.gen';
import { PANELS } from '../../../../components/coa-registry/panel-verdicts';
import { SelectField } from '../../../../ui/fields/select-field';
import { STATUSES, type UnfinishedVerdict, VERDICTS } from './decision';

interface VerdictFieldsProps {
  verdict: UnfinishedVerdict;
  onChange: (verdict: UnfinishedVerdict) => void;
  /** Error messages by field. */
  problems: Readonly<Record<string, string>>;
}

/** The overall result and the panel results that the reviewer enters. */
export function VerdictFields({ verdict, onChange, problems }: VerdictFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Overall result"
        className="sm:col-span-2"
        options={chosenFrom(STATUSES, verdict.status)}
        value={verdict.status}
        error={problems.status}
        onChange={(event) => onChange({ ...verdict, status: event.target.value as CertificateStatus })}
      />
      {PANELS.map(({ key, label }) => (
        <SelectField
          key={key}
          label={label}
          options={chosenFrom(VERDICTS, verdict.panels[key])}
          value={verdict.panels[key]}
          error={problems[key]}
          onChange={(event) =>
            onChange({ ...verdict, panels: { ...verdict.panels, [key]: event.target.value as PanelVerdict } })
          }
        />
      ))}
    </div>
  );
}

/** Results that the reviewer has to choose are empty at first. */
const chosenFrom = <Option extends { value: string; label: string }>(options: readonly Option[], value: string) =>
  value === '' ? [{ value: '', label: 'Choose', disabled: true }, ...options] : options;
