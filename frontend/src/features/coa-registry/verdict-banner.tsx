import type { VerdictDto, VerdictTone } from '../../api/generated/types.gen';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { cx } from '../../ui/cx';
import { CheckIcon, InfoIcon, StopIcon, WarningIcon } from '../../ui/icons';

const TONE_CLASSES: Record<
  VerdictTone,
  { Icon: typeof InfoIcon; ground: string; edge: string; ink: string; word: string }
> = {
  danger: { Icon: StopIcon, ground: 'bg-clay-soft', edge: 'border-clay', ink: 'text-clay', word: 'Warning' },
  caution: {
    Icon: WarningIcon,
    ground: 'bg-citrus-soft',
    edge: 'border-citrus',
    ink: 'text-citrus-ink',
    word: 'Take care',
  },
  neutral: { Icon: InfoIcon, ground: 'bg-surface', edge: 'border-edge', ink: 'text-ink-soft', word: 'In short' },
  good: { Icon: CheckIcon, ground: 'bg-leaf-soft', edge: 'border-leaf', ink: 'text-leaf', word: 'In short' },
};

/** The first element of a certificate page: what the result means for this can. The sentences come from the server. */
export function VerdictBanner({ verdict }: { verdict: VerdictDto }) {
  const { Icon, ground, edge, ink, word } = TONE_CLASSES[verdict.tone];
  return (
    <section
      aria-label="Verdict"
      // Backgrounds are not printed; the border keeps the warning visible.
      className={cx(
        'flex gap-3 rounded-md border-2 px-4 py-4 sm:gap-4 sm:px-5 print:border-ink print:py-2',
        ground,
        edge,
      )}
    >
      <Icon className={cx('mt-0.5 size-7', ink)} />
      <div className="stack min-w-0 flex-1 gap-2 print:gap-1">
        <p className="text-xl leading-snug font-semibold wrap-anywhere">
          <span className="sr-only">{word}: </span>
          {verdict.headline}
        </p>
        {verdict.details.length > 0 && (
          <ul className="stack gap-1 print:block print:text-sm">
            {verdict.details.map((sentence) => (
              <li key={sentence} className="wrap-anywhere print:me-2 print:inline">
                {sentence}
              </li>
            ))}
          </ul>
        )}
        {verdict.doNotDrink && <WhatToDo />}
      </div>
    </section>
  );
}

function WhatToDo() {
  return (
    <p>
      Take it back to the store, or throw it away where children and pets can’t reach it. Already had some?{' '}
      <TextLink to={paths.emergency} className="font-semibold">
        See what to do
      </TextLink>
      .
    </p>
  );
}
