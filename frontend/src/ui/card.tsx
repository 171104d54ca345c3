import { Slot } from 'radix-ui/slot';
import type { ReactNode } from 'react';
import { cx } from './cx';

/** Gives its only child, a link, the look of a card. Use `Panel` for anything else that needs a background. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Slot
      className={cx(
        'group flex min-w-0 flex-col rounded-lg border border-rule bg-surface p-5 text-ink no-underline transition-[border-color,box-shadow] duration-150 hover:border-pine hover:shadow-raised sm:p-6',
        className,
      )}
    >
      {children}
    </Slot>
  );
}

/** The card's heading; it reacts to hovering the card. */
export const cardTitle = 'text-xl group-hover:text-pine group-hover:underline decoration-1 underline-offset-[0.2em]';
