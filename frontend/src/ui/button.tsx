import { Children, type ComponentProps, cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'quiet' | 'destructive';
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
  // In styles/controls.css: as utilities, they would be the longest text of many pages.
  const look = cx('button', size !== 'md' && `button-${size}`, `button-${variant}`, className);

  if (asChild) {
    const link = Children.only(children) as ReactElement<ComponentProps<'a'>>;
    const className = cx(look, link.props.className);
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
      className={cx(look, pending && 'opacity-90', type === 'button' && 'noscript:hidden')}
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
