import { cx } from '../../ui/cx';
import { textLink } from '../../ui/link-styles';
import { useSiteTexts } from '../site-texts';
import { HELP_LINES, type HelpLine } from './help-lines';

/**
 * The three most urgent numbers, as small as a thumb allows: they stay on the first screen with text at 200%. Their
 * targets do not overlap, as those of numbers in running text do.
 */
export function HelpNumbers() {
  const { call911, poisonHelp, crisis } = useSiteTexts().frame.helpNumbers;
  const numbers: readonly [HelpLine, string][] = [
    [HELP_LINES.emergency, call911],
    [HELP_LINES.poisonHelp, `${poisonHelp} ${HELP_LINES.poisonHelp.number}`],
    [HELP_LINES.crisis, crisis],
  ];
  return (
    // On phones the last number always gets its own line. It nearly fits beside the others, so the page would shift when the font
    // loads.
    <p className="flex flex-wrap items-center gap-x-5 max-sm:*:last:basis-full">
      {numbers.map(([{ href }, label]) => (
        <a key={href} href={href} className={cx(textLink, 'inline-flex min-h-[44px] items-center font-medium')}>
          {label}
        </a>
      ))}
    </p>
  );
}
