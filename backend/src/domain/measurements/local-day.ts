/** The time zones of states outside Eastern time. If a state has several, its capital's. */
const ZONES: readonly (readonly [zone: string, states: string])[] = [
  ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
  ['America/Denver', 'CO ID MT NM UT WY'],
  ['America/Phoenix', 'AZ'],
  ['America/Los_Angeles', 'CA NV OR WA'],
  ['America/Anchorage', 'AK'],
  ['Pacific/Honolulu', 'HI'],
];

/** Also of Washington, D.C., whose days count for federal law. */
const EASTERN = 'America/New_York';

const zoneOf = (jurisdiction: string): string =>
  ZONES.find(([, states]) => states.split(' ').some((state) => jurisdiction === `US-${state}`))?.[0] ?? EASTERN;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The day in a jurisdiction; its rules begin and end with its days.
 * @param jurisdiction ISO 3166 code: `US`, `US-CA`
 * @returns `YYYY-MM-DD`
 */
export function localDay(jurisdiction: string, now: Date): string {
  const timeZone = zoneOf(jurisdiction);
  // The Swedish locale formats a day like ISO 8601. Creating a formatter takes far longer than using one.
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  dayFormats.set(timeZone, format);
  return format.format(now);
}
