import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../api/api';
import {
  getSessionQueryKey,
  signInMutation,
  verifySecondFactorMutation,
} from '../api/generated/@tanstack/react-query.gen';
import { paths } from '../paths';
import { SITE } from '../site';
import { Button } from '../ui/button';
import { Refusal } from '../ui/refusal';
import { TextField } from '../ui/text-field';
import { Wordmark } from '../ui/wordmark';
import { PasswordForm } from './password-form';

const isProblem = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

/** Name and password, then a code where the account asks for one. */
export function SignIn() {
  const [isCodeAwaited, setCodeAwaited] = useState(false);
  return isCodeAwaited ? (
    <EnterCode onStartAgain={() => setCodeAwaited(false)} />
  ) : (
    <EnterPassword onCodeAwaited={() => setCodeAwaited(true)} />
  );
}

function EnterPassword({ onCodeAwaited }: { onCodeAwaited: () => void }) {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    ...signInMutation(),
    onSuccess: (member) => queryClient.setQueryData(getSessionQueryKey(), member),
    onError: (error) => {
      if (isProblem(error, 'second-factor-required')) onCodeAwaited();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    signIn.mutate({ body: { username: String(values.get('username')), password: String(values.get('password')) } });
  };
  return (
    <StaffDoor title="Staff sign-in">
      <form onSubmit={send} className="stack gap-5">
        <TextField label="Name" name="username" required autoComplete="username" autoCapitalize="none" />
        <TextField label="Password" name="password" type="password" required autoComplete="current-password" />
        <Refusal error={signIn.error} />
        <Button type="submit" pending={signIn.isPending} pendingText="Signing in…">
          Sign in
        </Button>
      </form>
    </StaffDoor>
  );
}

function EnterCode({ onStartAgain }: { onStartAgain: () => void }) {
  const queryClient = useQueryClient();
  const verify = useMutation({
    ...verifySecondFactorMutation(),
    onSuccess: (member) => queryClient.setQueryData(getSessionQueryKey(), member),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    verify.mutate({ body: { code: String(new FormData(event.currentTarget).get('code')) } });
  };
  return (
    <StaffDoor title="Enter your code">
      <form onSubmit={send} className="stack gap-5">
        <TextField
          label="Code"
          name="code"
          required
          autoFocus
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          hint="Six digits from your authenticator app, or one of your recovery codes."
        />
        <Refusal error={verify.error} />
        <Button type="submit" pending={verify.isPending} pendingText="Checking…">
          Sign in
        </Button>
        <Button variant="quiet" onClick={onStartAgain}>
          Begin again
        </Button>
      </form>
    </StaffDoor>
  );
}

export function ChoosePassword() {
  return (
    <StaffDoor title="Choose your own password">
      <p>The password you signed in with was for one use. Choose one that only you know before you go on.</p>
      <PasswordForm currentLabel="One-time password" submitLabel="Save and go on" />
    </StaffDoor>
  );
}

function StaffDoor({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto stack min-h-dvh max-w-md content-center gap-6 px-gutter py-12">
      <Link to={paths.home} className="no-underline" aria-label={`${SITE.name}, the public site`}>
        <Wordmark name={SITE.name} />
      </Link>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </main>
  );
}
