import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../ui/button';
import { SaveError } from './save-error';

export interface ChangeFormProps {
  /** The change that the form sends. */
  change: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  onSend: (values: FormData, form: HTMLFormElement) => void;
  /** Offered when someone else changed the record first (409). */
  onReload?: (() => void) | undefined;
  submitLabel: string;
  pendingText: string;
  /** Of the button. */
  variant?: ButtonProps['variant'];
  className?: string;
  /** The fields. */
  children?: ReactNode;
}

/** A form for one change: its fields, why the change failed, and the button that sends it. */
export function ChangeForm(props: ChangeFormProps) {
  const { change, onSend, onReload, submitLabel, pendingText, variant, className = 'stack gap-4', children } = props;
  const reload =
    onReload &&
    (() => {
      change.reset();
      onReload();
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(new FormData(event.currentTarget), event.currentTarget);
      }}
      className={className}
    >
      {children}
      <SaveError error={change.error} onReload={reload} />
      <Button type="submit" variant={variant} pending={change.isPending} pendingText={pendingText}>
        {submitLabel}
      </Button>
    </form>
  );
}
