import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { ChevronDownIcon } from './icons';

export interface CollapsibleProps extends Omit<ComponentProps<'details'>, 'open'> {
  summary: ReactNode;
  defaultOpen?: boolean;
  /** `rule` draws hairlines between neighbors (FAQ); `plain` draws none. */
  look?: 'rule' | 'plain';
}

/** Native `<details>`: works without JavaScript, and find-in-page opens it. */
export function Collapsible({ summary, defaultOpen, look = 'rule', className, children, ...rest }: CollapsibleProps) {
  return (
    <details
      {...rest}
      open={defaultOpen}
      className={cx('group/fold', look === 'rule' && 'border-b border-rule', className)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-3 font-medium hover:text-pine">
        <span className="min-w-0">{summary}</span>
        <ChevronDownIcon className="size-5 text-ink-soft transition-transform duration-150 group-open/fold:rotate-180 print:hidden" />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
