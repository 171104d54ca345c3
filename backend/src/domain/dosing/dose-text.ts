import { DOSE_LEVELS, type DoseLevel, isNoMoreToday } from '../shared/dose-level.js';
import type { StomachContents } from './dose-request.js';
import type { MinuteRange } from './timing.js';

/** A description of each level, in one or two sentences. [source:dose-texts] */
export const EFFECTS_DESCRIPTIONS: Readonly<Record<DoseLevel, string>> = {
  none: 'No THC entered.',
  micro: 'Often little or nothing is noticeable.',
  low: 'Many people notice mild changes in mood, senses or body. Some feel more.',
  moderate: 'Noticeable intoxication for most people. Attention, memory and coordination are affected.',
  high: 'This can be strong and unpleasant. Anxiety and poor coordination are common.',
  very_high: 'There is a high chance of distress or illness. This amount is not advised.',
};

/** What may be felt at each level. [source:dose-texts] */
export const EXPECTED_EFFECTS: Readonly<Record<DoseLevel, readonly string[]>> = {
  none: [],
  micro: ['You may feel slightly relaxed, or nothing at all.'],
  low: ['Your mood may lift a little.', 'You may feel lightly drowsy.', 'Tastes may seem stronger and sounds clearer.'],
  moderate: [
    'You may feel euphoric or heavy.',
    'Time may seem to pass differently.',
    'Your reactions may be slower.',
    'You may feel hungry.',
  ],
  high: ['You may be strongly intoxicated.', 'You may feel very drowsy.', 'Your memory may be impaired.'],
  very_high: ['You may be severely impaired.', 'You may be confused.'],
};

/** What each level adds to the side effects of those below it. [source:dose-texts, emergency-advice] */
const ADDED_SIDE_EFFECTS: Readonly<Record<DoseLevel, readonly string[]>> = {
  none: [],
  micro: ['Dry mouth'],
  low: ['Red eyes', 'Light-headedness', 'Sleepiness'],
  moderate: ['Fast heartbeat', 'Anxiety', 'Poor short-term memory'],
  high: ['Panic or paranoia', 'Nausea', 'Faintness'],
  very_high: ['Vomiting', 'Hallucinations', "Can't be woken? Call 911. For advice, call Poison Help at 1-800-222-1222"],
};

/** [source:dose-texts] */
const STOMACH_SENTENCES: Readonly<Record<StomachContents, string>> = {
  empty: 'On an empty stomach, you may feel it sooner and more sharply.',
  light: 'After a light meal, it may start later.',
  full: 'A meal, above all a fatty one, can delay it and make it last longer. A meal does not make it weaker.',
};

/** Shown at levels where having more later is an option. [source:dose-texts] */
const WAIT_NOTE = 'Some people feel nothing for 2 hours; wait, do not re-dose early.';
/** Shown at `high` and `very_high`; it does not hint at having more. [source:dose-no-more-today] */
const NO_MORE_NOTE = 'Some people feel nothing for 2 hours. That does not mean it is not working.';

/** [source:dose-texts, dose-warnings] */
const GENERAL_NOTES: readonly string[] = [
  'This is general education, not medical advice.',
  'If you take any medicine, ask a pharmacist before you mix it with THC.',
  'Do not use THC if you are pregnant, trying to get pregnant or breastfeeding.',
  'Avoid THC if you have heart disease, an irregular heartbeat or a past stroke.',
  'Avoid THC if you or your family have a history of psychosis or bipolar disorder.',
  'Labels can be off by 10% or more, so a drink may hold more or less THC than it says.',
];

/** Warnings shown with every result. Only the one about waiting depends on the level. [source:dose-texts] */
export function notesFor(level: DoseLevel): readonly string[] {
  return [isNoMoreToday(level) ? NO_MORE_NOTE : WAIT_NOTE, ...GENERAL_NOTES];
}

/** The side effects of a level and of every level below it. [source:dose-texts] */
export function possibleSideEffects(level: DoseLevel): readonly string[] {
  const upToLevel = DOSE_LEVELS.slice(0, DOSE_LEVELS.indexOf(level) + 1);
  return upToLevel.flatMap((each) => ADDED_SIDE_EFFECTS[each]);
}

/** How the body processes a swallowed dose, and how stomach and weight affect that. [source:dose-texts] */
export function metabolismNote(stomach: StomachContents): string {
  return [
    'Swallowed THC passes through the liver and becomes 11-hydroxy-THC, which is also intoxicating.',
    STOMACH_SENTENCES[stomach],
    'Body weight predicts effects poorly; we are slightly more cautious below 150 lb (about 68 kg).',
  ].join(' ');
}

/**
 * Banners for amounts that are large for anyone.
 * @param thcMg THC in mg as entered, not adjusted
 * [source:dose-texts]
 */
export function bannersFor(thcMg: number): readonly string[] {
  const banners: string[] = [];
  if (thcMg > 10) banners.push('More than 10 mg is more than one standard serving in most states.');
  if (thcMg > 20) banners.push('More than 20 mg is high for almost everyone.');
  return banners;
}

/**
 * Advice about having more: a waiting time, or at `high` and `very_high` not to.
 * @param waitMinutes whole hours
 * [source:dose-no-more-today]
 */
export function moreAdvice(level: DoseLevel, waitMinutes: number): string {
  if (isNoMoreToday(level)) return 'Do not have any more today.';
  return `Wait at least ${hoursText(waitMinutes)} hours before more.`;
}

/** The sentence that goes with a driving hold in minutes (whole hours). [source:dose-driving] */
export function drivingAdvice(holdMinutes: number): string {
  return `Do not drive for at least ${hoursText(holdMinutes)} hours and until you feel completely normal; never with alcohol.`;
}

/**
 * Formats a range: "30 to 90 minutes" if it starts below one hour, else "1¼ to 3 hours".
 * All times are multiples of 15 minutes. [source:dose-timing]
 */
export function rangeText(range: MinuteRange): string {
  return range.minMinutes < 60
    ? `${range.minMinutes} to ${range.maxMinutes} minutes`
    : `${hoursText(range.minMinutes)} to ${hoursText(range.maxMinutes)} hours`;
}

/** Formats minutes (a multiple of 15, at least 60) as hours: "8", "1¼". */
export function hoursText(minutes: number): string {
  const quarter = ['', '¼', '½', '¾'][(minutes % 60) / 15] ?? '';
  return `${Math.floor(minutes / 60)}${quarter}`;
}
