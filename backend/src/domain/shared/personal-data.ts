/** Everything that may be kept about a person, part by part; the privacy context says of each what it is for. */
export const PERSONAL_PARTS = [
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
export type PersonalPart = (typeof PERSONAL_PARTS)[number];

/** What is kept of one part, as it is stored. */
export interface HeldPart {
  readonly part: PersonalPart;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** How many records of one part were erased. */
export interface ErasedPart {
  readonly part: PersonalPart;
  readonly count: number;
}

/** Mail about a thing that somebody sent: waiting, sent or given up. */
export interface MailRecord {
  readonly kind: string;
  readonly createdAt: Date;
}

/** A context that keeps something about people. They are found by their address, which is compared without case. */
export interface PersonalDataKeeper {
  exportOf(address: string): Promise<readonly HeldPart[]>;
  /** Part of the transaction that is open. Where nothing is kept, nothing happens. */
  erase(address: string): Promise<readonly ErasedPart[]>;
}
