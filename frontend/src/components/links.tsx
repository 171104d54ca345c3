import { Fragment, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Button, type ButtonProps } from '../ui/button';
import { cx } from '../ui/cx';
import { callLink, standaloneLink, textLink } from '../ui/link-styles';
import { HELP_LINES, type HelpLine } from './safety/help-lines';

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

const LINES_IN_TEXTS = [HELP_LINES.emergency, HELP_LINES.poisonHelp, HELP_LINES.crisis];
const NUMBER_IN_TEXT = /\b(911|1-800-222-1222|988)\b/;

/** A text whose emergency numbers are call links. */
export const WithCallLinks = ({ text }: { text: string }) =>
  text.split(NUMBER_IN_TEXT).map((part, index) => {
    const line = LINES_IN_TEXTS.find(({ number }) => number === part);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    return line ? <CallLink key={index} line={line} /> : <Fragment key={index}>{part}</Fragment>;
  });
