import type { ReactNode } from 'react';
import { Button } from '../button';
import { WarningIcon } from '../icons';
import { EmptyState } from './empty-state';

export interface ErrorStateProps {
  title?: ReactNode;
  /** What the user can do about it. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** More actions, after the retry button. */
  actions?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}

export function ErrorState({
  title = "We couldn't load this",
  children = 'Check your connection and try again.',
  onRetry,
  retrying = false,
  actions,
  headingLevel,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        headingLevel={headingLevel}
        icon={<WarningIcon className="size-8 text-clay" />}
        actions={
          onRetry || actions ? (
            <>
              {onRetry ? (
                <Button variant="secondary" onClick={onRetry} pending={retrying} pendingText="Trying…">
                  Try again
                </Button>
              ) : null}
              {actions}
            </>
          ) : undefined
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
