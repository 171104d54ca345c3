import { useState } from 'react';
import { getSessionQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { changePasswordMutation } from '../../api/generated/@tanstack/react-query-staff.gen';
import { TextField } from '../../ui/fields/text-field';
import { ChangeForm } from '../admin/change-form';
import { useChange } from '../admin/use-change';

interface PasswordFormProps {
  currentLabel: string;
  submitLabel: string;
  /** Set if a second factor is on: the server then requires a code too. */
  asksForCode?: boolean;
  onChanged?: () => void;
}

/** Changes a staff member's password. */
export function PasswordForm({ currentLabel, submitLabel, asksForCode = false, onChanged }: PasswordFormProps) {
  const [mismatch, setMismatch] = useState<string>();
  const change = useChange(changePasswordMutation(), {
    storedAs: () => getSessionQueryKey(),
    refetch: [],
    onDone: onChanged,
  });
  const send = (values: FormData, form: HTMLFormElement) => {
    const newPassword = String(values.get('newPassword'));
    if (newPassword !== values.get('repeated')) return setMismatch("The passwords don't match");
    setMismatch(undefined);
    const code = asksForCode ? { code: String(values.get('code')) } : {};
    const body = { currentPassword: String(values.get('currentPassword')), newPassword, ...code };
    change.mutate({ body }, { onSuccess: () => form.reset() });
  };
  return (
    <ChangeForm change={change} onSend={send} submitLabel={submitLabel} pendingText="Saving…" className="stack gap-5">
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
    </ChangeForm>
  );
}

/** The code of a second factor. */
export function CodeField({ hint, autoFocus }: { hint?: string; autoFocus?: boolean }) {
  return (
    <TextField
      label="Code"
      name="code"
      required
      autoFocus={autoFocus}
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="none"
      hint={hint}
    />
  );
}
