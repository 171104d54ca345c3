import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { TextareaField, type TextareaFieldProps } from '../../ui/fields/textarea-field';
import { Dialog, type DialogProps } from '../../ui/messages/dialog';
import { ChangeForm, type ChangeFormProps } from './change-form';
import { type ChangeOptions, useChange } from './use-change';

interface FormDialogProps<Data, Failure, Request>
  extends ChangeOptions<Data>,
    Pick<DialogProps, 'title' | 'description' | 'trigger' | 'onOpenChange' | 'onCloseAutoFocus'>,
    Pick<ChangeFormProps, 'children' | 'submitLabel' | 'pendingText' | 'onReload'> {
  mutation: UseMutationOptions<Data, Failure, Request>;
  /** What to send; null if something is missing, which the fields then show. */
  toRequest: (values: FormData) => Request | null;
  isDestructive?: boolean;
}

/** A dialog with the form for one change, which may have no fields. It closes once the change is made. */
export function FormDialog<Data, Failure, Request>(props: FormDialogProps<Data, Failure, Request>) {
  const { title, description, trigger, onOpenChange, onCloseAutoFocus } = props;
  const { mutation, toRequest, children, submitLabel, pendingText, onReload, isDestructive = false } = props;
  const [isOpen, setOpen] = useState(false);
  const change = useChange(mutation, {
    ...props,
    onDone: (data) => {
      setOpen(false);
      props.onDone?.(data);
    },
  });
  const openOrClose = (open: boolean) => {
    setOpen(open);
    change.reset();
    onOpenChange?.(open);
  };
  // The record that was reloaded may ask another question.
  const reload =
    onReload &&
    (() => {
      setOpen(false);
      onReload();
    });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={openOrClose}
      onCloseAutoFocus={onCloseAutoFocus}
      trigger={trigger}
      title={title}
      description={description}
    >
      <ChangeForm
        change={change}
        submitLabel={submitLabel}
        pendingText={pendingText}
        variant={isDestructive ? 'destructive' : 'primary'}
        onReload={reload}
        onSend={(values) => {
          const request = toRequest(values);
          if (request !== null) change.mutate(request);
        }}
      >
        {children}
      </ChangeForm>
    </Dialog>
  );
}

/** The field for why something is changed, named `reason`. */
export const ReasonField = (props: Pick<TextareaFieldProps, 'maxLength' | 'rows' | 'hint'>) => (
  <TextareaField label="Reason" name="reason" required {...props} />
);
