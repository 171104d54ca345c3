import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useFieldWiring } from './field';

export interface RadioOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
}

/** Input attributes (a `register(…)` result, `defaultChecked` excluded) go to every radio; they share `name`. */
export interface RadioGroupProps
  extends Omit<
      ComponentProps<'input'>,
      'className' | 'type' | 'id' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked'
    >,
    Omit<FieldProps, 'label'> {
  legend: ReactNode;
  name: string;
  options: readonly RadioOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** Columns from `sm` up; phones get one (two if four are requested). `auto`: one row, for short labels. */
  columns?: 1 | 2 | 3 | 4 | 'auto';
}

const COLUMNS = {
  1: 'grid grid-cols-1',
  2: 'grid grid-cols-1 sm:grid-cols-2',
  3: 'grid grid-cols-1 sm:grid-cols-3',
  4: 'grid grid-cols-2 sm:grid-cols-4',
  auto: 'flex flex-wrap',
};

export function RadioGroup({
  legend,
  hint,
  error,
  hideLabel,
  className,
  options,
  value,
  defaultValue,
  onValueChange,
  columns = 1,
  onChange,
  required,
  ...input
}: RadioGroupProps) {
  const { control, hintId, errorId } = useFieldWiring({}, { hint, error });
  return (
    <fieldset
      aria-describedby={control['aria-describedby']}
      aria-invalid={control['aria-invalid']}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium text-ink'}>
        {legend}
        {required ? <RequiredMark /> : null}
      </legend>
      {hint != null ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
      <div className={cx('gap-2', COLUMNS[columns])}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 items-start gap-2.5 rounded-md border border-edge bg-surface px-3 py-2.5 leading-6 transition-colors duration-150 hover:border-pine has-checked:border-pine has-checked:bg-pine-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine has-disabled:opacity-55"
          >
            <input
              {...input}
              type="radio"
              required={required}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={
                value === undefined && defaultValue !== undefined ? defaultValue === option.value : undefined
              }
              onChange={(event) => {
                onChange?.(event);
                onValueChange?.(option.value);
              }}
              className="mt-1 size-4 shrink-0 appearance-none rounded-[50%] border border-edge bg-surface checked:border-5 checked:border-pine focus-visible:outline-none"
            />
            <span className="flex min-w-0 flex-col">
              <span className="text-base">{option.label}</span>
              {option.description != null ? (
                <span className="text-sm leading-5 text-ink-soft">{option.description}</span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}
