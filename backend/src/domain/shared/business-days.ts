import { utcDay } from './utc-day.js';

/**
 * A day by which something is due, as `YYYY-MM-DD`: so many business days after the day of an instant, counted in Eastern
 * time, leaving out weekends and US federal holidays (5 U.S.C. 6103).
 */
export function businessDaysAfter(at: Date, businessDays: number): string {
  let day = new Date(`${easternDay(at)}T00:00:00Z`);
  for (let counted = 0; counted < businessDays; ) {
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

/** The day of an instant in Eastern time, `YYYY-MM-DD`. */
export const easternDay = (at: Date): string => eastern.format(at);

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * 86_400_000);
}
