import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { ChevronDownIcon } from '../icons';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className' | 'children'>, FieldProps {
  options: readonly { value: string; label: string; disabled?: boolean }[];
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <span className="relative block">
        <select {...control} className={cx(controlClass, 'cursor-pointer appearance-none truncate pe-10')}>
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-ink-soft" />
      </span>
    </Field>
  );
}
