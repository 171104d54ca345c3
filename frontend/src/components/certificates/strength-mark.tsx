import type { DoseLevel } from '../../api/generated/types.gen';
import { cx } from '../../ui/cx';
import { isStrong, STRENGTH_WORDS } from './strength-words';

/** How many of the five bars are filled. */
const BARS: Record<DoseLevel, number> = { none: 0, micro: 1, low: 2, moderate: 3, high: 4, very_high: 5 };

const bars = (count: number) =>
  Array.from({ length: count }, (_, bar) => `M${2 + bar * 4} ${17 - bar * 3}h3V21h-3Z`).join('');

/** Bars that grow, as many filled as the drink is strong: the shape says what the color says. */
export function StrengthIcon({ level, className = 'size-5' }: { level: DoseLevel; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('strength-icon', level, className)}>
      <path d={bars(5)} />
      <path d={bars(BARS[level])} className="full" />
    </svg>
  );
}

/** Marks an amount that the calculator calls high for a beginner, on every can the same; nothing otherwise. */
export function StrengthMark({ level }: { level: DoseLevel | null }) {
  if (level === null || !isStrong(level)) return null;
  return (
    <span className={cx('label-mark', level === 'very_high' ? 'text-clay' : 'text-citrus-ink')}>
      <StrengthIcon level={level} className="size-3.5" />
      {STRENGTH_WORDS[level].toLowerCase()}
    </span>
  );
}
