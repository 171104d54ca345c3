import fc from 'fast-check';
import { REVIEW_BUSINESS_DAYS, reviewDueDate } from '../../../src/domain/coa-registry/certificate/review-due-date.js';
import { isBusinessDay } from '../../../src/domain/shared/business-days.js';

const midnight = (day: string) => new Date(`${day}T00:00:00Z`);
const isOpen = (day: string) => isBusinessDay(midnight(day));
const nextDay = (day: string) => new Date(midnight(day).getTime() + 86_400_000).toISOString().slice(0, 10);

describe('a business day', () => {
  it.each([
    ['New Year', '2026-01-01'],
    ['Birthday of Martin Luther King, Jr.', '2026-01-19'],
    ["Washington's Birthday", '2026-02-16'],
    ['Memorial Day', '2026-05-25'],
    ['Juneteenth', '2026-06-19'],
    ['Independence Day', '2025-07-04'],
    ['Labor Day', '2026-09-07'],
    ['Columbus Day', '2026-10-12'],
    ['Veterans Day', '2026-11-11'],
    ['Thanksgiving', '2026-11-26'],
    ['Christmas', '2026-12-25'],
  ])('is not %s, %s', (_holiday, day) => {
    expect(isOpen(day)).toBe(false);
  });

  it.each([
    ['New Year 2022, a Saturday', '2021-12-31'],
    ['New Year 2028, a Saturday', '2027-12-31'],
    ['New Year 2023, a Sunday', '2023-01-02'],
    ['Juneteenth 2027, a Saturday', '2027-06-18'],
    ['Juneteenth 2022, a Sunday', '2022-06-20'],
    ['Independence Day 2026, a Saturday', '2026-07-03'],
    ['Independence Day 2027, a Sunday', '2027-07-05'],
    ['Veterans Day 2023, a Saturday', '2023-11-10'],
    ['Veterans Day 2029, a Sunday', '2029-11-12'],
    ['Christmas 2027, a Saturday', '2027-12-24'],
    ['Christmas 2022, a Sunday', '2022-12-26'],
  ])('is not the day on which %s, is observed: %s', (_holiday, day) => {
    expect(isOpen(day)).toBe(false);
  });

  it.each([
    ['the earliest', '2029-01-15', '2029-02-19', '2026-05-25', '2025-09-01', '2029-10-08', '2029-11-22'],
    ['the latest', '2030-01-21', '2027-02-15', '2027-05-31', '2026-09-07', '2028-10-09', '2024-11-28'],
  ])('is not a holiday that moves, at %s it can be', (_which, ...days) => {
    expect(days.filter(isOpen)).toEqual([]);
  });

  it.each([['2026-11-21'], ['2026-11-22'], ['2026-07-04'], ['2027-07-04']])('is not %s, at a weekend', (day) => {
    expect(isOpen(day)).toBe(false);
  });

  it.each([
    ['the day after Thanksgiving', '2026-11-27'],
    ['a Monday that is not the third', '2026-01-12'],
    ['the fourth Monday of a May with five', '2027-05-24'],
    ['the second Monday of September', '2026-09-14'],
    ['the first Monday of October', '2026-10-05'],
    ['a Thursday in November that is the third', '2026-11-19'],
    ['a Thursday in November that is the fifth', '2028-11-30'],
    ['Christmas Eve on a Thursday', '2026-12-24'],
    ['New Year’s Eve on a Thursday', '2026-12-31'],
    ['the Friday before a holiday that moves', '2026-01-16'],
    ['the Tuesday after a holiday that moves', '2026-02-17'],
    ['the Monday after a holiday on a Saturday', '2026-07-06'],
    ['the Friday before a holiday on a Sunday', '2027-07-02'],
  ])('is %s, %s', (_day, day) => {
    expect(isOpen(day)).toBe(true);
  });

  it('is any but eleven weekdays of a year whose New Year and next New Year fall on weekdays', () => {
    const days = Array.from({ length: 365 }, (_, i) => new Date(Date.UTC(2025, 0, 1 + i)));
    const weekdays = days.filter((day) => day.getUTCDay() % 6 !== 0);
    expect(weekdays.length - weekdays.filter(isBusinessDay).length).toBe(11);
  });
});

describe('a submission', () => {
  it.each([
    ['on a Monday', '2026-11-16T15:00:00Z', '2026-11-19'],
    ['on a Wednesday', '2026-11-04T15:00:00Z', '2026-11-09'],
    ['on a Friday', '2026-11-13T15:00:00Z', '2026-11-18'],
    ['on a Saturday', '2026-11-14T15:00:00Z', '2026-11-18'],
    ['on a Sunday', '2026-11-15T15:00:00Z', '2026-11-18'],
    ['before Thanksgiving', '2026-11-24T15:00:00Z', '2026-11-30'],
    ['before Christmas', '2026-12-23T15:00:00Z', '2026-12-29'],
    ['before New Year', '2026-12-30T15:00:00Z', '2027-01-05'],
    ['before Independence Day on a Saturday', '2026-07-01T15:00:00Z', '2026-07-07'],
    ['before Independence Day on a Sunday', '2027-07-01T15:00:00Z', '2027-07-07'],
    ['on a holiday', '2026-11-26T15:00:00Z', '2026-12-01'],
    ['before 29 February', '2028-02-28T15:00:00Z', '2028-03-02'],
  ])('%s, %s, is due on %s', (_when, submittedAt, due) => {
    expect(reviewDueDate(new Date(submittedAt))).toBe(due);
  });

  it.each([
    ['the last second of Monday in winter', '2026-11-17T04:59:59Z', '2026-11-19'],
    ['the first second of Tuesday in winter', '2026-11-17T05:00:00Z', '2026-11-20'],
    ['the last second of Monday in summer', '2026-07-14T03:59:59Z', '2026-07-16'],
    ['the first second of Tuesday in summer', '2026-07-14T04:00:00Z', '2026-07-17'],
  ])('counts from the day in Eastern time: %s, %s, is due on %s', (_when, submittedAt, due) => {
    expect(reviewDueDate(new Date(submittedAt))).toBe(due);
  });

  it('is due on the third business day after it, whenever it comes', () => {
    const moment = fc.date({ min: new Date('2021-06-18T00:00:00Z'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (submittedAt) => {
        const due = reviewDueDate(submittedAt);
        const between: string[] = [];
        for (let day = nextDay(easternDay(submittedAt)); day <= due; day = nextDay(day)) between.push(day);
        expect(between.filter(isOpen)).toHaveLength(REVIEW_BUSINESS_DAYS);
        expect(isOpen(due)).toBe(true);
      }),
    );
  });
});

/** Another way to the same day than the rule's own: the offset is five hours, or four from March to November. */
function easternDay(at: Date): string {
  const offset = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })
    .format(at)
    .includes('-04:00')
    ? 4
    : 5;
  return new Date(at.getTime() - offset * 3_600_000).toISOString().slice(0, 10);
}
