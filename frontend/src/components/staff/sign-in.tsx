import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/api';
import { getSessionQueryKey, signInMutation } from '../../api/generated/@tanstack/react-query.gen';
import { verifySecondFactorMutation } from '../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffMemberDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields/text-field';
import { MutationError } from '../../ui/messages/mutation-error';
import { Notice } from '../../ui/messages/notice';
import { Wordmark } from '../../ui/wordmark';
import { ChangeForm } from '../admin/change-form';
import { CodeField, PasswordForm } from './password-form';

const isProblem = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

interface SignedInProps {
  onSignedIn: () => void;
}

interface SignInProps extends SignedInProps {
  /** The account that was signed in on this page before its session ended. */
  last: StaffMemberDto | null;
}

function useStoreSession({ last, onSignedIn }: SignInProps): (member: StaffMemberDto) => void {
  const queryClient = useQueryClient();
  return (member) => {
    // Another account signs in: drop the cached data of the previous one.
    if (member.id !== last?.id) queryClient.removeQueries({ type: 'inactive' });
    onSignedIn();
    queryClient.setQueryData(getSessionQueryKey(), member);
  };
}

/** Asks for name and password, then for a code if the account has a second factor. */
export function SignIn(props: SignInProps) {
  const [isCodeAwaited, setCodeAwaited] = useState(false);
  return isCodeAwaited ? (
    <EnterCode {...props} onStartAgain={() => setCodeAwaited(false)} />
  ) : (
    <EnterPassword {...props} onCodeAwaited={() => setCodeAwaited(true)} />
  );
}

function EnterPassword({ onCodeAwaited, ...props }: SignInProps & { onCodeAwaited: () => void }) {
  const signIn = useMutation({
    ...signInMutation(),
    onSuccess: useStoreSession(props),
    onError: (error) => {
      if (isProblem(error, 'second-factor-required')) onCodeAwaited();
    },
  });
  const send = (values: FormData) =>
    signIn.mutate({ body: { username: String(values.get('username')), password: String(values.get('password')) } });
  return (
    <SignInFrame title="Staff sign-in">
      {props.last && (
        <Notice title="Your session has ended">
          Sign in again to continue. Anything you typed but didn't save is still there.
        </Notice>
      )}
      <ChangeForm change={signIn} onSend={send} submitLabel="Sign in" pendingText="Signing in…" className="stack gap-5">
        <TextField label="Name" name="username" required autoComplete="username" autoCapitalize="none" />
        <TextField label="Password" name="password" type="password" required autoComplete="current-password" />
      </ChangeForm>
    </SignInFrame>
  );
}

function EnterCode({ onStartAgain, ...props }: SignInProps & { onStartAgain: () => void }) {
  const verify = useMutation({ ...verifySecondFactorMutation(), onSuccess: useStoreSession(props) });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    verify.mutate({ body: { code: String(new FormData(event.currentTarget).get('code')) } });
  };
  return (
    <SignInFrame title="Enter your code">
      <form onSubmit={send} className="stack gap-5">
        <CodeField autoFocus hint="Six digits from your authenticator app, or one of your recovery codes." />
        <MutationError error={verify.error} />
        <Button type="submit" pending={verify.isPending} pendingText="Checking…">
          Sign in
        </Button>
        <Button variant="quiet" onClick={onStartAgain}>
          Start over
        </Button>
      </form>
    </SignInFrame>
  );
}

export function ChoosePassword({ onSignedIn }: SignedInProps) {
  return (
    <SignInFrame title="Choose your own password">
      <p>The password you signed in with works only once. Choose your own password before you continue.</p>
      <PasswordForm currentLabel="One-time password" submitLabel="Save and continue" onChanged={onSignedIn} />
    </SignInFrame>
  );
}

function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The previous screen was removed together with the focused element.
  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={frame} className="mx-auto stack min-h-dvh max-w-md content-center gap-6 px-gutter py-12">
      <Link to={paths.home} className="no-underline" aria-label={`${SITE.name}, the public site`}>
        <Wordmark name={SITE.name} />
      </Link>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      {children}
    </main>
  );
}
