import type { ComponentProps } from 'react';
import { cx } from './cx';
import { controlClass, Field, type FieldProps, useFieldWiring } from './field';

export interface TextareaFieldProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldProps {}

export function TextareaField({ label, hint, error, hideLabel, className, rows = 4, ...area }: TextareaFieldProps) {
  const { control, hintId, errorId } = useFieldWiring(area, { hint, error });
  return (
    <Field
      {...{ label, hint, error, hideLabel, className, hintId, errorId }}
      required={area.required}
      htmlFor={control.id}
    >
      <textarea {...area} {...control} rows={rows} className={cx(controlClass, 'resize-y')} />
    </Field>
  );
}
