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
    <details {...rest} open={defaultOpen} className={cx('fold', look === 'rule' && 'border-b border-rule', className)}>
      <summary>
        <span className="min-w-0">{summary}</span>
        <ChevronDownIcon />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
