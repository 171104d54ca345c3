import type { StomachContents } from '../../../src/domain/dosing/dose-request.js';
import {
  type ActiveLevel,
  doNotDriveMinutes,
  durationAt,
  timingOf,
  waitBeforeMoreMinutes,
} from '../../../src/domain/dosing/timing.js';

const range = (minMinutes: number, maxMinutes: number) => ({ minMinutes, maxMinutes });

describe('times by stomach', () => {
  it.each([
    ['empty', range(15, 60), range(60, 150), range(240, 360), 120],
    ['light', range(30, 90), range(75, 180), range(240, 420), 180],
    ['full', range(45, 120), range(120, 240), range(300, 480), 240],
  ] as const)('%s', (stomach, onset, peak, duration, wait) => {
    expect(timingOf('micro', stomach)).toEqual({ onset, peak, duration });
    expect(waitBeforeMoreMinutes(stomach)).toBe(wait);
  });

  it('do not depend on the level, except for the duration', () => {
    expect(timingOf('very_high', 'light')).toMatchObject({ onset: range(30, 90), peak: range(75, 180) });
  });
});

describe('duration by level', () => {
  const longest: [ActiveLevel, Record<StomachContents, number>][] = [
    ['micro', { empty: 360, light: 420, full: 480 }],
    ['low', { empty: 360, light: 420, full: 480 }],
    ['moderate', { empty: 420, light: 480, full: 540 }],
    ['high', { empty: 480, light: 540, full: 600 }],
    ['very_high', { empty: 600, light: 660, full: 720 }],
  ];

  it.each(longest)('%s only changes the upper end', (level, { empty, light, full }) => {
    expect(timingOf(level, 'empty').duration).toEqual(range(240, empty));
    expect(timingOf(level, 'light').duration).toEqual(range(240, light));
    expect(timingOf(level, 'full').duration).toEqual(range(300, full));
  });

  it('is at most 720 minutes', () => {
    expect(durationAt('very_high', range(300, 480))).toEqual(range(300, 720));
    expect(durationAt('very_high', range(300, 481))).toEqual(range(300, 720));
    expect(durationAt('moderate', range(300, 700))).toEqual(range(300, 720));
  });
});

describe('driving hold', () => {
  it.each([
    [0.5, 360, 480],
    [18, 360, 480],
    [18, 480, 480],
    [18, 540, 540],
    [18, 720, 720],
    [18.001, 360, 720],
    [100, 720, 720],
  ])('for %d mg with effects of up to %d minutes is %d minutes', (thcMg, longest, hold) => {
    expect(doNotDriveMinutes(thcMg, range(240, longest))).toBe(hold);
  });
});
