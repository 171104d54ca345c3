import { utcDay } from '../../shared/utc-day.js';

/** "We'll review it within 2-3 business days": the later bound is what is promised. [source:review-time] */
export const REVIEW_BUSINESS_DAYS = 3;

/**
 * The day by which a submission is to be reviewed, as `YYYY-MM-DD`: the third business day after the day of submission,
 * counted in Eastern time, leaving out weekends and US federal holidays (5 U.S.C. 6103).
 */
export function reviewDueDate(submittedAt: Date): string {
  let day = easternDay(submittedAt);
  for (let counted = 0; counted < REVIEW_BUSINESS_DAYS; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) counted += 1;
  }
  return utcDay(day);
}

/** @param day midnight UTC of a calendar day */
export function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== SUNDAY && weekday !== SATURDAY && !isFederalHoliday(day);
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** A holiday on a Saturday is observed the Friday before, on a Sunday the Monday after (5 U.S.C. 6103(b), E.O. 11582). */
function isFederalHoliday(day: Date): boolean {
  if (isFixedHoliday(day) || isFloatingHoliday(day)) return true;
  if (day.getUTCDay() === FRIDAY) return isFixedHoliday(addDays(day, 1));
  if (day.getUTCDay() === MONDAY) return isFixedHoliday(addDays(day, -1));
  return false;
}

/** New Year, Juneteenth, Independence Day, Veterans Day, Christmas. */
function isFixedHoliday(day: Date): boolean {
  return ['01-01', '06-19', '07-04', '11-11', '12-25'].includes(utcDay(day).slice(5));
}

function isFloatingHoliday(day: Date): boolean {
  const month = day.getUTCMonth() + 1;
  const weekday = day.getUTCDay();
  const nth = Math.ceil(day.getUTCDate() / 7);
  if (weekday === THURSDAY) return month === 11 && nth === 4; // Thanksgiving
  if (weekday !== MONDAY) return false;
  const isLastMonday = addDays(day, 7).getUTCMonth() !== day.getUTCMonth();
  return (
    (month === 1 && nth === 3) || // Birthday of Martin Luther King, Jr.
    (month === 2 && nth === 3) || // Washington's Birthday
    (month === 5 && isLastMonday) || // Memorial Day
    (month === 9 && nth === 1) || // Labor Day
    (month === 10 && nth === 2) // Columbus Day
  );
}

/** The Swedish locale formats a day like ISO 8601. */
const eastern = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

function easternDay(at: Date): Date {
  return new Date(`${eastern.format(at)}T00:00:00Z`);
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * 86_400_000);
}
