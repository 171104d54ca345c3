import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface DateFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'>, FieldProps {}

/** A date as `YYYY-MM-DD`; `min` and `max` likewise. */
export function DateField(props: DateFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <input {...control} type="date" className={`${controlClass} min-w-0`} />
    </Field>
  );
}
