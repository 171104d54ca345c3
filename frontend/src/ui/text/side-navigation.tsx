import type { ReactNode, Ref } from 'react';
import { cx } from '../cx';
import { ChevronDownIcon } from '../icons';

interface SideNavigationProps {
  label: string;
  /** Items of a list; `contents-link` is the look of their links. */
  children: ReactNode;
  list?: Ref<HTMLOListElement>;
  className?: string;
  listClassName?: string;
}

/** Links beside a text: behind `<details>` on small screens, in the margin on wide ones. */
export function SideNavigation({ label, children, list, className, listClassName }: SideNavigationProps) {
  return (
    <nav aria-label={label} className={cx('border-y border-rule lg:border-0 print:hidden', className)}>
      <details className="group/contents peer/contents lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 font-medium">
          {label}
          <ChevronDownIcon className="size-5 text-ink-soft transition-transform duration-150 group-open/contents:rotate-180" />
        </summary>
      </details>
      <p aria-hidden="true" className="hidden ps-4 pb-2 text-sm font-semibold lg:block">
        {label}
      </p>
      <ol
        ref={list}
        className={cx(
          'mb-4 hidden border-s border-rule text-sm peer-open/contents:block lg:mb-0 lg:block',
          listClassName,
        )}
      >
        {children}
      </ol>
    </nav>
  );
}
