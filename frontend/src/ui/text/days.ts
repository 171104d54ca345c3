// Dates in US format. A test date has no time zone, so it is parsed and formatted as UTC.

const DAY_MS = 86_400_000;

// Written by hand, because the first Intl.DateTimeFormat of a page costs a slow phone 25 ms.
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function written(day: string, lengthOfMonth?: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1]?.slice(0, lengthOfMonth)} ${Number(date)}, ${year}`;
}

/** `2026-10-14` as `Oct 14, 2026`. */
export const formatDay = (day: string) => written(day, 3);

/** `2026-10-14` as `October 14, 2026`. */
export const formatLongDay = (day: string) => written(day);

/** A timestamp as `Oct 14, 2026, 3:04:05 PM UTC`. The time zone is shown because it is compared with other logs. */
export function formatInstant(at: string): string {
  const moment = new Date(at);
  const [day = '', time = ''] = moment.toISOString().split('T');
  const hour = moment.getUTCHours();
  return `${formatDay(day)}, ${hour % 12 || 12}${time.slice(2, 8)} ${hour < 12 ? 'AM' : 'PM'} UTC`;
}

/** Age of a date in the most readable unit: `12 days ago`, `5 weeks ago`, `14 months ago`. */
export function formatAge(day: string, now = new Date()): string {
  const days = Math.floor((now.getTime() - new Date(`${day}T00:00:00Z`).getTime()) / DAY_MS);
  if (days < 0) return 'in the future';
  if (days === 0) return 'today';
  if (days < 21) return plural(days, 'day');
  if (days < 60) return plural(Math.floor(days / 7), 'week');
  return plural(monthsBetween(day, now), 'month');
}

/** A test is recent for this many days. After that, it may not match the can. The API's findings use the same number. */
const FRESH_DAYS = 365;

/** Whether a test is older than twelve months. @param today `YYYY-MM-DD` */
export const isOldTest = (testDate: string, today: string): boolean =>
  new Date(today).getTime() - new Date(testDate).getTime() > FRESH_DAYS * DAY_MS;

/** Full months since a date. */
export function monthsBetween(day: string, now = new Date()): number {
  const from = new Date(`${day}T00:00:00Z`);
  const months = (now.getUTCFullYear() - from.getUTCFullYear()) * 12 + now.getUTCMonth() - from.getUTCMonth();
  return now.getUTCDate() < from.getUTCDate() ? months - 1 : months;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
