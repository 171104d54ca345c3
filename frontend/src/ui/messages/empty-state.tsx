import type { ReactNode } from 'react';

export interface EmptyStateProps {
  title: ReactNode;
  /** What happened, in a sentence. */
  children?: ReactNode;
  /** One or two buttons or links that lead on. */
  actions?: ReactNode;
  icon?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}

export function EmptyState({ title, children, actions, icon, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="mx-auto flex max-w-text flex-col items-center px-4 py-10 text-center">
      {icon ? <span className="mb-4 text-ink-soft">{icon}</span> : null}
      <Heading className={headingLevel === 1 ? undefined : 'text-xl'}>{title}</Heading>
      {children != null ? <div className="mt-2 text-ink-soft">{children}</div> : null}
      {actions != null ? <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div> : null}
    </div>
  );
}
