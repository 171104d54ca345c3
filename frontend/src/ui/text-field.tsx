import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps, useFieldWiring } from './field';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'>, FieldProps {
  type?: 'text' | 'email' | 'url' | 'tel' | 'password';
}

export function TextField({ label, hint, error, hideLabel, className, type = 'text', ...input }: TextFieldProps) {
  const { control, hintId, errorId } = useFieldWiring(input, { hint, error });
  return (
    <Field
      {...{ label, hint, error, hideLabel, className, hintId, errorId }}
      required={input.required}
      htmlFor={control.id}
    >
      <input {...input} {...control} type={type} className={controlClass} />
    </Field>
  );
}
