import { Button } from './button';
import { cx } from './cx';
import { MutationError } from './mutation-error';

export interface ShowMoreProps {
  onClick: () => void;
  busy?: boolean;
  text?: string;
  busyText?: string;
  /** E.g. `50 of 1,000+`. Announced when it changes. */
  progress?: string;
  /** Why the last load failed; rows already shown stay. */
  error?: unknown;
  className?: string;
}

export function ShowMore({
  onClick,
  busy = false,
  text = 'Show more',
  busyText = 'Loading…',
  progress,
  error,
  className,
}: ShowMoreProps) {
  return (
    <div className={cx('flex flex-col items-center gap-2 print:hidden', className)}>
      {progress ? (
        <p role="status" className="text-sm text-ink-soft">
          {progress}
        </p>
      ) : null}
      <MutationError error={error} />
      <Button variant="secondary" onClick={onClick} pending={busy} pendingText={busyText}>
        {text}
      </Button>
    </div>
  );
}
