/** Everything that may be kept about a person, part by part; the privacy context says of each what it is for. */
export const PERSONAL_DATA_CATEGORIES = [
  'subscription',
  'messages',
  'open-submissions',
  'published-certificates',
  'rejected-submissions',
  'brand-contacts',
  'mail',
  'public-brand-contacts',
  'partner-labs',
] as const;
export type PersonalDataCategory = (typeof PERSONAL_DATA_CATEGORIES)[number];

/** What is kept of one part, as it is stored. */
export interface ExportSection {
  readonly part: PersonalDataCategory;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** How many records of one part were erased. */
export interface ErasedSection {
  readonly part: PersonalDataCategory;
  readonly count: number;
}

/** Mail about a thing that somebody sent: waiting, sent or given up. */
export interface MailRecord {
  readonly kind: string;
  readonly createdAt: Date;
}

/** A context that keeps something about people. They are found by their address, which is compared without case. */
export interface PersonalDataProvider {
  exportOf(address: string): Promise<readonly ExportSection[]>;
  /** Part of the transaction that is open. Where nothing is kept, nothing happens. */
  erase(address: string): Promise<readonly ErasedSection[]>;
}
