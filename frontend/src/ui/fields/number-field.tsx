import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface NumberFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'>, FieldProps {
  /** Shown inside the field at its end, e.g. `mg`. Say it in the label or hint too if the label does not imply it. */
  unit?: string;
  /** Another control at the end of the field, e.g. a choice of units. */
  beside?: ReactNode;
}

export function NumberField({ unit, beside, ...props }: NumberFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <div className={beside == null ? undefined : 'flex flex-wrap gap-2'}>
        <span className={cx('relative block', beside != null && 'min-w-24 flex-1')}>
          <input
            inputMode="decimal"
            {...control}
            type="number"
            className={cx(controlClass, beside != null && 'h-full', unit != null && 'pe-12')}
          />
          {unit != null ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 end-0 flex items-center pe-3 text-sm text-ink-soft"
            >
              {unit}
            </span>
          ) : null}
        </span>
        {beside}
      </div>
    </Field>
  );
}
