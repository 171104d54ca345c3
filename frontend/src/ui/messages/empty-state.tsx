import type { ReactNode } from 'react';
import { cx } from '../cx';

export interface EmptyStateProps {
  title: ReactNode;
  /** What happened, in a sentence. */
  children?: ReactNode;
  /** One or two buttons or links that lead on. */
  actions?: ReactNode;
  icon?: ReactNode;
  headingLevel?: 1 | 2 | 3;
  className?: string;
}

export function EmptyState({ title, children, actions, icon, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={cx('mx-auto flex max-w-text flex-col items-center px-4 py-10 text-center', className)}>
      {icon ? <span className="mb-4 text-ink-soft">{icon}</span> : null}
      <Heading className={headingLevel === 1 ? undefined : 'text-xl'}>{title}</Heading>
      {children != null ? <div className="mt-2 text-ink-soft">{children}</div> : null}
      {actions != null ? <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div> : null}
    </div>
  );
}
