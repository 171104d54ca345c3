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
    <dl className={cx(rows ? 'data-rows' : 'data-columns', className)}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
