import type { CertificateStatus, PanelVerdict } from '../../../api/generated/types.gen';
import { PANELS } from '../../../components/coa-registry/panel-verdicts';
import { SelectField } from '../../../ui/select-field';
import { STATUSES, VERDICTS, type Verdict } from './decision';

export interface VerdictFieldsProps {
  verdict: Verdict;
  onChange: (verdict: Verdict) => void;
  /** Error messages by panel. */
  problems: Readonly<Record<string, string>>;
}

/** The overall result and the panel results that the reviewer enters. */
export function VerdictFields({ verdict, onChange, problems }: VerdictFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Overall result"
        className="sm:col-span-2"
        options={STATUSES}
        value={verdict.status}
        onChange={(event) => onChange({ ...verdict, status: event.target.value as CertificateStatus })}
      />
      {PANELS.map(({ key, label }) => (
        <SelectField
          key={key}
          label={label}
          options={VERDICTS}
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
