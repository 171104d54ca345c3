/** Categories of personal data; privacy/categories.ts describes them. */
export const PERSONAL_DATA_CATEGORIES = [
  'subscription',
  'follows',
  'messages',
  'problem-reports',
  'open-submissions',
  'published-certificates',
  'rejected-submissions',
  'brand-contacts',
  'brand-claims',
  'mail',
  'public-brand-contacts',
  'partner-labs',
] as const;
export type PersonalDataCategory = (typeof PERSONAL_DATA_CATEGORIES)[number];

/** The stored records of one category. */
export interface ExportSection {
  readonly part: PersonalDataCategory;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** The person's name as found in the records; erasure redacts it in texts that others wrote. */
  readonly personNames?: readonly (string | null)[];
}

/** Number of records of one category that were erased. */
export interface ErasedSection {
  readonly part: PersonalDataCategory;
  readonly count: number;
}

/** A queued, sent, or failed email. */
export interface MailRecord {
  readonly kind: string;
  readonly createdAt: Date;
}

/** Implemented by every context that stores personal data. Looks people up by email address (case-insensitive). */
export interface PersonalDataProvider {
  exportOf(address: string): Promise<readonly ExportSection[]>;
  /** Runs in the current transaction. Does nothing if there is no data. */
  erase(address: string): Promise<readonly ErasedSection[]>;
}
