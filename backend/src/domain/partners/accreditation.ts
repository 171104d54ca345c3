import { InvalidInput } from '../shared/domain-error.js';

/** What staff enter about a lab's accreditation, e.g. to ISO/IEC 17025. */
export interface AccreditationDetails {
  /** Who accredits the lab, e.g. `Example Accreditation Board`; 1 to {@link ACCREDITATION_TEXT_MAX} characters. */
  readonly body: string;
  /** The number that the body gave the lab, e.g. `1234.56`. */
  readonly number: string | null;
  /** The body's page or file about the accreditation's scope; an https URL. */
  readonly scopeUrl: string | null;
  /** The last day on which it is valid, `YYYY-MM-DD`. */
  readonly expiresOn: string | null;
}

/** A stored accreditation. It repeats what staff entered; we did not verify it with the body. */
export interface Accreditation extends AccreditationDetails {
  /** The day staff last changed it, `YYYY-MM-DD` in UTC. */
  readonly enteredOn: string;
}

/** Maximum length of a body's name and of a number, in characters. */
export const ACCREDITATION_TEXT_MAX = 100;

/** Staff are warned this many days before an accreditation expires. */
export const EXPIRY_WARNING_DAYS = 60;

export const ACCREDITATION_STATES = ['current', 'expiring', 'expired', 'undated'] as const;
/**
 * State by the entered expiry date. `expiring`: at most {@link EXPIRY_WARNING_DAYS} days left, the last day included.
 * `undated`: no expiry date was entered.
 */
export type AccreditationState = (typeof ACCREDITATION_STATES)[number];

/**
 * Applies what staff entered. Without a change, the day of entry stays.
 * @param before the stored accreditation
 * @throws InvalidInput if the link is not an https URL
 */
export function updateAccreditation(
  details: AccreditationDetails | null,
  before: Accreditation | null,
  now: Date,
): Accreditation | null {
  if (details === null) return null;
  const { body, number, scopeUrl, expiresOn } = details;
  if (scopeUrl !== null && !/^https:\/\//i.test(scopeUrl)) {
    throw new InvalidInput([{ field: 'accreditation.scopeUrl', message: 'The scope link must start with https://' }]);
  }
  const isSame =
    before?.body === body && before.number === number && before.scopeUrl === scopeUrl && before.expiresOn === expiresOn;
  return isSame ? before : { body, number, scopeUrl, expiresOn, enteredOn: dayOf(now) };
}

/** An accreditation's state today, by the entered expiry date. */
export function accreditationState({ expiresOn }: Pick<Accreditation, 'expiresOn'>, now: Date): AccreditationState {
  if (expiresOn === null) return 'undated';
  const daysLeft = (startOfDay(expiresOn) - startOfDay(dayOf(now))) / 86_400_000;
  if (daysLeft < 0) return 'expired';
  return daysLeft <= EXPIRY_WARNING_DAYS ? 'expiring' : 'current';
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
