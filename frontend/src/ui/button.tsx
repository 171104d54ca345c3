import { Children, type ComponentProps, cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANTS;
  /** `sm` has smaller text and padding; the target stays 44px high. */
  size?: 'sm' | 'md' | 'lg';
  /** Renders the only child (a link) with the button's look. Cannot be combined with `pending`. */
  asChild?: boolean;
  /** While pending, the button keeps its focus and width, shows `pendingText` and ignores clicks. */
  pending?: boolean;
  pendingText?: string;
  icon?: ReactNode;
  iconAfter?: ReactNode;
}

const BASE =
  'relative inline-flex min-h-11 max-w-full items-center justify-center gap-2 rounded-md border text-center font-medium no-underline transition-colors duration-150 aria-busy:cursor-progress disabled:cursor-default disabled:opacity-55 print:hidden';

const SIZES = {
  sm: 'px-3 py-1.5 text-sm',
  md: 'px-4 py-2 text-base',
  lg: 'min-h-13 px-6 py-3 text-base',
};

const VARIANTS = {
  primary: 'border-pine bg-pine text-on-pine enabled:hover:border-pine-strong enabled:hover:bg-pine-strong',
  secondary: 'border-edge bg-surface text-ink enabled:hover:border-pine enabled:hover:bg-pine-soft',
  quiet: 'border-transparent bg-transparent text-pine enabled:hover:bg-pine-soft enabled:hover:text-pine-strong',
  destructive: 'border-clay bg-clay text-on-clay enabled:hover:border-clay-strong enabled:hover:bg-clay-strong',
};

// `enabled:` never matches a link, so links get the hover without it.
const linkVariant = (look: string) => look.replaceAll('enabled:hover:', 'hover:');

export function Button({
  variant = 'primary',
  size = 'md',
  asChild = false,
  pending = false,
  pendingText,
  icon,
  iconAfter,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = cx(BASE, SIZES[size], className);

  if (asChild) {
    const link = Children.only(children) as ReactElement<ComponentProps<'a'>>;
    const className = cx(look, linkVariant(VARIANTS[variant]), link.props.className);
    const props = { ...rest, onClick, ...link.props, className } as ComponentProps<'a'>;
    return cloneElement(link, props, icon, link.props.children, iconAfter);
  }

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      aria-disabled={pending || undefined}
      {...rest}
      type={type}
      onClick={press}
      aria-busy={pending || undefined}
      // Without scripts only a form's button does something.
      className={cx(look, VARIANTS[variant], pending && 'opacity-90', type === 'button' && 'noscript:hidden')}
    >
      {icon}
      {pendingText ? (
        // Both labels share one grid cell, so the button is as wide as the longer one from the start.
        <span className="grid min-w-0">
          <span
            aria-hidden={pending || undefined}
            className={cx('col-start-1 row-start-1 min-w-0', pending && 'invisible')}
          >
            {children}
          </span>
          <span
            aria-hidden={!pending || undefined}
            className={cx('col-start-1 row-start-1 min-w-0', !pending && 'invisible')}
          >
            {pendingText}
          </span>
        </span>
      ) : (
        children
      )}
      {iconAfter}
    </button>
  );
}
