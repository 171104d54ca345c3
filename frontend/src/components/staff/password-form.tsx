import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getSessionQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { changePasswordMutation } from '../../api/generated/@tanstack/react-query-staff.gen';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields/text-field';
import { MutationError } from '../../ui/messages/mutation-error';
import { CodeField } from './code-field';

export interface PasswordFormProps {
  currentLabel: string;
  submitLabel: string;
  /** Set if a second factor is on: the server then requires a code too. */
  asksForCode?: boolean;
  onChanged?: () => void;
}

/** Changes a staff member's password. */
export function PasswordForm({ currentLabel, submitLabel, asksForCode = false, onChanged }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const [mismatch, setMismatch] = useState<string>();
  const change = useMutation({
    ...changePasswordMutation(),
    onSuccess: (member) => {
      queryClient.setQueryData(getSessionQueryKey(), member);
      onChanged?.();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const newPassword = String(values.get('newPassword'));
    if (newPassword !== values.get('repeated')) return setMismatch("The passwords don't match");
    setMismatch(undefined);
    const code = asksForCode ? { code: String(values.get('code')) } : {};
    const body = { currentPassword: String(values.get('currentPassword')), newPassword, ...code };
    change.mutate({ body }, { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={send} className="stack gap-5">
      <TextField label={currentLabel} name="currentPassword" type="password" required autoComplete="current-password" />
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        required
        minLength={15}
        maxLength={128}
        hint="At least 15 characters. A sentence works well."
        autoComplete="new-password"
      />
      <TextField
        label="Repeat new password"
        name="repeated"
        type="password"
        required
        error={mismatch}
        autoComplete="new-password"
      />
      {asksForCode && <CodeField hint="From your authenticator app, or a recovery code." />}
      <MutationError error={change.error} />
      <Button type="submit" pending={change.isPending} pendingText="Saving…">
        {submitLabel}
      </Button>
    </form>
  );
}
