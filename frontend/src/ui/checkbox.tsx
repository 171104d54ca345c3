import type { ComponentProps } from 'react';
import { cx } from './cx';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useFieldWiring } from './field';
import { CheckIcon } from './icons';

export interface CheckboxProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type'>,
    Omit<FieldProps, 'hideLabel'> {}

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const { control, hintId, errorId } = useFieldWiring(input, { hint, error });
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={control.id} className="flex min-h-11 items-start gap-3 py-2.5 text-base leading-6">
        <span className="relative mt-0.5 inline-flex size-5 shrink-0">
          <input
            {...input}
            {...control}
            type="checkbox"
            className="keep-colors peer size-5 appearance-none rounded-sm border border-edge bg-surface transition-colors duration-150 checked:border-pine checked:bg-pine hover:border-pine aria-invalid:border-clay disabled:opacity-55"
          />
          <CheckIcon
            className="pointer-events-none absolute inset-0.5 hidden size-4 text-on-pine peer-checked:block"
            strokeWidth={3}
          />
        </span>
        <span>
          {label}
          {input.required ? <RequiredMark /> : null}
        </span>
      </label>
      {hint != null || error ? (
        <div className="-mt-1.5 flex flex-col gap-1 ps-8">
          {hint != null ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
          {error ? <FieldError id={errorId}>{error}</FieldError> : null}
        </div>
      ) : null}
    </div>
  );
}
