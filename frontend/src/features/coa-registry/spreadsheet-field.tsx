import { useMutation } from '@tanstack/react-query';
import { type Ref, type SyntheticEvent, useId, useImperativeHandle, useRef, useState } from 'react';
import { errorMessage } from '../../api/api';
import { readCoaCsvMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { CsvRowDto, CsvRowsDto, UnusedColumnDto } from '../../api/generated/types.gen';
import { EMPTY_FORM, type SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import { CsvPicker, cellProblem, csvBody } from '../../components/coa-registry/csv-picker';
import type { Form } from '../../hooks/use-form';
import { SelectField } from '../../ui/fields/select-field';

const MAX_KILOBYTES = 64;

type Name = keyof SubmitCertificateForm;

const isName = (field: string): field is Name => field in EMPTY_FORM;

/** What the form around the field needs from it. */
export interface SpreadsheetHandle {
  onChange: (event: SyntheticEvent) => void;
  /** Marks the amounts that could not be read and are not entered yet. @returns false if there is none */
  refuse: () => boolean;
}

export interface SpreadsheetFieldProps {
  form: Form<SubmitCertificateForm>;
  handle: Ref<SpreadsheetHandle>;
  /** A field has the value of the file now. */
  onFilled: (name: Name) => void;
}

/** Fills the form in from a row of a CSV file, which the server reads. */
export function SpreadsheetField({ form, handle, onFilled }: SpreadsheetFieldProps) {
  const [row, setRow] = useState<CsvRowDto | null>(null);
  /** Messages of the amounts that could not be read: such a field is 0, which is a result. */
  const unread = useRef(new Map<Name, string>());

  const fill = (chosen: CsvRowDto, rows: readonly CsvRowDto[]) => {
    setRow(chosen);
    unread.current.clear();
    // Includes the empty cells of this row, to clear what another row filled in.
    const columns = new Set(rows.flatMap(({ values }) => Object.keys(values)).filter(isName));
    for (const name of columns) {
      form.setValue(name, chosen.values[name] ?? EMPTY_FORM[name]);
      form.clearErrors(name);
      onFilled(name);
    }
    for (const { field, message } of chosen.errors) {
      if (!isName(field)) continue;
      if (typeof EMPTY_FORM[field] === 'number') unread.current.set(field, message);
      form.setError(field, { message });
    }
  };
  const reading = useMutation({
    ...readCoaCsvMutation(),
    onSuccess: ({ rows }) => {
      if (rows[0] && rows.length === 1) fill(rows[0], rows);
    },
  });
  const rows = reading.data?.rows ?? [];

  useImperativeHandle(handle, () => ({
    onChange: ({ target }) => {
      const name = target instanceof HTMLElement ? (target.getAttribute('name') ?? '') : '';
      if (!isName(name) || !row?.errors.some(({ field }) => field === name)) return;
      unread.current.delete(name);
      form.clearErrors(name);
    },
    refuse: () => {
      const [first] = unread.current.keys();
      for (const [name, message] of unread.current) form.setError(name, { message });
      if (first) form.setFocus(first);
      return first !== undefined;
    },
  }));

  return (
    <div className="stack gap-3">
      <CsvPicker
        label="Fill in from a spreadsheet (CSV)"
        hint="Optional. Choose a filled-in template of up to 50 rows. Its values replace those in the fields below, and nothing is sent before you submit the form."
        template="/api/docs/submission.csv"
        maxKilobytes={MAX_KILOBYTES}
        error={reading.error ? errorMessage(reading.error) : undefined}
        onChoose={(file) => {
          setRow(null);
          reading.mutate({ body: csvBody(file) });
        }}
      />
      {rows.length > 1 && <RowChoice rows={rows} row={row} onChoose={(chosen) => fill(chosen, rows)} />}
      <div role="status" className="text-sm empty:hidden">
        {reading.isPending && 'Reading the file…'}
        {reading.data && <Outcome file={reading.data} row={row} />}
      </div>
    </div>
  );
}

interface RowChoiceProps {
  rows: readonly CsvRowDto[];
  row: CsvRowDto | null;
  onChoose: (row: CsvRowDto) => void;
}

function RowChoice({ rows, row, onChoose }: RowChoiceProps) {
  return (
    <SelectField
      label="Row to fill in"
      hint="The form submits one certificate."
      value={row?.line ?? ''}
      options={[
        { value: '', label: `Choose one of ${rows.length} rows`, disabled: true },
        ...rows.map((one) => ({ value: String(one.line), label: rowLabel(one), disabled: isEmpty(one) })),
      ]}
      onChange={({ target }) => {
        const chosen = rows.find(({ line }) => String(line) === target.value);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

const isEmpty = ({ values }: CsvRowDto) => Object.keys(values).length === 0;

function rowLabel({ line, values, errors }: CsvRowDto): string {
  const { productName, brandName, batchId } = values;
  const said = [productName, brandName && `by ${brandName}`, batchId && `batch ${batchId}`].filter(Boolean).join(', ');
  const problems = errors.length === 0 ? '' : errors.length === 1 ? ' (1 problem)' : ` (${errors.length} problems)`;
  return `Row ${line}${said && `: ${said}`}${problems}`;
}

/** What was filled in, and what was not. */
function Outcome({ file: { rows, unusedColumns }, row }: { file: CsvRowsDto; row: CsvRowDto | null }) {
  const id = useId();
  const shown = row ? [row] : rows.filter(isEmpty);
  const problems = shown.flatMap((one) => one.errors.map((error) => ({ ...error, row: one })));
  return (
    <div className="stack gap-2">
      {row && !isEmpty(row) && (
        <p>Row {row.line} is filled in. Check each value with the lab report, and complete the other fields.</p>
      )}
      {problems.length > 0 && (
        <>
          <p id={id} className="font-medium">
            {row && !isEmpty(row) ? 'What to correct:' : 'We could not read:'}
          </p>
          <ul aria-labelledby={id} className="list-disc ps-5">
            {problems.map(({ row: { line, values }, ...error }) => (
              <li key={`${line} ${error.field}`} className="wrap-anywhere">
                Row {line}. {cellProblem(error)}{' '}
                {values[error.field] !== undefined && <>The file has “{values[error.field]}”.</>}
              </li>
            ))}
          </ul>
        </>
      )}
      {unusedColumns.length > 0 && (
        <p className="wrap-anywhere">
          The form has no field for {unusedColumns.length === 1 ? 'this column' : 'these columns'}, so we left{' '}
          {unusedColumns.length === 1 ? 'it' : 'them'} out: {unusedColumns.map(columnLabel).join(', ')}.
        </p>
      )}
    </div>
  );
}

const columnLabel = ({ name, suggestion }: UnusedColumnDto) =>
  suggestion === null ? name : `${name} (did you mean ${suggestion}?)`;
