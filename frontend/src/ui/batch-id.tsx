import { Fragment } from 'react';
import { cx } from './cx';

/** A batch code. Long ones break after their own separators; a copied code stays as it was. */
export function BatchId({ children, className }: { children: string; className?: string }) {
  const parts = children.split(/(?<=[-/_.#:\s])/);
  return (
    <span translate="no" className={cx('font-mono text-[0.92em] wrap-anywhere', className)}>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a code have no identity but their place
        <Fragment key={place}>
          {place > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
