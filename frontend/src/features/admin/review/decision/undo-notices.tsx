import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { errorMessage, staffSession } from '../../../../api/api';
import { focusShownPage } from '../../../../hooks/use-focus-on-navigation';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import { CheckIcon, ClockIcon, StopIcon } from '../../../../ui/icons';
import { textLink } from '../../../../ui/link-styles';
import { toast } from '../../../../ui/messages/toast-store';
import { useToastPosition } from '../../../../ui/messages/use-toast-position';
import { useShortcuts } from '../queue/shortcuts';
import { drafts } from './decision';
import { pendingDecisions, type ShownDecision } from './pending-decisions';

const SECOND_MS = 1000;

/** How often the server is asked for more time: less than the minimum of five seconds. */
const KEEP_OPEN_MS = 3000;

/** Wraps all staff pages, so that a decision can be undone wherever the reviewer goes next. */
export function Component() {
  const decisions = useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.getSnapshot);
  const navigate = useNavigate();
  const shown = useLocation();
  useStoredDecisions(decisions.some(({ state }) => state !== 'failed'));

  const remove = async ({ key, outcomes }: ShownDecision) => {
    try {
      await pendingDecisions.undo(key);
    } catch (error) {
      toast({ title: "This wasn't undone", description: errorMessage(error), variant: 'destructive' });
      return void pendingDecisions.refresh();
    }
    // Rendered synchronously, because the form that reappears takes the focus itself if no navigation follows.
    const decidedAt = flushSync(() => pendingDecisions.remove(key));
    const [first, ...others] = outcomes;
    const address =
      decidedAt ?? (first && others.length === 0 ? paths.staff.submission(first.submissionId) : paths.staff.queue);
    // After a decision the queue opens. While it does, React still shows the submission, but the address has changed.
    const { origin, pathname } = window.location;
    const target = new URL(address, origin).pathname;
    if (target === pathname) return;
    navigate(address);
    // Then the navigation ends where it began, and the layout does not move the focus.
    if (target === shown.pathname) focusShownPage();
  };

  return (
    <>
      <Notices decisions={decisions} onUndo={remove} />
      <Outlet />
    </>
  );
}

/** Loads the reviewer's decisions, and polls them while they are pending. */
function useStoredDecisions(isMoving: boolean): void {
  const queryClient = useQueryClient();
  const { data: member } = useQuery(staffSession());
  const reviewer = member?.roles.some((role) => role === 'reviewer' || role === 'administrator') ? member : null;
  useEffect(() => {
    if (!reviewer) return;
    void pendingDecisions.open(reviewer);
    const onReturn = () => {
      if (document.visibilityState === 'visible') void pendingDecisions.refresh();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [reviewer]);
  useEffect(() => {
    if (!isMoving) return;
    const follow = async () => {
      // A decision changes the public lists, the queue and the brands' counts.
      if (await pendingDecisions.refresh()) void queryClient.invalidateQueries();
    };
    const timer = setInterval(follow, SECOND_MS);
    return () => clearInterval(timer);
  }, [isMoving, queryClient]);
}

interface NoticesProps {
  decisions: readonly ShownDecision[];
  onUndo: (decision: ShownDecision) => void;
}

/** Comes before the page in the DOM, one Shift+Tab from its heading, and is shown where it covers no control. */
function Notices({ decisions, onUndo }: NoticesProps) {
  const [isFocused, setFocused] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const isPaused = decisions.length > 0 && (isFocused || isPointedAt);
  const shown = decisions.map((decision) => `${decision.key} ${canUndo(decision)} ${decision.state}`).join();
  const section = useToastPosition<HTMLElement>(shown || undefined, 'left');
  useEffect(() => {
    if (!isPaused) return;
    const keepOpen = () => void pendingDecisions.keepOpen();
    keepOpen();
    const timer = setInterval(keepOpen, KEEP_OPEN_MS);
    return () => clearInterval(timer);
  }, [isPaused]);
  // Removing a focused or hovered element fires neither blur nor pointerleave, and the focus would be nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: something is removed when what is shown changes
  useEffect(() => {
    if (!section.current?.matches(':hover')) setPointedAt(false);
    if (!isFocused || section.current?.contains(document.activeElement)) return;
    setFocused(false);
    focusShownPage();
  }, [shown, isFocused]);
  const last = decisions.findLast(canUndo);
  useShortcuts({ u: last && (() => onUndo(last)) });
  return (
    <section
      ref={section}
      aria-label="Your decisions"
      data-outlives-page
      aria-live="polite"
      aria-atomic="false"
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      className="fixed bottom-4 left-4 z-40 w-[calc(100%-2rem)] sm:w-auto print:hidden"
    >
      <ul className="stack gap-2">
        {decisions.map((decision) => (
          <li
            key={decision.key}
            className={cx(
              'flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border bg-surface py-2 ps-4 pe-2 shadow-raised sm:max-w-md',
              decision.state === 'failed' ? 'border-clay' : 'border-edge',
            )}
          >
            <NoticeText decision={decision} isPaused={isPaused} />
            {canUndo(decision) && (
              <Button size="sm" variant="secondary" onClick={() => onUndo(decision)}>
                Undo<span className="sr-only"> {decision.summary}</span>
              </Button>
            )}
            {decision.state === 'failed' && (
              <Button size="sm" variant="quiet" onClick={() => pendingDecisions.dismiss(decision.key)}>
                Dismiss<span className="sr-only"> {decision.summary}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const canUndo = ({ state, secondsLeft }: ShownDecision) => state === 'waiting' && secondsLeft > 0;

function NoticeText({ decision, isPaused }: { decision: ShownDecision; isPaused: boolean }) {
  const { state, summary, secondsLeft, outcomes } = decision;
  const Icon = { waiting: ClockIcon, done: CheckIcon, failed: StopIcon }[state];
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2 text-sm">
      <Icon className={cx('size-5', state === 'failed' ? 'text-clay' : 'text-leaf')} />
      <div className="min-w-0">
        <span className="block font-medium wrap-anywhere">{summary}</span>
        {canUndo(decision) && (
          // Hidden from screen readers, which would read out every second.
          <span className="text-ink-soft">
            <span className="sr-only">Sent in a few seconds</span>
            <span aria-hidden="true">{isPaused ? "Paused while you're here" : `Sent in ${secondsLeft} s`}</span>
          </span>
        )}
        {state === 'waiting' && secondsLeft === 0 && <span className="text-ink-soft">Sending…</span>}
        {state === 'done' && <span className="text-ink-soft">Done</span>}
        {outcomes.some(({ problem }) => problem !== null) && <Failures decision={decision} />}
      </div>
    </div>
  );
}

/** The submissions whose decision failed, and why. */
function Failures({ decision: { state, outcomes } }: { decision: ShownDecision }) {
  const failures = outcomes.filter(({ problem }) => problem !== null);
  const [first] = failures;
  if (outcomes.length === 1 && first) {
    return (
      <span>
        This didn't go through. {first.problem}{' '}
        <Link to={paths.staff.submission(first.submissionId)} className={textLink}>
          Open the submission
        </Link>
        {drafts.has(first.submissionId) && '. Your text is still there.'}
      </span>
    );
  }
  const others = outcomes.length - failures.length;
  return (
    <>
      <span className="block">
        {others} of {outcomes.length}{' '}
        {state === 'waiting' ? "can be sent. These can't:" : "went through. These didn't:"}
      </span>
      <ul className="stack mt-1 max-h-48 gap-1 overflow-y-auto">
        {failures.map(({ submissionId, name, problem }) => (
          <li key={submissionId}>
            <Link to={paths.staff.submission(submissionId)} className={textLink}>
              {name}
            </Link>
            : {problem}
          </li>
        ))}
      </ul>
    </>
  );
}
