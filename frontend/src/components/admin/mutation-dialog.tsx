import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Dialog, type DialogProps } from '../../ui/messages/dialog';
import { MutationError } from '../../ui/messages/mutation-error';
import { SaveError } from './save-error';

export type DialogMutation = Pick<UseMutationResult<unknown, unknown, never>, 'error' | 'isPending' | 'reset'>;

export interface MutationDialogProps extends Omit<DialogProps, 'actions' | 'className'> {
  /** The change that the dialog asks about. */
  mutation: DialogMutation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog for one change. Opening and closing it clears the error of the last attempt. */
export function MutationDialog({ mutation, onOpenChange, ...dialog }: MutationDialogProps) {
  return (
    <Dialog
      {...dialog}
      onOpenChange={(open) => {
        onOpenChange(open);
        mutation.reset();
      }}
    />
  );
}

export interface FormDialogProps extends MutationDialogProps {
  /** The fields. */
  children: ReactNode;
  submitLabel: string;
  pendingText: string;
  isDestructive?: boolean;
  onSend: (values: FormData) => void;
  /** Offered when someone else changed the record first (409). */
  onReload?: () => void;
}

/** A dialog with the form for one change. */
export function FormDialog(props: FormDialogProps) {
  const { children, submitLabel, pendingText, isDestructive = false, onSend, onReload, ...dialog } = props;
  const { error, isPending } = dialog.mutation;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(new FormData(event.currentTarget));
  };
  return (
    <MutationDialog {...dialog}>
      <form onSubmit={send} className="stack gap-4">
        {children}
        {onReload ? <SaveError error={error} onReload={onReload} /> : <MutationError error={error} />}
        <Button
          type="submit"
          variant={isDestructive ? 'destructive' : 'primary'}
          pending={isPending}
          pendingText={pendingText}
        >
          {submitLabel}
        </Button>
      </form>
    </MutationDialog>
  );
}
