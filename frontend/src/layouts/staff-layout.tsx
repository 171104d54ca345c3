import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { messageOf, staffSession } from '../api/api';
import { signOutMutation } from '../api/generated/@tanstack/react-query.gen';
import type { StaffMemberDto, StaffRole } from '../api/generated/types.gen';
import { paths } from '../paths';
import { SITE } from '../site';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { ErrorState } from '../ui/error-state';
import { CloseIcon, MenuIcon } from '../ui/icons';
import { navLink } from '../ui/link-styles';
import { SkipLink } from '../ui/skip-link';
import { Spinner } from '../ui/spinner';
import { ThemeToggle } from '../ui/theme-toggle';
import { Wordmark } from '../ui/wordmark';
import { useFocusOnNavigation } from './site-layout';
import { ChoosePassword, SignIn } from './staff-door';
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
  return <Console member={session.data} />;
}

/** All of the console, in the order of the work, and whose work it is. An administrator does everything. */
const NAVIGATION: readonly { to: string; label: string; role: StaffRole }[] = [
  { to: paths.staff.queue, label: 'Review queue', role: 'reviewer' },
  { to: paths.staff.brands, label: 'Brands', role: 'reviewer' },
  { to: paths.staff.articles, label: 'Articles', role: 'editor' },
  { to: paths.staff.subscribers, label: 'Subscribers', role: 'editor' },
  { to: paths.staff.messages, label: 'Messages', role: 'editor' },
  { to: paths.staff.labs, label: 'Partner labs', role: 'administrator' },
  { to: paths.staff.auditLog, label: 'Audit log', role: 'reviewer' },
  { to: paths.staff.accounts, label: 'Accounts', role: 'administrator' },
];

const permittedFor = (roles: readonly StaffRole[]) =>
  NAVIGATION.filter(({ role }) => roles.includes(role) || roles.includes('administrator'));

function Console({ member }: { member: StaffMemberDto }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const main = useFocusOnNavigation();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(() => setOpen(false), [pathname]);
  const signOut = useMutation({
    ...signOutMutation(),
    onSuccess: () => {
      queryClient.clear();
      navigate(paths.staff.queue);
    },
  });
  const permitted = permittedFor(member.roles);
  const first = permitted[0]?.to ?? paths.staff.account;
  // Whoever has no queue begins with what they have.
  if (pathname.replace(/\/$/, '') === paths.staff.queue && first !== paths.staff.queue) {
    return <Navigate to={first} replace />;
  }
  return (
    <>
      <SkipLink targetId="main" />
      <header className="border-b border-rule bg-surface print:hidden">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-6">
          <Link to={paths.home} className="py-3 no-underline" aria-label={`${SITE.name}, the public site`}>
            <Wordmark name={SITE.name} />
          </Link>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="staff-navigation"
            onClick={() => setOpen(!isOpen)}
            className="grid size-11 place-items-center rounded-md text-ink lg:hidden"
          >
            {isOpen ? <CloseIcon className="size-6" /> : <MenuIcon className="size-6" />}
            <span className="sr-only">{isOpen ? 'Close menu' : 'Open menu'}</span>
          </button>
          <div
            id="staff-navigation"
            className={cx(
              'w-full flex-col border-t border-rule py-2 lg:flex lg:flex-row lg:items-center lg:justify-between lg:py-0',
              isOpen ? 'flex' : 'hidden',
            )}
          >
            <nav aria-label="Staff">
              <ul className="flex flex-col gap-x-5 lg:flex-row">
                {permitted.map(({ to, label }) => (
                  <li key={to}>
                    <NavLink to={to} end={to === paths.staff.queue} className={navLink}>
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
            <p className="flex items-center gap-3 text-sm">
              <NavLink to={paths.staff.account} className={navLink}>
                {member.name}
              </NavLink>
              <Button variant="quiet" size="sm" pending={signOut.isPending} onClick={() => signOut.mutate({})}>
                Sign out
              </Button>
            </p>
          </div>
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
