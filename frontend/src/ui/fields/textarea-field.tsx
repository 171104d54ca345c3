import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface TextareaFieldProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldProps {}

export function TextareaField({ rows = 4, ...props }: TextareaFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <textarea {...control} rows={rows} className={cx(controlClass, 'resize-y')} />
    </Field>
  );
}
