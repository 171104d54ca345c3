import type { LimitUnit, RuleCheckKind } from '../../../api/generated/types.gen';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { SelectField } from '../../../ui/fields/select-field';
import { TextField } from '../../../ui/fields/text-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import type { CheckDraft } from './rule-draft';
import { CHECK_OPTIONS, MEASURE_OPTIONS, OPERATOR_OPTIONS, UNIT_OPTIONS } from './rule-options';

export const ANALYTE_NAMES = 'analyte-names';

interface CheckFieldsProps {
  check: CheckDraft;
  onChange: (changed: Partial<CheckDraft>) => void;
  /** The error of one of its fields. */
  errorOf: (field: string) => { error?: string };
}

/** The fields of one condition: which ones depends on its kind. */
export function CheckFields(props: CheckFieldsProps) {
  const { check, onChange, errorOf } = props;
  return (
    <>
      <SelectField
        label="What it asks for"
        options={CHECK_OPTIONS}
        value={check.kind}
        onChange={(event) => onChange({ kind: event.target.value as RuleCheckKind })}
        {...errorOf('kind')}
      />
      <OfKind {...props} />
    </>
  );
}

function OfKind(props: CheckFieldsProps) {
  const { check, onChange, errorOf } = props;
  switch (check.kind) {
    case 'sum':
      return (
        <>
          <CheckboxGroup
            legend="What is added up"
            hint="Choose several where the text does not say how. Then all must agree."
            name={`measures-${check.key}`}
            options={MEASURE_OPTIONS}
            defaultValue={check.measures}
            onValuesChange={(measures) => onChange({ measures })}
            required
            {...errorOf('measures')}
          />
          <Bound {...props} />
        </>
      );
    case 'analyte':
      return (
        <>
          <TextField
            label="Substance"
            list={ANALYTE_NAMES}
            autoComplete="off"
            required
            maxLength={200}
            value={check.analyte}
            onChange={(event) => onChange({ analyte: event.target.value })}
            {...errorOf('analyte')}
          />
          <Bound {...props} />
        </>
      );
    case 'not_detected':
      return (
        <SelectField
          label="What is looked for"
          options={[{ value: '', label: 'Choose' }, ...MEASURE_OPTIONS]}
          required
          value={check.measures[0] ?? ''}
          onChange={(event) => onChange({ measures: [event.target.value] })}
          {...errorOf('measure')}
        />
      );
    case 'excluded':
      return (
        <>
          <TextareaField
            label="Substances, one a line"
            required
            value={check.analytes}
            onChange={(event) => onChange({ analytes: event.target.value })}
            hint="As our vocabulary names them."
            {...errorOf('analytes')}
          />
          <Sentence field="reason" label="The condition in a sentence, for visitors" {...props} />
        </>
      );
    case 'not_evaluable':
      return (
        <>
          <Sentence field="text" label="What the rule asks for" {...props} />
          <Sentence field="reason" label="Why a report does not answer it" {...props} />
        </>
      );
  }
}

function Bound({ check, onChange, errorOf }: CheckFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Comparison"
        options={OPERATOR_OPTIONS}
        value={check.op}
        onChange={(event) => onChange({ op: event.target.value })}
        {...errorOf('op')}
      />
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={25}
        value={check.limit}
        onChange={(event) => onChange({ limit: event.target.value })}
        {...errorOf('limit')}
      />
      <SelectField
        label="Unit"
        options={UNIT_OPTIONS}
        required
        value={check.unit}
        onChange={(event) => onChange({ unit: event.target.value as LimitUnit })}
        {...errorOf('unit')}
      />
    </div>
  );
}

function Sentence({
  check,
  onChange,
  errorOf,
  field,
  label,
}: CheckFieldsProps & { field: 'text' | 'reason'; label: string }) {
  return (
    <TextareaField
      label={label}
      rows={2}
      required
      maxLength={4000}
      value={check[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      {...errorOf(field)}
    />
  );
}
