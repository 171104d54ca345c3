import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { type Location, matchPath, Navigate, Outlet, useLocation } from 'react-router';
import {
  getAgeVerificationStatusOptions,
  getAgeVerificationStatusQueryKey,
  verifyAgeMutation,
} from '../api/generated/@tanstack/react-query.gen';
import { LanguageSwitch, ReviewNote } from '../components/language';
import { TextLink } from '../components/links';
import { HelpNumbers } from '../components/safety/help-numbers';
import { useSiteTexts } from '../components/site-texts';
import { useLanguage } from '../hooks/use-language';
import { PAGES } from '../pages';
import { paths } from '../paths';
import { SITE } from '../site';
import { Button } from '../ui/button';
import { Notice } from '../ui/messages/notice';
import { Spinner } from '../ui/messages/spinner';
import { Wordmark } from '../ui/wordmark';

/** Where the exit link for visitors under 21 leads. */
const EXIT_URL = 'https://www.google.com/';

/**
 * Covers the page until the visitor has confirmed their age. The page below is inert: it can't be read by assistive
 * technology, focused or clicked. Pages that safety, the law or an email needs open without the gate.
 */
export function AgeGate() {
  const status = useQuery(getAgeVerificationStatusOptions());
  const location = useLocation();
  const isVerified = status.data?.verified === true;
  const language = useLanguage();
  // The server wrote the language of the first page.
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (isGatePath(location) && isVerified) return <Navigate to={nextOf(location)} replace />;
  const isOpen = isVerified || opensWithoutGate(location);
  return (
    <>
      <div inert={!isOpen} className={isOpen ? undefined : 'print:hidden'}>
        <Outlet />
      </div>
      {!isOpen && (
        <div className="gate" data-dialog-open>
          {status.isPending ? (
            <div className="grid min-h-full place-items-center">
              <Waiting />
            </div>
          ) : (
            <Gate unreachable={status.isError} />
          )}
        </div>
      )}
    </>
  );
}

const Waiting = () => <Spinner label={useSiteTexts().frame.loading} />;

/** The server decides the same way, from the same table (backend/src/modules/site/noscript.ts). */
const opensWithoutGate = ({ pathname, search }: Location) =>
  search === `?${SITE.emailMark}` || PAGES.some(({ path, gated }) => gated === false && matchPath(path, pathname));

const isGatePath = ({ pathname }: Location) => GATE_PATHS.includes(pathname);
const GATE_PATHS = PAGES.filter(({ name }) => name === 'ageGate' || name === 'ageGateEs').map(({ path }) => path);

/** The page that the gate's own address leads to: one of this site, or home (backend/src/platform/http/local-path.ts). */
function nextOf({ search }: Location): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const origin = 'http://here.invalid';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return paths.home;
  const url = new URL(next, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : paths.home;
}

function Gate({ unreachable }: { unreachable: boolean }) {
  const queryClient = useQueryClient();
  const frame = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, search } = useLocation();
  const language = useLanguage();
  const { gate } = useSiteTexts();
  // The visitor may have scrolled the server's page, or moved the focus, before its scripts ran.
  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  const enter = useMutation({
    ...verifyAgeMutation(),
    onSuccess: (answer) => {
      queryClient.setQueryData(getAgeVerificationStatusQueryKey(), answer);
      document.getElementById('main')?.focus({ preventScroll: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate({ body: { verified: true } });
  };

  return (
    <main ref={frame}>
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <Wordmark name={SITE.name} />
        <LanguageSwitch instead={paths.spanishAgeGate(pathname + search)} />
      </div>
      {/* First, so that help needs no scrolling on any phone. */}
      <div className="gate-help">
        <TextLink
          to={paths.emergencyIn(language)}
          reloadDocument={language === 'es'}
          className="inline-flex min-h-11 items-center font-semibold text-clay"
        >
          {gate.help}
        </TextLink>
        <HelpNumbers />
      </div>
      <div className="my-auto stack gap-5 py-6">
        <h1 ref={heading} tabIndex={-1}>
          {gate.title}
        </h1>
        <p className="text-lg">{gate.text}</p>
        <Notice tone="caution" title={gate.warningTitle}>
          {gate.warning}
        </Notice>
        <p className="text-sm text-ink-soft">{gate.confirmation}</p>
        {(enter.isError || unreachable) && (
          <Notice tone="danger" title={gate.failedTitle} role="alert">
            {gate.failed}
          </Notice>
        )}
      </div>
      {/* Works before scripts have loaded, and without them. */}
      <form method="post" action={paths.ageGate} onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
        <input type="hidden" name="next" value={pathname + search} />
        <Button type="submit" size="lg" variant="secondary" pending={enter.isPending} pendingText={gate.entering}>
          {gate.enter}
        </Button>
        <Button size="lg" variant="secondary" asChild>
          <a href={EXIT_URL} rel="noreferrer">
            {gate.exit}
          </a>
        </Button>
      </form>
      <ReviewNote className="mt-6" />
    </main>
  );
}
