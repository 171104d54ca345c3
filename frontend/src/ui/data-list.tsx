import type { ReactNode } from 'react';
import { cx } from './cx';

export interface DataListProps {
  items: readonly { label: string; value: ReactNode }[];
  /** `rows`: label next to value, with hairlines; `stacked`: label above value, in columns on wide screens. */
  look?: 'rows' | 'stacked';
  className?: string;
}

export function DataList({ items, look = 'rows', className }: DataListProps) {
  const rows = look === 'rows';
  return (
    <dl
      className={cx(
        rows ? 'flex flex-col' : 'grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-6 gap-y-4',
        className,
      )}
    >
      {items.map(({ label, value }) => (
        <div
          key={label}
          className={
            rows
              ? 'grid grid-cols-[minmax(6rem,2fr)_3fr] items-baseline gap-x-4 border-b border-rule py-2.5 first:pt-0 last:border-b-0 last:pb-0'
              : 'min-w-0'
          }
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className={cx('min-w-0 wrap-anywhere', !rows && 'font-medium')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
