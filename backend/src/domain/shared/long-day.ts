const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function written(day: string, lengthOfMonth?: number): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${MONTHS[(month ?? 1) - 1]?.slice(0, lengthOfMonth)} ${date}, ${year}`;
}

/** `2026-11-22` as "November 22, 2026", in sentences. */
export const longDay = (day: string): string => written(day);

/** `2026-11-22` as "Nov 22, 2026", where there is little room. */
export const shortDay = (day: string): string => written(day, 3);
