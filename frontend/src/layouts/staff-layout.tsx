import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, NavLink, Outlet, useNavigate } from 'react-router';
import { messageOf, staffSession } from '../api/api';
import {
  changePasswordMutation,
  getSessionQueryKey,
  signInMutation,
  signOutMutation,
} from '../api/generated/@tanstack/react-query.gen';
import { paths } from '../paths';
import { SITE } from '../site';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/error-state';
import { navLink } from '../ui/link-styles';
import { Notice } from '../ui/notice';
import { SkipLink } from '../ui/skip-link';
import { Spinner } from '../ui/spinner';
import { TextField } from '../ui/text-field';
import { ThemeToggle } from '../ui/theme-toggle';
import { Wordmark } from '../ui/wordmark';
import { useFocusOnNavigation } from './site-layout';
import { usePageMeta } from './use-page-meta';

/** The staff's part of the site: sign-in first, then a password of one's own, then the work. */
export function Component() {
  const session = useQuery(staffSession());
  usePageMeta('staff');
  if (session.isPending) return <Spinner label="Loading" className="m-8 size-8" />;
  if (session.isError) {
    return (
      <ErrorState headingLevel={1} onRetry={() => session.refetch()}>
        {messageOf(session.error)}
      </ErrorState>
    );
  }
  if (!session.data) return <SignIn />;
  if (session.data.passwordIsOneTime) return <ChoosePassword />;
  return <Console name={session.data.name} />;
}

function Console({ name }: { name: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const main = useFocusOnNavigation();
  const signOut = useMutation({
    ...signOutMutation(),
    onSuccess: () => {
      queryClient.clear();
      navigate(paths.staff.queue);
    },
  });
  return (
    <>
      <SkipLink targetId="main" />
      <header className="border-b border-rule bg-surface print:hidden">
        <div className="wrap flex flex-wrap items-center gap-x-6">
          <Link to={paths.home} className="py-3 no-underline" aria-label={`${SITE.name}, the public site`}>
            <Wordmark name={SITE.name} />
          </Link>
          <nav aria-label="Staff" className="flex gap-5">
            <NavLink to={paths.staff.queue} end className={navLink}>
              Review queue
            </NavLink>
            <NavLink to={paths.staff.brands} className={navLink}>
              Brands
            </NavLink>
          </nav>
          <p className="ms-auto flex items-center gap-3 text-sm text-ink-soft">
            {name}
            <Button variant="quiet" size="sm" pending={signOut.isPending} onClick={() => signOut.mutate({})}>
              Sign out
            </Button>
          </p>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="wrap min-h-[70vh] py-8">
        <Outlet />
      </main>
      <footer className="wrap border-t border-rule py-6">
        <ThemeToggle />
      </footer>
    </>
  );
}

function SignIn() {
  const queryClient = useQueryClient();
  const signIn = useMutation({
    ...signInMutation(),
    onSuccess: (member) => queryClient.setQueryData(getSessionQueryKey(), member),
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

function ChoosePassword() {
  const queryClient = useQueryClient();
  const [mismatch, setMismatch] = useState<string>();
  const change = useMutation({
    ...changePasswordMutation(),
    onSuccess: (member) => queryClient.setQueryData(getSessionQueryKey(), member),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const newPassword = String(values.get('newPassword'));
    if (newPassword !== values.get('repeated')) return setMismatch('This is not the same password');
    setMismatch(undefined);
    change.mutate({ body: { currentPassword: String(values.get('currentPassword')), newPassword } });
  };
  return (
    <StaffDoor title="Choose your own password">
      <p>The password you signed in with was for one use. Choose one that only you know before you go on.</p>
      <form onSubmit={send} className="stack gap-5">
        <TextField
          label="One-time password"
          name="currentPassword"
          type="password"
          required
          autoComplete="current-password"
        />
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          required
          minLength={15}
          maxLength={128}
          hint="At least 15 characters; a sentence works well."
          autoComplete="new-password"
        />
        <TextField
          label="New password again"
          name="repeated"
          type="password"
          required
          error={mismatch}
          autoComplete="new-password"
        />
        <Refusal error={change.error} />
        <Button type="submit" pending={change.isPending} pendingText="Saving…">
          Save and go on
        </Button>
      </form>
    </StaffDoor>
  );
}

function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof Error)) return null;
  return (
    <Notice tone="danger" role="alert">
      {error.message}
    </Notice>
  );
}

function StaffDoor({ title, children }: { title: string; children: React.ReactNode }) {
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
