import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity, useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { errorMessage, staffSession } from '../api/api';
import { signOutMutation } from '../api/generated/@tanstack/react-query.gen';
import type { StaffMemberDto, StaffRole } from '../api/generated/types.gen';
import { TextLink } from '../components/links';
import { ChoosePassword, SignIn } from '../components/staff/sign-in';
import { ThemeToggle } from '../components/theme-toggle';
import { useFocusOnNavigation } from '../hooks/use-focus-on-navigation';
import { useScrollRestoration } from '../hooks/use-scroll-restoration';
import { paths } from '../paths';
import { SITE } from '../site';
import { Button } from '../ui/button';
import { navLink } from '../ui/link-styles';
import { EmptyState } from '../ui/messages/empty-state';
import { ErrorState } from '../ui/messages/error-state';
import { Spinner } from '../ui/messages/spinner';
import { toast } from '../ui/messages/toast-store';
import { SkipLink } from '../ui/skip-link';
import { Wordmark } from '../ui/wordmark';
import { MENU, MenuToggle, useMenu } from './menu';

/** The staff console: sign-in, then choosing a password, then the pages. */
export function Component() {
  const session = useQuery(staffSession());
  const { pathname } = useLocation();
  const label = sectionAt(pathname)?.label;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an article's preview sets its own title, which ends the same way
  useEffect(() => {
    if (label) document.title = `${label} - Staff - ${SITE.name}`;
  }, [label, pathname]);

  // A session can end in another tab. After signing in again, staff find the page with everything they had typed.
  const [last, setLast] = useState<StaffMemberDto | null>(null);
  const [signInCount, setSignInCount] = useState(0);
  const member = session.isPending ? null : (session.data ?? last);
  if (member !== last) setLast(member);

  if (session.isPending) return <Spinner label="Loading" className="m-8 size-8" />;
  if (session.isError && session.data === undefined) {
    return (
      <main className="wrap py-8">
        <ErrorState headingLevel={1} onRetry={() => session.refetch()} retrying={session.isFetching}>
          {errorMessage(session.error)}
        </ErrorState>
      </main>
    );
  }
  const countSignIn = () => setSignInCount((count) => count + 1);
  if (session.data?.passwordIsOneTime) return <ChoosePassword onSignedIn={countSignIn} />;
  return (
    <>
      {!session.data && <SignIn last={member} onSignedIn={countSignIn} />}
      {member && !member.passwordIsOneTime && (
        <Activity mode={session.data ? 'visible' : 'hidden'}>
          <Console key={member.id} member={member} signInCount={signInCount} />
        </Activity>
      )}
    </>
  );
}

interface ConsoleSection {
  to: string;
  label: string;
  /** The role that may see it, besides administrators. Without one, all staff may. */
  role?: StaffRole;
}

/** Navigation, in the order of the work. */
const NAVIGATION: readonly ConsoleSection[] = [
  { to: paths.staff.queue, label: 'Review queue', role: 'reviewer' },
  { to: paths.staff.problemReports, label: 'Reported problems', role: 'reviewer' },
  { to: paths.staff.brandRequests, label: 'Brand requests', role: 'reviewer' },
  { to: paths.staff.brands, label: 'Brands', role: 'reviewer' },
  { to: paths.staff.names, label: 'Names to explain', role: 'reviewer' },
  { to: paths.staff.rules, label: 'Rules', role: 'reviewer' },
  { to: paths.staff.changes, label: 'Second person', role: 'reviewer' },
  { to: paths.staff.articles, label: 'Articles', role: 'editor' },
  { to: paths.staff.subscribers, label: 'Subscribers', role: 'editor' },
  { to: paths.staff.newsletter, label: 'Newsletter', role: 'editor' },
  { to: paths.staff.messages, label: 'Messages', role: 'editor' },
  { to: paths.staff.mail, label: 'Email', role: 'editor' },
  { to: paths.staff.labs, label: 'Partner labs', role: 'administrator' },
  { to: paths.staff.labIncidents, label: 'Lab incidents', role: 'administrator' },
  { to: paths.staff.notices, label: 'Notices', role: 'administrator' },
  { to: paths.staff.privacy, label: 'Privacy', role: 'administrator' },
  { to: paths.staff.auditLog, label: 'Audit log', role: 'reviewer' },
  { to: paths.staff.accounts, label: 'Accounts', role: 'administrator' },
];

const ACCOUNT: ConsoleSection = { to: paths.staff.account, label: 'Your account' };

const isPermitted = ({ role }: ConsoleSection, roles: readonly StaffRole[]) =>
  role === undefined || roles.includes(role) || roles.includes('administrator');

/** The section that a path belongs to. The queue is at the console's root, and its submissions are next to it. */
function sectionAt(pathname: string): ConsoleSection | undefined {
  const address = `${pathname.replace(/\/$/, '')}/`;
  const isBelow = ({ to }: ConsoleSection) =>
    to === paths.staff.queue
      ? address === `${to}/` || address.startsWith(paths.staff.submission(''))
      : address.startsWith(`${to}/`);
  return [...NAVIGATION, ACCOUNT].find(isBelow);
}

function Console({ member, signInCount }: { member: StaffMemberDto; signInCount: number }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const main = useFocusOnNavigation(signInCount);
  useScrollRestoration();
  const { pathname } = useLocation();
  const menu = useMenu();
  const signOut = useMutation({
    ...signOutMutation(),
    onSuccess: () => {
      queryClient.clear();
      navigate(paths.staff.queue);
    },
    onError: (error) =>
      toast({ title: 'You are still signed in', description: errorMessage(error), variant: 'destructive' }),
  });
  const permitted = NAVIGATION.filter((part) => isPermitted(part, member.roles));
  const part = sectionAt(pathname);
  const first = permitted[0]?.to ?? paths.staff.account;
  // Staff without the reviewer role start at the first page they may see.
  if (pathname.replace(/\/$/, '') === paths.staff.queue && first !== paths.staff.queue) {
    return <Navigate to={first} replace />;
  }
  return (
    <>
      <SkipLink />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from its children */}
      <header onKeyDown={menu.closeOnEscape} className="border-b border-rule bg-surface print:hidden">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-6">
          <Link to={paths.home} className="py-3 no-underline" aria-label={`${SITE.name}, the public site`}>
            <Wordmark name={SITE.name} />
          </Link>
          <MenuToggle ref={menu.toggle} className="lg:hidden" />
          <div className={`${MENU} w-full border-t border-rule py-2 lg:contents`}>
            <p className="flex items-center gap-3 text-sm">
              <NavLink to={paths.staff.account} className={navLink}>
                {member.name}
              </NavLink>
              <Button variant="quiet" size="sm" pending={signOut.isPending} onClick={() => signOut.mutate({})}>
                Sign out
              </Button>
            </p>
            <nav aria-label="Staff" className="w-full border-rule lg:border-t">
              <ul className="flex flex-col gap-x-5 whitespace-nowrap lg:flex-row lg:flex-wrap">
                {permitted.map(({ to, label }) => (
                  <li key={to}>
                    <NavLink to={to} end={to === paths.staff.queue} className={navLink}>
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="wrap min-h-[70vh] py-8">
        {part && !isPermitted(part, member.roles) ? <NotPermitted part={part} /> : <Outlet />}
      </main>
      <footer className="wrap border-t border-rule py-6">
        <ThemeToggle />
      </footer>
    </>
  );
}

function NotPermitted({ part: { label, role } }: { part: ConsoleSection }) {
  return (
    <EmptyState headingLevel={1} title={label}>
      {role === 'administrator'
        ? 'Only administrators can see this page. '
        : `You need the ${role} role to see this page. An administrator can give it to you. `}
      <TextLink to={paths.staff.account}>See your roles</TextLink>
    </EmptyState>
  );
}
