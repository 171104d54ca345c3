import type { ComponentProps } from 'react';
import { cx } from './cx';
import { controlClass, Field, type FieldProps, useFieldWiring } from './field';
import { ChevronDownIcon } from './icons';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className'>, FieldProps {
  /** Alternative to `<option>` children. */
  options?: readonly { value: string; label: string }[];
}

export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  options,
  children,
  ...select
}: SelectFieldProps) {
  const { control, hintId, errorId } = useFieldWiring(select, { hint, error });
  return (
    <Field
      {...{ label, hint, error, hideLabel, className, hintId, errorId }}
      required={select.required}
      htmlFor={control.id}
    >
      <span className="relative block">
        <select {...select} {...control} className={cx(controlClass, 'cursor-pointer appearance-none truncate pe-10')}>
          {options?.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {children}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-ink-soft" />
      </span>
    </Field>
  );
}
