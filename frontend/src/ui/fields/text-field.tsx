import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps, useField } from './field';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'>, FieldProps {
  type?: 'text' | 'email' | 'url' | 'tel' | 'password';
}

export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <input {...control} type={type} className={controlClass} />
    </Field>
  );
}
