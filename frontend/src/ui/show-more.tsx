import { Button } from './button';
import { standaloneLink } from './link-styles';
import { MutationError } from './messages/mutation-error';

interface ShowMoreProps {
  onClick: () => void;
  busy: boolean;
  /** E.g. `50 of 1,000+`. Announced when it changes. */
  progress?: string;
  /** Why the last load failed; rows already shown stay. */
  error?: unknown;
  /** A page with the rows that come next, for browsers without JavaScript. Without it, they have no more rows. */
  href?: string;
}

export function ShowMore({ onClick, busy, progress, error, href }: ShowMoreProps) {
  return (
    <div className="flex flex-col items-center gap-2 print:hidden">
      {progress ? (
        <p role="status" className="text-sm text-ink-soft">
          {progress}
        </p>
      ) : null}
      <MutationError error={error} />
      <Button variant="secondary" onClick={onClick} pending={busy} pendingText="Loading…">
        Show more
      </Button>
      {href !== undefined && (
        <a href={href} className={`${standaloneLink} hidden noscript:inline-flex`}>
          Next page
        </a>
      )}
    </div>
  );
}
