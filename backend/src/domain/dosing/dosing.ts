import {
  adjustedMg,
  type DoseLevel,
  doseLevelOf,
  isNoMoreToday,
  STARTING_RANGES,
  type StartingRange,
} from '../shared/dose-level.js';
import { type ExplainedDose, type Reason, reasonsFor, startingRangeReason } from './dose-reasons.js';
import { checkDoseRequest, type DoseRequest } from './dose-request.js';
import {
  bannersFor,
  drivingAdvice,
  EFFECTS_DESCRIPTIONS,
  EXPECTED_EFFECTS,
  metabolismNote,
  moreAdvice,
  notesFor,
  possibleSideEffects,
  rangeText,
} from './dose-text.js';
import { type ActiveLevel, type DoseTiming, doNotDriveMinutes, timingOf, waitBeforeMoreMinutes } from './timing.js';

/** The part of a result about times; all null at level `none`. */
interface TimingFields {
  /** When effects may first be felt after finishing the drink, as text: "30 to 90 minutes". */
  readonly onsetTime: string | null;
  /** When effects may be strongest after finishing the drink, as text: "1¼ to 3 hours". */
  readonly peakTime: string | null;
  /** How long effects may last, as text: "4 to 7 hours". */
  readonly duration: string | null;
  /** The same three in minutes. */
  readonly timing: DoseTiming | null;
  /** Advice about having more, as a sentence. Show this, not `waitBeforeMoreMinutes`. */
  readonly moreAdvice: string | null;
  /** Minutes, 120 or more. Do not show it at `high` and `very_high`. [source:dose-no-more-today] */
  readonly waitBeforeMoreMinutes: number | null;
  /** Minutes, 480 or more. */
  readonly doNotDriveMinutes: number | null;
  /** The sentence that goes with `doNotDriveMinutes`. */
  readonly drivingAdvice: string | null;
}

/** What an amount may be like: general education, not advice. Wire names (decision 0036). */
export interface DoseResult extends TimingFields {
  readonly doseLevel: DoseLevel;
  readonly effectsDescription: string;
  readonly expectedEffects: readonly string[];
  readonly possibleSideEffects: readonly string[];
  readonly metabolismNote: string;
  /** True at `high` and `very_high`: nothing shown may suggest a time for more. [source:dose-no-more-today] */
  readonly noMoreToday: boolean;
  /** The amount in mg that determined the level: as entered, or up to 10% more below 150 lb. */
  readonly adjustedMg: number;
  /** Suggested range for a person of this experience; does not depend on the amount entered. */
  readonly startingRange: StartingRange;
  /** Warnings for amounts that are large for anyone: none up to 10 mg, one above 10 mg, two above 20 mg. */
  readonly banners: readonly string[];
  /** Warnings shown with every result. */
  readonly notes: readonly string[];
  /** Explains the result, one entry per rule. */
  readonly reasons: readonly Reason[];
}

const NO_TIMING: TimingFields = {
  onsetTime: null,
  peakTime: null,
  duration: null,
  timing: null,
  moreAdvice: null,
  waitBeforeMoreMinutes: null,
  doNotDriveMinutes: null,
  drivingAdvice: null,
};

/**
 * Estimates what an amount of THC in a drink may be like for a person. Deterministic: it has no state and reads no clock.
 * @throws InvalidInput with one entry per invalid field. [source:dose-inputs]
 */
export function calculateDose(request: DoseRequest): DoseResult {
  checkDoseRequest(request);
  const mg = adjustedMg(request.thcAmount, request.bodyWeight);
  const level = doseLevelOf(request.thcAmount, mg, request.experience);
  return {
    doseLevel: level,
    effectsDescription: EFFECTS_DESCRIPTIONS[level],
    expectedEffects: EXPECTED_EFFECTS[level],
    possibleSideEffects: possibleSideEffects(level),
    metabolismNote: metabolismNote(request.stomachContents),
    noMoreToday: isNoMoreToday(level),
    adjustedMg: mg,
    startingRange: STARTING_RANGES[request.experience],
    banners: bannersFor(request.thcAmount),
    notes: notesFor(level),
    ...(level === 'none'
      ? { ...NO_TIMING, reasons: [startingRangeReason(request.experience)] }
      : withTiming(request, mg, level)),
  };
}

function withTiming(request: DoseRequest, mg: number, level: ActiveLevel): TimingFields & Pick<DoseResult, 'reasons'> {
  const timing = timingOf(level, request.stomachContents);
  const explained: ExplainedDose = {
    request,
    adjustedMg: mg,
    level,
    timing,
    waitBeforeMoreMinutes: waitBeforeMoreMinutes(request.stomachContents),
    doNotDriveMinutes: doNotDriveMinutes(request.thcAmount, timing.duration),
  };
  return {
    onsetTime: rangeText(timing.onset),
    peakTime: rangeText(timing.peak),
    duration: rangeText(timing.duration),
    timing,
    moreAdvice: moreAdvice(level, explained.waitBeforeMoreMinutes),
    waitBeforeMoreMinutes: explained.waitBeforeMoreMinutes,
    doNotDriveMinutes: explained.doNotDriveMinutes,
    drivingAdvice: drivingAdvice(explained.doNotDriveMinutes),
    reasons: reasonsFor(explained),
  };
}
