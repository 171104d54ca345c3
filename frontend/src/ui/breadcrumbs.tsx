import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx';
import { ChevronRightIcon } from './icons';

export interface BreadcrumbsProps {
  /** Link elements, root first; give each a `key`. */
  links: readonly ReactElement[];
  /** The page itself, not a link. */
  current: ReactNode;
  className?: string;
}

export function Breadcrumbs({ links, current, className }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className={cx('print:hidden', className)}>
      <ol className="flex flex-wrap items-center gap-x-1 text-sm text-ink-soft [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:underline-offset-[0.2em] [&_a:hover]:text-ink [&_a:hover]:underline">
        {links.map((link) => (
          <li key={link.key} className="flex items-center gap-1">
            {link}
            <ChevronRightIcon className="size-4 text-edge" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 wrap-anywhere text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
