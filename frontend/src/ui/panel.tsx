import type { ComponentProps } from 'react';
import { cx } from './cx';

export interface PanelProps extends ComponentProps<'div'> {
  /** `soft` groups content without a border. */
  tone?: 'surface' | 'soft';
  as?: 'div' | 'section' | 'aside' | 'article';
}

export function Panel({ tone = 'surface', as: Root = 'div', className, ...rest }: PanelProps) {
  return (
    <Root
      {...rest}
      className={cx(
        'min-w-0 rounded-lg border p-4 sm:p-6',
        tone === 'soft' ? 'border-transparent bg-pine-soft' : 'border-rule bg-surface',
        className,
      )}
    />
  );
}
