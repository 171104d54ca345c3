import { type ReactNode, useId } from 'react';
import { cx } from './cx';
import { WarningIcon } from './icons';

/** Props of every field besides the attributes of its control. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message under the field; marks the control invalid. */
  error?: string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Class of the whole field; the control fills it. */
  className?: string;
}

export const controlClass =
  'block min-h-11 w-full rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink transition-colors duration-150 hover:border-ink-soft focus-visible:border-pine focus-visible:outline-offset-0 disabled:opacity-55 aria-invalid:border-clay aria-invalid:bg-clay-soft';

export function RequiredMark() {
  return (
    <>
      <span aria-hidden="true" className="ms-0.5 text-clay">
        *
      </span>
      <span className="sr-only"> (required)</span>
    </>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-sm text-ink-soft">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-clay">
      <WarningIcon className="mt-px size-4.5" />
      <span>{children}</span>
    </p>
  );
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Connects a control with its hint and error: both are in its description. */
export function useFieldWiring(
  attributes: { id?: string; 'aria-describedby'?: string },
  { hint, error }: { hint?: ReactNode; error?: string },
) {
  const generatedId = useId();
  const id = attributes.id ?? generatedId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const control: Wiring = {
    id,
    'aria-describedby': cx(attributes['aria-describedby'], hint != null && hintId, error && errorId) || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return { control, hintId, errorId };
}

type ControlProps = FieldProps & { id?: string; required?: boolean; 'aria-describedby'?: string };

/** Splits the props of a field: `field` is for the `<Field>` around it, `control` for the control itself. */
export function useField<Props extends ControlProps>(props: Props) {
  const { label, hint, error, hideLabel, className, ...attributes } = props;
  const { control, hintId, errorId } = useFieldWiring(attributes, { hint, error });
  return {
    field: { label, hint, error, hideLabel, className, hintId, errorId, required: props.required, htmlFor: control.id },
    control: { ...attributes, ...control },
  };
}

export function Field({
  label,
  hint,
  error,
  hideLabel,
  className,
  required,
  htmlFor,
  hintId,
  errorId,
  children,
}: FieldProps & { required?: boolean; htmlFor: string; hintId: string; errorId: string; children: ReactNode }) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={htmlFor} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {hint != null ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
      {children}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
