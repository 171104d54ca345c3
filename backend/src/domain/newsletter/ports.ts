import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { Issue, IssueArticle, IssueCertificate, RecipientState } from './issue.js';
import type {
  LinkPurpose,
  StatusChange,
  StoredSubscription,
  Subscription,
  SubscriptionFilter,
  SubscriptionStatus,
} from './subscription.js';

export type SubscriptionCursor = Pick<StoredSubscription, 'subscribedAt' | 'id'>;

export interface SubscriptionQuery extends SubscriptionFilter {
  readonly limit: number;
  readonly after: SubscriptionCursor | null;
}

/** Where newsletter subscriptions are kept. Addresses compare case-insensitively. */
export abstract class SubscriptionRepository {
  /**
   * Stores the subscription, or brings an existing one of that address back. One that is active stays as it is, and so
   * does one that waits for its confirmation and is to wait again.
   * @param askedBefore one that was asked to confirm before this moment may be asked again
   * @returns its number when its owner should hear of it; null when nothing changed
   */
  abstract enter(subscription: Subscription, askedBefore: Date): Promise<number | null>;

  abstract byId(id: number): Promise<StoredSubscription | null>;

  /** @returns whether it changed: it is there, and had one of the statuses to change from */
  abstract changeStatus(id: number, change: StatusChange, at: Date): Promise<boolean>;

  /** Newest first. */
  abstract page(query: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>>;

  abstract counts(): Promise<Record<SubscriptionStatus, number>>;

  /**
   * Hands out everything that matches, newest first, part by part. Nothing is handed out before it is written down.
   * @param entryOf says who takes how many
   */
  abstract exportAll(
    filter: SubscriptionFilter,
    entryOf: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly Subscription[]>>;

  /** The subscription of an address, and the mail to it. */
  abstract ofAddress(email: string): Promise<{ subscription: Subscription | null; mail: readonly MailRecord[] }>;

  /** Deletes the same. @returns how much there was */
  abstract remove(email: string): Promise<{ subscriptions: number; mail: number }>;
}

/** Makes the tokens of links in letters. They name a subscription by its number, hold no address, and do not expire. */
export abstract class SubscriptionTokens {
  abstract sign(subscriptionId: number, purpose: LinkPurpose): string;
  /** @returns null when the token was not made by {@link sign} for this purpose, or has been altered */
  abstract verify(token: string, purpose: LinkPurpose): number | null;
}

/** Who gets an issue. Their letter is queued once a round; a new round begins when one was held back. */
export interface Recipient {
  readonly subscriptionId: number;
  readonly round: number;
}

/** Asks for letters, as part of the transaction that is open. */
export abstract class NewsletterMailer {
  abstract welcome(subscriptionId: number, at: Date): Promise<void>;
  abstract askToConfirm(subscriptionId: number, at: Date): Promise<void>;
  abstract issue(issueId: string, recipients: readonly Recipient[], at: Date): Promise<void>;
  /** The issue as it is now, to one address, with the word "Test" before its subject. */
  abstract test(issueId: string, email: string, at: Date): Promise<void>;
}

/** What an issue can be about. */
export abstract class NewsletterSources {
  /** Published articles, newest first. */
  abstract articles(): Promise<readonly IssueArticle[]>;
  /** Certificates published after a moment, newest first, as many as fit a list. */
  abstract certificatesSince(moment: Date | null): Promise<readonly IssueCertificate[]>;
  /** Null when the batch has no current certificate. */
  abstract certificate(batchId: string): Promise<IssueCertificate | null>;
}

export type IssueCursor = Pick<Issue, 'createdAt' | 'id'>;

/** How many recipients there are, by what became of them. */
export type RecipientCounts = Record<RecipientState, number>;

/** Where issues are kept, and who got them. Everything is part of the transaction that is open. */
export abstract class IssueRepository {
  abstract add(issue: Issue, entry: AuditEntry): Promise<void>;
  abstract byId(id: string): Promise<Issue | null>;
  /** Locks it until the transaction ends. */
  abstract toChange(id: string): Promise<Issue | null>;
  /** @param entry null for what no person did */
  abstract save(issue: Issue, entry: AuditEntry | null): Promise<void>;
  /** Deletes a draft: an issue without recipients. */
  abstract remove(issue: Issue, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  abstract page(limit: number, after: IssueCursor | null): Promise<Page<Issue, IssueCursor>>;
  /** When the last issue went out; null when none did. */
  abstract lastStartedAt(): Promise<Date | null>;

  /** Active subscribers now: how many, and the highest number among them. */
  abstract audience(): Promise<{ readonly count: number; readonly lastSubscription: number }>;
  /**
   * Enters the next active subscribers, by number, as recipients that wait. Nobody is entered twice.
   * @returns fewer than the limit when there are no more
   */
  abstract enterRecipients(issue: Issue, limit: number): Promise<readonly Recipient[]>;
  /** Lets recipients wait again that were held back while the issue was stopped, by number, in a new round. */
  abstract releaseHeld(issueId: string, limit: number): Promise<readonly Recipient[]>;
  /**
   * Takes over what became of the letters of recipients that wait. A letter that was not needed any more when its turn
   * came is held for a recipient who is active, because then it was the issue that was stopped.
   */
  abstract settleRecipients(issueId: string): Promise<void>;
  abstract recipientCounts(issueId: string): Promise<RecipientCounts>;
  /** Issues being sent, and stopped ones of which letters wait in the outbox. */
  abstract underWay(): Promise<readonly string[]>;
}
