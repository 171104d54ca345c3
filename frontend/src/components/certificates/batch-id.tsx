import { Fragment } from 'react';
import { cx } from '../../ui/cx';

/** A batch ID. Long ones may wrap after their own separators, which does not change what is copied. */
export function BatchId({ children, className }: { children: string; className?: string }) {
  const parts = children.split(/(?<=[-/_.#:\s])/);
  return (
    <span translate="no" className={cx('batch-id', className)}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of an ID have no other key
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
