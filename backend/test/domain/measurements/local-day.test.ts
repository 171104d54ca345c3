import { localDay } from '../../../src/domain/measurements/local-day.js';

it.each([
  ['US', '2026-12-11T04:59:59Z', '2026-12-10'],
  ['US', '2026-12-11T05:00:00Z', '2026-12-11'],
  ['US-CT', '2026-07-01T03:59:59Z', '2026-06-30'],
  ['US-CT', '2026-07-01T04:00:00Z', '2026-07-01'],
  ['US-LA', '2026-12-11T05:59:59Z', '2026-12-10'],
  ['US-CA', '2026-12-11T07:59:59Z', '2026-12-10'],
  ['US-CA', '2026-12-11T08:00:00Z', '2026-12-11'],
  ['US-AK', '2026-12-11T08:59:59Z', '2026-12-10'],
  ['US-HI', '2026-12-11T09:59:59Z', '2026-12-10'],
  // Clocks are set forward at 2 am on this day.
  ['US-NY', '2027-03-14T04:59:59Z', '2027-03-13'],
  ['US-NY', '2027-03-15T03:59:59Z', '2027-03-14'],
  ['US-NY', '2027-03-15T04:00:00Z', '2027-03-15'],
])('in %s, at %s, it is %s', (jurisdiction, moment, day) => {
  expect(localDay(jurisdiction, new Date(moment))).toBe(day);
});
