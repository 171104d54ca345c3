import type { ReactNode } from 'react';
import { cx } from '../cx';
import { CheckIcon } from '../icons';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useFieldWiring } from './field';

export interface CheckboxOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
}

export interface CheckboxGroupProps extends Omit<FieldProps, 'label'> {
  legend: ReactNode;
  /** Shared by all checkboxes: `FormData.getAll(name)` returns the selection. */
  name: string;
  options: readonly CheckboxOption[];
  defaultValue?: readonly string[];
  /** Gets all that is chosen, after each change. */
  onValuesChange?: (values: string[]) => void;
  /** Marks the group only: HTML cannot require one of several checkboxes. */
  required?: boolean;
}

/** Multiple choice. */
export function CheckboxGroup({
  legend,
  hint,
  error,
  hideLabel,
  className,
  name,
  options,
  defaultValue = [],
  onValuesChange,
  required,
}: CheckboxGroupProps) {
  const { control, hintId, errorId } = useFieldWiring({}, { hint, error });
  return (
    <fieldset
      aria-describedby={control['aria-describedby']}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
      onChange={(event) => onValuesChange?.(chosenIn(event.currentTarget))}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium text-ink'}>
        {legend}
        {required ? <RequiredMark /> : null}
      </legend>
      {hint != null ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
      <div className="grid gap-2">
        {options.map(({ value, label, description }) => (
          <label
            key={value}
            className="flex min-h-11 items-start gap-2.5 rounded-md border border-edge bg-surface px-3 py-2.5 leading-6 transition-colors duration-150 hover:border-pine has-checked:border-pine has-checked:bg-pine-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine"
          >
            <span className="relative mt-1 size-4 shrink-0">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={defaultValue.includes(value)}
                className="peer size-4 appearance-none rounded-sm border border-edge bg-surface checked:border-pine checked:bg-pine focus-visible:outline-none"
              />
              <CheckIcon className="pointer-events-none absolute inset-0 hidden size-4 text-on-pine peer-checked:block" />
            </span>
            <span className="flex min-w-0 flex-col">
              <span className="text-base">{label}</span>
              {description != null ? <span className="text-sm leading-5 text-ink-soft">{description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}

const chosenIn = (group: HTMLFieldSetElement): string[] =>
  [...group.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
