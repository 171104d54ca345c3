import type { ComponentProps } from 'react';
import { cx } from './cx';

/** Codes and URLs in running text. */
export function Mono({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={cx('mono', className)} />;
}
