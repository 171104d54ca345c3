import { Slot } from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { cx } from './cx';

export interface CardProps extends ComponentProps<'a'> {
  /** Renders the only child (a router link) as the card. */
  asChild?: boolean;
}

/** A card is always one link. Use `Panel` for anything else that needs a background. */
export function Card({ asChild = false, className, ...rest }: CardProps) {
  const Root = asChild ? Slot : 'a';
  return (
    <Root
      {...rest}
      className={cx(
        'group flex min-w-0 flex-col rounded-lg border border-rule bg-surface p-5 text-ink no-underline transition-[border-color,box-shadow] duration-150 hover:border-pine hover:shadow-raised sm:p-6',
        className,
      )}
    />
  );
}

/** The card's heading; it reacts to hovering the card. */
export const cardTitle = 'text-xl group-hover:text-pine group-hover:underline decoration-1 underline-offset-[0.2em]';
