/** A day in words, e.g. "Wednesday, November 25, 2026". */
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** In Eastern time, as review deadlines are. */
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** @param isoDay `YYYY-MM-DD` */
export const weekdayAndDay = (isoDay: string): string => inWords.format(new Date(`${isoDay}T00:00:00Z`));

/** E.g. "November 25, 2026 at 10:00 AM Eastern Time"; not with the narrow space that some versions put before AM. */
export const formatMoment = (at: Date): string => `${moment.format(at).replace(/\s/g, ' ')} Eastern Time`;
