import vocabulary from '../../../../../content/analytes.json' with { type: 'json' };
import type { Jurisdiction, RuleCheckKind } from '../../../api/generated/types.gen';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { DateField } from '../../../ui/fields/date-field';
import { SelectField } from '../../../ui/fields/select-field';
import { TextField } from '../../../ui/fields/text-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { EntryList } from './entry-list';
import { type CheckDraft, newCheck, newEvidence, type RuleDraft } from './rule-draft';
import { CHECK_OPTIONS, MEASURE_OPTIONS, OPERATOR_OPTIONS, PLACE_OPTIONS, UNIT_OPTIONS } from './rule-options';

interface RuleFieldsProps {
  draft: RuleDraft;
  onChange: (changed: Partial<RuleDraft>) => void;
  onCountChange: () => void;
  /** The error of a field, or of one below it. */
  errorOf: (field: string) => { error?: string };
}

/** The fields of one edition of a rule. */
export function RuleFields({ draft, onChange, onCountChange, errorOf }: RuleFieldsProps) {
  const textProps = (field: TextName) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    ...errorOf(field),
  });
  return (
    <>
      <SelectField
        label="Place"
        options={PLACE_OPTIONS}
        required
        value={draft.jurisdiction}
        onChange={(event) => onChange({ jurisdiction: event.target.value as Jurisdiction })}
        {...errorOf('jurisdiction')}
      />
      <TextField label="Title" required maxLength={4000} {...textProps('title')} />
      <TextField
        label="Citation"
        required
        maxLength={4000}
        hint="Where the rule stands, such as “Conn. Gen. Stat. § 21a-425(16)”."
        {...textProps('citation')}
      />
      <TextField
        label="What kind of text you read"
        required
        maxLength={4000}
        hint="Such as “statute, official site”."
        {...textProps('sourceKind')}
      />
      <TextField
        label="Link to the official text"
        type="url"
        hint="An address at an official site that will last. Leave it empty if there is none."
        {...textProps('textUrl')}
      />
      <TextField
        label="Whom to ask about it"
        hint="As the end of “Ask …”, such as “the Georgia Department of Agriculture”."
        {...textProps('authority')}
      />
      <TextField
        label="Whom or what it is for"
        hint="Only where that is not every hemp drink."
        {...textProps('scope')}
      />
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <DateField label="First day in force" {...textProps('effectiveFrom')} />
        <DateField label="Last day in force" {...textProps('effectiveTo')} />
        <DateField label="A day on which it was in force" {...textProps('inForceOn')} />
      </div>
      <EntryList
        id="conditions"
        title="Conditions"
        hint="A drink is compared with all of them."
        one="Condition"
        entries={draft.checks}
        newEntry={newCheck}
        onChange={(checks) => onChange({ checks })}
        onCountChange={onCountChange}
        error={errorOf('checks!').error}
      >
        {(check, index, change) => (
          <CheckFields check={check} onChange={change} errorOf={(field) => errorOf(`checks.${index}.${field}`)} />
        )}
      </EntryList>
      <EntryList
        id="evidence"
        title="What was read, word for word"
        hint="The words that the limits come from. A rule that was only reported has none."
        one="Quotation"
        entries={draft.evidence}
        newEntry={newEvidence}
        onChange={(evidence) => onChange({ evidence })}
        onCountChange={onCountChange}
        error={errorOf('evidence!').error}
      >
        {({ fragment, where }, index, change) => (
          <>
            <TextareaField
              label="Words"
              rows={2}
              required
              maxLength={4000}
              value={fragment}
              onChange={(event) => change({ fragment: event.target.value })}
              {...errorOf(`evidence.${index}.fragment`)}
            />
            <TextField
              label="Where they stand"
              required
              maxLength={4000}
              value={where}
              onChange={(event) => change({ where: event.target.value })}
              {...errorOf(`evidence.${index}.where`)}
            />
          </>
        )}
      </EntryList>
      <TextareaField label="What it also says" hint="One sentence a line." {...textProps('notes')} />
      <TextareaField label="What was not read" hint="One sentence a line." {...textProps('unread')} />
      <TextareaField
        label="Reported change that we haven't read"
        rows={2}
        hint="While there is one, the rule gives no verdict. Clear it once you have read the new text."
        {...textProps('reportedChange')}
      />
      <CheckboxGroup
        legend="Where it is shown"
        name="shown"
        options={[
          { value: 'isShipped', label: 'In public' },
          {
            value: 'forComparison',
            label: 'Only to compare with',
            description: 'Its limits do not apply to hemp drinks.',
          },
        ]}
        defaultValue={(['isShipped', 'forComparison'] as const).filter((field) => draft[field])}
        onValuesChange={(chosen) =>
          onChange({ isShipped: chosen.includes('isShipped'), forComparison: chosen.includes('forComparison') })
        }
      />
      <datalist id={ANALYTE_NAMES}>
        {vocabulary.analytes.map(({ key, name }) => (
          <option key={key} value={name} />
        ))}
      </datalist>
    </>
  );
}

type TextName = {
  [Name in keyof RuleDraft]: RuleDraft[Name] extends string ? Name : never;
}[keyof RuleDraft];

const ANALYTE_NAMES = 'analyte-names';

interface CheckFieldsProps {
  check: CheckDraft;
  onChange: (changed: Partial<CheckDraft>) => void;
  /** The error of one of its fields. */
  errorOf: (field: string) => { error?: string };
}

type CheckText = 'op' | 'limit' | 'unit' | 'analyte' | 'analytes' | 'text' | 'reason';

/** Connects a control with a text of the condition. */
const checkText = ({ check, onChange, errorOf }: CheckFieldsProps, field: CheckText) => ({
  value: check[field],
  onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  ...errorOf(field),
});

/** The fields of one condition: which ones depends on its kind. */
function CheckFields(props: CheckFieldsProps) {
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
            {...checkText(props, 'analyte')}
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
            hint="As our vocabulary names them."
            {...checkText(props, 'analytes')}
          />
          <Sentence label="The condition in a sentence, for visitors" {...checkText(props, 'reason')} />
        </>
      );
    case 'not_evaluable':
      return (
        <>
          <Sentence label="What the rule asks for" {...checkText(props, 'text')} />
          <Sentence label="Why a report does not answer it" {...checkText(props, 'reason')} />
        </>
      );
  }
}

function Bound(props: CheckFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField label="Comparison" options={OPERATOR_OPTIONS} {...checkText(props, 'op')} />
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={25}
        {...checkText(props, 'limit')}
      />
      <SelectField label="Unit" options={UNIT_OPTIONS} required {...checkText(props, 'unit')} />
    </div>
  );
}

const Sentence = (props: { label: string } & ReturnType<typeof checkText>) => (
  <TextareaField rows={2} required maxLength={4000} {...props} />
);
