import type { ReactNode } from 'react';

/** First element of the page. The target needs `tabIndex={-1}` to take the focus. */
export function SkipLink({
  targetId = 'main',
  children = 'Skip to content',
}: {
  targetId?: string;
  children?: ReactNode;
}) {
  return (
    <a href={`#${targetId}`} className="skip-link print:hidden">
      {children}
    </a>
  );
}
