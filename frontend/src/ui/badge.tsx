import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';

export type BadgeTone = 'neutral' | 'pine' | 'leaf' | 'citrus' | 'clay';

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: BadgeTone;
  icon?: ReactNode;
}

const TONES: Record<BadgeTone, string> = {
  neutral: 'border-rule bg-surface text-ink-soft',
  pine: 'border-transparent bg-pine-soft text-pine',
  leaf: 'border-transparent bg-leaf-soft text-leaf',
  citrus: 'border-transparent bg-citrus-soft text-citrus-ink',
  clay: 'border-transparent bg-clay-soft text-clay',
};

export function Badge({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex items-center gap-1 rounded-sm border px-2 py-0.5 text-xs font-medium',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
