import { cx } from '../../ui/cx';

/** How measured THC compares with the dose in the product name. */
export type LabelLevel = 'far_over' | 'over' | 'within' | 'under' | 'far_under' | 'not_stated';

const MARKS: Partial<Record<LabelLevel, { words: string; ink: string; arrows: string }>> = {
  far_over: { words: 'far above label', ink: 'text-clay', arrows: 'm3 6 3-3 3 3M3 9.5l3-3 3 3' },
  over: { words: 'above label', ink: 'text-citrus-ink', arrows: 'm3 7.5 3-3 3 3' },
  under: { words: 'below label', ink: 'text-citrus-ink', arrows: 'm3 4.5 3 3 3-3' },
  far_under: { words: 'far below label', ink: 'text-citrus-ink', arrows: 'm3 2.5 3 3 3-3M3 6l3 3 3-3' },
};

/**
 * Shows a deviation from the label: an arrow for the direction, two for a large deviation, and text. Nothing otherwise.
 */
export function LabelMark({ level, className }: { level: LabelLevel; className?: string }) {
  const mark = MARKS[level];
  if (!mark) return null;
  return (
    <span className={cx('label-mark', mark.ink, className)}>
      <svg viewBox="0 0 12 12" aria-hidden="true" className="icon">
        <path d={mark.arrows} />
      </svg>
      {mark.words}
    </span>
  );
}

export const statedDose = (statedMg: number | null) =>
  statedMg === null ? 'no dose stated' : `label ${statedMg}\u00a0mg`;

/** Whether a can contains more than its label says. Marks next to it are then not green. */
export const isOverLabel = (level: LabelLevel) => level === 'over' || level === 'far_over';
