import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getSessionQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  beginSecondFactorMutation,
  confirmSecondFactorMutation,
  removeSecondFactorMutation,
  replaceRecoveryCodesMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { NewSecondFactorDto } from '../../../api/generated/types.gen';
import { ChangeForm } from '../../../components/admin/change-form';
import { CodeField } from '../../../components/staff/password-form';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields/text-field';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { Mono } from '../../../ui/mono';
import { QrCode } from '../../../ui/sharing/qr-code';
import { OneTimeSecret } from './one-time-secret';

/** Sets up and removes the second factor, and shows its recovery codes. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: getSessionQueryKey() });
  const show = (codes: readonly string[]) => {
    setRecoveryCodes(codes);
    refresh();
  };
  return (
    <div className="stack gap-4">
      <h2 ref={heading} tabIndex={-1} id="second-factor" className="flex flex-wrap items-center gap-3 text-xl">
        Second factor
        {isOn ? <Badge tone="leaf">On</Badge> : <Badge tone="citrus">Off</Badge>}
      </h2>
      <p className="text-sm text-ink-soft">
        {isOn
          ? 'When you sign in, we ask for your password and a code from your authenticator app.'
          : "Adds a code from an authenticator app on your phone when you sign in. A stolen password alone won't be enough."}
      </p>
      {recoveryCodes && (
        <OneTimeSecret title="Your recovery codes" text={recoveryCodes.join('\n')}>
          Each one signs you in once if you don't have your phone. Don't keep them on your phone. You see them only
          here.
        </OneTimeSecret>
      )}
      {isOn ? (
        <Change
          onReplaced={show}
          onRemoved={() => {
            setRecoveryCodes(undefined);
            toast({ title: 'Second factor turned off' });
            heading.current?.focus();
            refresh();
          }}
        />
      ) : (
        <SetUp onConfirmed={show} />
      )}
    </div>
  );
}

function Password() {
  return (
    <TextField
      label="Your password"
      name="password"
      type="password"
      required
      autoFocus
      autoComplete="current-password"
    />
  );
}

function SetUp({ onConfirmed }: { onConfirmed: (recoveryCodes: readonly string[]) => void }) {
  const [isOpen, setOpen] = useState(false);
  const begin = useMutation(beginSecondFactorMutation());
  if (begin.data) return <Confirm setup={begin.data} onConfirmed={onConfirmed} />;
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Set up second factor</Button>
      </div>
    );
  }
  return (
    <ChangeForm
      change={begin}
      onSend={(values) => begin.mutate({ body: { password: String(values.get('password')) } })}
      submitLabel="Continue"
      pendingText="One moment…"
      className="stack gap-5"
    >
      <Password />
    </ChangeForm>
  );
}

interface ConfirmProps {
  setup: NewSecondFactorDto;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function Confirm({ setup, onConfirmed }: ConfirmProps) {
  const steps = useRef<HTMLOListElement>(null);
  useEffect(() => steps.current?.focus(), []);
  const confirm = useMutation({
    ...confirmSecondFactorMutation(),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <ChangeForm
      change={confirm}
      onSend={(values) => confirm.mutate({ body: { code: String(values.get('code')) } })}
      submitLabel="Turn on"
      pendingText="Checking…"
      className="stack gap-5"
    >
      <ol ref={steps} tabIndex={-1} className="stack list-decimal gap-4 ps-5">
        <li>
          <p>Scan this with an authenticator app.</p>
          <QrCode value={setup.uri} label="QR code: key for the authenticator app" className="mt-3 size-48" />
          <p className="mt-3 text-sm text-ink-soft">Or type in the key:</p>
          <p>
            <Mono className="wrap-anywhere">{setup.secret.replace(/.{4}(?=.)/g, '$& ')}</Mono>
          </p>
        </li>
        <li>Enter the code it shows.</li>
      </ol>
      <CodeField />
    </ChangeForm>
  );
}

interface ChangeProps {
  onReplaced: (recoveryCodes: readonly string[]) => void;
  onRemoved: () => void;
}

function Change({ onReplaced, onRemoved }: ChangeProps) {
  const [intent, setIntent] = useState<'replace' | 'remove'>();
  const replace = useMutation({
    ...replaceRecoveryCodesMutation(),
    onSuccess: ({ recoveryCodes }) => {
      setIntent(undefined);
      onReplaced(recoveryCodes);
    },
  });
  const remove = useMutation({ ...removeSecondFactorMutation(), onSuccess: onRemoved });
  if (!intent) {
    return (
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setIntent('replace')}>
          New recovery codes
        </Button>
        <Button variant="quiet" onClick={() => setIntent('remove')}>
          Turn off
        </Button>
      </div>
    );
  }
  const { mutation, label } =
    intent === 'replace'
      ? { mutation: replace, label: 'Create new recovery codes' }
      : { mutation: remove, label: 'Turn off second factor' };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    mutation.mutate({ body: { password: String(values.get('password')), code: String(values.get('code')) } });
  };
  return (
    <form className="stack gap-5" onSubmit={send}>
      <Password />
      <CodeField hint="From your authenticator app, or a recovery code." />
      <MutationError error={mutation.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={intent === 'remove' ? 'destructive' : 'primary'}
          pending={mutation.isPending}
          pendingText="Checking…"
        >
          {label}
        </Button>
        <Button variant="quiet" onClick={() => setIntent(undefined)}>
          Back
        </Button>
      </div>
    </form>
  );
}
