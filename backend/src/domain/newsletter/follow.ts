import { InvalidInput } from '../shared/domain-error.js';

/** A batch, a product, a brand, or every failure, withdrawal and notice of the registry. */
export type FollowTopic = 'lot' | 'product' | 'brand' | 'failures';

/** What a visitor asks to follow, by its names: a batch; a product of a brand; a brand; without names, all failures. */
export interface FollowRequest {
  readonly brandName: string | null;
  readonly productName: string | null;
  readonly batchId: string | null;
}

/** What is followed, by the keys under which the registry finds it. */
export interface FollowSubject {
  readonly topic: FollowTopic;
  /** Empty for a batch of any brand, and for failures. */
  readonly brandKey: string;
  /** Of the batch or product; empty for a brand, and for failures. */
  readonly key: string;
  /** In words, for emails and the list of what an address follows. */
  readonly label: string;
}

/** What an address follows or was asked to follow. */
/** Emails about notices that were sent in the last weeks, and how long after the publication. */
export interface NoticeEmails {
  readonly sent: number;
  /** 95 of 100 were sent within so many seconds; null if none was sent. */
  readonly p95Seconds: number | null;
}

export interface Followed {
  readonly id: number;
  readonly label: string;
  /** Null until the owner of the address confirms it. */
  readonly confirmedAt: Date | null;
}

/** One address follows at most this many subjects, and has at most this many that wait for its confirmation. */
export const FOLLOWS_MAX = 100;
export const UNCONFIRMED_MAX = 10;

/** Between two confirmation emails to one address. The page that they link to lists everything that waits. */
export const CONFIRMATION_MINUTES = 60;

/** News in one email; the rest is counted. */
export const NEWS_MAX = 20;

/** Anybody may type a batch ID that is not in the registry, for any address: it is short and can't be read as a link. */
const MISSING_BATCH_MAX = 40;
const LIKE_A_LINK = /:\/\/|@|www\.|\p{L}\.\p{L}/iu;

/** @throws InvalidInput if the text would go to a stranger's mailbox as more than a batch ID */
export function assertBatchId(batchId: string): void {
  if (batchId.length <= MISSING_BATCH_MAX && /[\p{L}\p{N}]/u.test(batchId) && !LIKE_A_LINK.test(batchId)) return;
  throw new InvalidInput([{ field: 'batchId', message: 'Enter the batch ID as it is printed on the can' }]);
}
