import type { DoseLevel } from '../shared/dose-level.js';
import type { StomachContents } from './dose-request.js';

/** A range in whole minutes after finishing the drink, inclusive. */
export interface MinuteRange {
  readonly minMinutes: number;
  readonly maxMinutes: number;
}

/** When effects may first be felt (onset), when they may be strongest (peak), and how long they may last (duration). */
export interface DoseTiming {
  readonly onset: MinuteRange;
  readonly peak: MinuteRange;
  readonly duration: MinuteRange;
}

/** A level that has effects to time. */
export type ActiveLevel = Exclude<DoseLevel, 'none'>;

/** The times that depend on the stomach only, not on the amount. */
interface StomachTimes extends DoseTiming {
  readonly waitMinutes: number;
}

/** [source:dose-timing] */
const TIMES: Readonly<Record<StomachContents, StomachTimes>> = {
  empty: { onset: minutes(15, 60), peak: minutes(60, 150), duration: minutes(240, 360), waitMinutes: 120 },
  light: { onset: minutes(30, 90), peak: minutes(75, 180), duration: minutes(240, 420), waitMinutes: 180 },
  full: { onset: minutes(45, 120), peak: minutes(120, 240), duration: minutes(300, 480), waitMinutes: 240 },
};

/** Minutes added to the maximum duration. [source:dose-timing] */
const EXTRA_MINUTES: Readonly<Record<ActiveLevel, number>> = {
  micro: 0,
  low: 0,
  moderate: 60,
  high: 120,
  very_high: 240,
};

/** The longest duration ever shown. [source:dose-timing] */
const LONGEST_MINUTES = 720;

/** Up to this amount, in mg as entered, the shorter driving hold applies. [source:dose-driving] */
const SHORT_HOLD_UP_TO_MG = 18;
const SHORT_HOLD_MINUTES = 480;
const LONG_HOLD_MINUTES = 720;

/** Times for a level: onset and peak depend on the stomach alone; only the duration grows with the level. [source:dose-timing] */
export function timingOf(level: ActiveLevel, stomach: StomachContents): DoseTiming {
  const { onset, peak, duration } = TIMES[stomach];
  return { onset, peak, duration: durationAt(level, duration) };
}

/** The duration at a level: its maximum grows with the level, to 720 minutes at most. [source:dose-timing] */
export function durationAt(level: ActiveLevel, base: MinuteRange): MinuteRange {
  return minutes(base.minMinutes, Math.min(LONGEST_MINUTES, base.maxMinutes + EXTRA_MINUTES[level]));
}

/**
 * How long to wait before considering more, in minutes; the same for every amount. At `high` and `very_high` the advice
 * is to have no more at all, so don't show it there. [source:dose-timing]
 */
export function waitBeforeMoreMinutes(stomach: StomachContents): number {
  return TIMES[stomach].waitMinutes;
}

/**
 * How long not to drive, in minutes: 8 hours up to 18 mg and 12 hours above, and never less than effects may last.
 * @param thcMg THC in mg as entered, not adjusted
 * [source:dose-driving]
 */
export function doNotDriveMinutes(thcMg: number, duration: MinuteRange): number {
  const hold = thcMg <= SHORT_HOLD_UP_TO_MG ? SHORT_HOLD_MINUTES : LONG_HOLD_MINUTES;
  return Math.max(hold, duration.maxMinutes);
}

function minutes(minMinutes: number, maxMinutes: number): MinuteRange {
  return { minMinutes, maxMinutes };
}
