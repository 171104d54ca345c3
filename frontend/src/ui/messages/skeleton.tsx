import type { ReactNode } from 'react';
import { cx } from '../cx';

const skeletonBox = 'animate-breathe rounded-sm bg-rule';

/** Must have the exact size of the content it replaces. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block', skeletonBox, className)} />;
}

/** Lines of text in the surrounding font size; the last one is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
        <span key={line} className="flex h-[1lh] items-center">
          <span className={cx('block h-[0.7em]', skeletonBox, line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
        </span>
      ))}
    </span>
  );
}

const WIDTHS = ['w-24', 'w-32', 'w-20', 'w-16', 'w-28'];

/** Rows for a `.data-table` body. */
export function SkeletonRows({ rows = 8, columns }: { rows?: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
        <td key={column}>
          <span aria-hidden="true" className="flex h-[1lh] items-center">
            <span className={cx('block h-[0.7em] max-w-full', skeletonBox, WIDTHS[(row + column) % WIDTHS.length])} />
          </span>
        </td>
      ))}
    </tr>
  ));
}

/** Wraps skeletons and announces once that something is loading. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
