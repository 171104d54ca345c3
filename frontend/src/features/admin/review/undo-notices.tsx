import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { focusShownPage } from '../../../hooks/use-focus-on-navigation';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { cx } from '../../../ui/cx';
import { CheckIcon, ClockIcon, StopIcon } from '../../../ui/icons';
import { textLink } from '../../../ui/link-styles';
import { useToastPosition } from '../../../ui/use-toast-position';
import { drafts } from './decision';
import { type PendingDecision, pendingDecisions } from './pending-decisions';
import { useShortcuts } from './shortcuts';

const SECOND_MS = 1000;

/** Wraps all staff pages, so that a decision can be undone wherever the reviewer goes next. */
export function Component() {
  const decisions = useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.getSnapshot);
  const navigate = useNavigate();
  const shown = useLocation();
  const isCounting = decisions.some(({ state }) => state === 'waiting' || state === 'sent');
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => pendingDecisions.tick(), SECOND_MS);
    return () => clearInterval(timer);
  }, [isCounting]);
  const isManyUnderWay = decisions.some(
    ({ state, items }) => items.length > 1 && (state === 'waiting' || state === 'sending'),
  );
  useEffect(() => {
    if (!isManyUnderWay) return;
    // Browsers limit the requests that outlive a page, so a page with many of them asks before it closes.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isManyUnderWay]);
  useEffect(() => {
    const leave = () => pendingDecisions.sendAll(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      // Outside the console a decision can't be undone, so waiting ones are sent.
      pendingDecisions.sendAll(false);
    };
  }, []);

  const undo = ({ key, address }: PendingDecision) => {
    // Rendered at once: the form that comes back takes the focus itself, which matters where no navigation follows.
    if (!flushSync(() => pendingDecisions.undo(key))) return;
    // After a decision the queue opens. While it does, React still shows the submission, but the address has changed.
    const { origin, pathname } = window.location;
    const target = new URL(address, origin).pathname;
    if (target === pathname) return;
    navigate(address);
    // Then the navigation ends where it began, and the layout moves no focus.
    if (target === shown.pathname) focusShownPage();
  };

  return (
    <>
      <Notices decisions={decisions} onUndo={undo} />
      <Outlet />
    </>
  );
}

interface NoticesProps {
  decisions: readonly PendingDecision[];
  onUndo: (decision: PendingDecision) => void;
}

/** Comes before the page in the DOM, one Shift+Tab from its heading, and is shown where it covers no control. */
function Notices({ decisions, onUndo }: NoticesProps) {
  const [isFocused, setFocused] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const isPaused = decisions.length > 0 && (isFocused || isPointedAt);
  const shown = decisions.map(({ key, state }) => `${key} ${state}`).join();
  const section = useToastPosition<HTMLElement>(shown || undefined, 'left');
  useEffect(() => pendingDecisions.setPaused(isPaused), [isPaused]);
  // Removing a focused or hovered element fires neither blur nor pointerleave, and the focus would be nowhere.
  const release = (act: () => void) => () => {
    setPointedAt(false);
    if (section.current?.contains(document.activeElement)) focusShownPage();
    act();
  };
  const last = decisions.findLast(({ state }) => state === 'waiting');
  useShortcuts({ u: last && release(() => onUndo(last)) });
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
            {decision.state === 'waiting' && (
              <Button size="sm" variant="secondary" onClick={release(() => onUndo(decision))}>
                Undo<span className="sr-only"> {decision.summary}</span>
              </Button>
            )}
            {decision.state === 'failed' && (
              <Button size="sm" variant="quiet" onClick={release(() => pendingDecisions.dismiss(decision.key))}>
                Dismiss<span className="sr-only"> {decision.summary}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoticeText({ decision, isPaused }: { decision: PendingDecision; isPaused: boolean }) {
  const { state, summary, secondsLeft, items, answered } = decision;
  const Icon = { waiting: ClockIcon, sending: ClockIcon, sent: CheckIcon, failed: StopIcon }[state];
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2 text-sm">
      <Icon className={cx('size-5', state === 'failed' ? 'text-clay' : 'text-leaf')} />
      <div className="min-w-0">
        <span className="block font-medium wrap-anywhere">{summary}</span>
        {state === 'waiting' && (
          // Hidden from screen readers, which would read out every second.
          <span className="text-ink-soft">
            <span className="sr-only">Sent in a few seconds</span>
            <span aria-hidden="true">{isPaused ? "Paused while you're here" : `Sent in ${secondsLeft} s`}</span>
          </span>
        )}
        {state === 'sending' && (
          <span className="text-ink-soft">
            Sending…{items.length > 1 && <span aria-hidden="true">{` ${answered} of ${items.length}`}</span>}
          </span>
        )}
        {state === 'sent' && <span className="text-ink-soft">Done</span>}
        {state === 'failed' && <Failures decision={decision} />}
      </div>
    </div>
  );
}

/** The submissions whose decision failed, and why. */
function Failures({ decision: { items, failures } }: { decision: PendingDecision }) {
  const [first] = failures;
  if (items.length === 1 && first) {
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
  return (
    <>
      <span>
        {items.length - failures.length} of {items.length} went through. These didn't:
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
