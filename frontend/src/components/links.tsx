import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Button, type ButtonProps } from '../ui/button';
import { cx } from '../ui/cx';
import { callLink, standaloneLink, textLink } from '../ui/link-styles';
import type { HelpLine } from './safety/help-lines';

/** A link inside running text. */
export const TextLink = ({ className, ...link }: LinkProps) => <Link {...link} className={cx(textLink, className)} />;

/** A standalone link with a full touch target. */
export const StandaloneLink = ({ className, ...link }: LinkProps) => (
  <Link {...link} className={cx(standaloneLink, className)} />
);

/** A link with the look of a button. */
export const ButtonLink = ({
  variant,
  size,
  icon,
  ...link
}: LinkProps & Pick<ButtonProps, 'variant' | 'size' | 'icon'>) => (
  <Button variant={variant} size={size} icon={icon} asChild>
    <Link {...link} />
  </Button>
);

/** A phone number inside running text. @param children instead of the number */
export const CallLink = ({ line, children = line.number }: { line: HelpLine; children?: ReactNode }) => (
  <a href={line.href} className={callLink}>
    {children}
  </a>
);
