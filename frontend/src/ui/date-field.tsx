import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps, useFieldWiring } from './field';

export interface DateFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'>, FieldProps {}

/** A date as `YYYY-MM-DD`; `min` and `max` likewise. */
export function DateField({ label, hint, error, hideLabel, className, ...input }: DateFieldProps) {
  const { control, hintId, errorId } = useFieldWiring(input, { hint, error });
  return (
    <Field
      {...{ label, hint, error, hideLabel, className, hintId, errorId }}
      required={input.required}
      htmlFor={control.id}
    >
      <input {...input} {...control} type="date" className={`${controlClass} min-w-0`} />
    </Field>
  );
}
