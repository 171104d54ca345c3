import fc from 'fast-check';
import { formatDay, formatInstant, formatLongDay } from './days';

const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const medium = utc({ dateStyle: 'medium' });
const long = utc({ dateStyle: 'long' });
const instant = utc({ dateStyle: 'medium', timeStyle: 'medium' });

it('days and instants read as Intl would write them', () => {
  const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (moment) => {
      const iso = moment.toISOString();
      expect(formatDay(iso.slice(0, 10))).toBe(medium.format(moment));
      expect(formatLongDay(iso.slice(0, 10))).toBe(long.format(moment));
      expect(formatInstant(iso)).toBe(`${instant.format(moment).replaceAll('\u202f', ' ')} UTC`);
    }),
  );
});
