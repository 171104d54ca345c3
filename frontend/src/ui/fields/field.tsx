import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx';
import { WarningIcon } from '../icons';

/** Props of every field besides the attributes of its control. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message under the field; marks the control invalid. */
  error?: string;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Id of an empty place under the control, for a note that comes later and describes it. See `NotePlace`. */
  noteId?: string;
  /** Class of the whole field; the control fills it. */
  className?: string;
}

export const controlClass = 'field-control px-3';

function RequiredMark() {
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
function useFieldWiring(
  attributes: { id?: string; 'aria-describedby'?: string },
  { hint, error, noteId }: { hint?: ReactNode; error?: string; noteId?: string },
) {
  const generatedId = useId();
  const id = attributes.id ?? generatedId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const control: Wiring = {
    id,
    'aria-describedby':
      cx(attributes['aria-describedby'], hint != null && hintId, error && errorId, noteId) || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return { control, hintId, errorId };
}

type ControlProps = FieldProps & { id?: string; required?: boolean; 'aria-describedby'?: string };

/** Splits the props of a field: `field` is for the `<Field>` around it, `control` for the control itself. */
export function useField<Props extends ControlProps>(props: Props) {
  const { label, hint, error, hideLabel, noteId, className, ...attributes } = props;
  const { control, hintId, errorId } = useFieldWiring(attributes, { hint, error, noteId });
  const { required } = props;
  return {
    field: { label, hint, error, hideLabel, noteId, className, hintId, errorId, required, htmlFor: control.id },
    control: { ...attributes, ...control },
  };
}

interface FieldFrameProps extends FieldProps {
  required?: boolean;
  htmlFor: string;
  hintId: string;
  errorId: string;
  children: ReactNode;
}

export function Field({ label, hint, error, hideLabel, noteId, className, ...props }: FieldFrameProps) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={props.htmlFor} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
        {props.required ? <RequiredMark /> : null}
      </label>
      {hint != null ? <FieldHint id={props.hintId}>{hint}</FieldHint> : null}
      {props.children}
      {error ? <FieldError id={props.errorId}>{error}</FieldError> : null}
      {noteId && <NotePlace id={noteId} />}
    </div>
  );
}

interface FieldGroupProps extends Omit<FieldProps, 'label' | 'noteId'> {
  legend: ReactNode;
  /** Marks the group only: HTML cannot require one of several checkboxes. */
  required?: boolean;
  children: ReactNode;
  onChange?: ComponentProps<'fieldset'>['onChange'];
  'aria-invalid'?: boolean;
}

/** A fieldset of radio buttons or checkboxes. */
export function FieldGroup(props: FieldGroupProps) {
  const { legend, hint, error, hideLabel, className, required, children, onChange } = props;
  const { control, hintId, errorId } = useFieldWiring({}, { hint, error });
  return (
    <fieldset
      aria-describedby={control['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
      onChange={onChange}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium text-ink'}>
        {legend}
        {required ? <RequiredMark /> : null}
      </legend>
      {hint != null ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
      {children}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </fieldset>
  );
}

export interface ChoiceOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
}

/** An option of a group, with the target of a whole box. */
export function Choice({ option, children }: { option: ChoiceOption; children: ReactNode }) {
  const { label, description } = option;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex min-h-11 items-start gap-2.5 rounded-md border border-edge bg-surface px-3 py-2.5 leading-6 transition-colors duration-150 hover:border-pine has-checked:border-pine has-checked:bg-pine-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine">
      {children}
      <span className="flex min-w-0 flex-col">
        <span className="text-base">{label}</span>
        {description != null ? <span className="text-sm leading-5 text-ink-soft">{description}</span> : null}
      </span>
    </label>
  );
}

/** Empty places for portals: what describes the control, and what is not read with it, such as buttons. */
function NotePlace({ id }: { id: string }) {
  return (
    <div className="hidden flex-wrap items-center justify-between gap-x-3 gap-y-1.5 has-[>:not(:empty)]:flex">
      <div id={id} className="text-sm" />
      <div id={besideNote(id)} className="contents" />
    </div>
  );
}

export const besideNote = (noteId: string) => `${noteId}-more`;
