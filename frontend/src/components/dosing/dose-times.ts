import json from '../../../../content/dose-times.json' with { type: 'json' };

type Range = readonly [from: number, to: number];

interface StomachTimes {
  readonly onset: Range;
  readonly peak: Range;
  readonly duration: Range;
  readonly waitMinutes: number;
}

const { stomach, driving } = json as unknown as {
  stomach: Record<'empty' | 'light' | 'full', StomachTimes>;
  driving: typeof json.driving;
};

/** The calculator's times of an amount that is at most low, in minutes after the last sip. [source:dose-timing] */
export const TIMES_BY_STOMACH = stomach;

const hours = (minutes: number) => String(minutes / 60);

const { empty, light, full } = TIMES_BY_STOMACH;

/** Waiting times before more, in hours. Never shown for an amount that is high for the reader. [source:dose-timing, dose-no-more-today] */
export const WAIT_HOURS = {
  empty: hours(empty.waitMinutes),
  light: hours(light.waitMinutes),
  full: hours(full.waitMinutes),
};

/** How long not to drive, in hours, and the amount above which that is until the next day. [source:dose-driving] */
export const DRIVING = { ...driving, hours: hours(driving.minutes) };
