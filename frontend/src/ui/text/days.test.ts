import fc from 'fast-check';
import { formatDay, formatInstant, formatLongDay, isOldTest } from './days';

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

it.each([
  ['2025-11-23', '2026-11-23', false],
  ['2025-11-22', '2026-11-23', true],
  ['2027-03-01', '2028-03-01', true],
  ['2026-12-01', '2026-11-23', false],
])('a test of %s is older than twelve months on %s: %s', (testDate, today, isOld) => {
  expect(isOldTest(testDate, today)).toBe(isOld);
});
