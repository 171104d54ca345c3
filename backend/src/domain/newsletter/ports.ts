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

/** Signs the tokens of links in emails. They contain a subscription's ID and no address, and do not expire. */
export abstract class SubscriptionTokens {
  abstract sign(subscriptionId: number, purpose: LinkPurpose): string;
  /** @returns null when the token was not made by {@link sign} for this purpose, or has been altered */
  abstract verify(token: string, purpose: LinkPurpose): number | null;
}

/** A recipient of an issue. Each round queues one email; a new round begins after the email was held back. */
export interface Recipient {
  readonly subscriptionId: number;
  readonly round: number;
}

/** Queues email in the open transaction. */
export abstract class NewsletterMailer {
  abstract welcome(subscriptionId: number, at: Date): Promise<void>;
  abstract askToConfirm(subscriptionId: number, at: Date): Promise<void>;
  abstract issue(issueId: string, recipients: readonly Recipient[], at: Date): Promise<void>;
  /** The issue as it is now, to one address, with "Test" before its subject. */
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

/** The number of recipients in each state. */
export type RecipientCounts = Record<RecipientState, number>;

/** Stores issues and their recipients. Every method joins the open transaction. */
export abstract class IssueRepository {
  abstract add(issue: Issue, entry: AuditEntry): Promise<void>;
  abstract byId(id: string): Promise<Issue | null>;
  /** Locks it until the transaction ends. */
  abstract byIdForUpdate(id: string): Promise<Issue | null>;
  /** @param entry null for changes that no person made */
  abstract save(issue: Issue, entry: AuditEntry | null): Promise<void>;
  /** Deletes a draft: an issue without recipients. */
  abstract remove(issue: Issue, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  abstract page(limit: number, after: IssueCursor | null): Promise<Page<Issue, IssueCursor>>;
  /** When the last issue went out; null when none did. */
  abstract lastStartedAt(): Promise<Date | null>;

  /** The number of active subscribers, and the highest subscription ID among them. */
  abstract audience(): Promise<{ readonly count: number; readonly lastSubscription: number }>;
  /**
   * Adds the next active subscribers, in the order of their IDs, as waiting recipients. Adds none twice.
   * @returns fewer than the limit when there are no more
   */
  abstract addRecipients(issue: Issue, limit: number): Promise<readonly Recipient[]>;
  /** Moves recipients that were held back by a stop to waiting again, in a new round, in the order of their IDs. */
  abstract releaseHeld(issueId: string, limit: number): Promise<readonly Recipient[]>;
  /**
   * Updates waiting recipients from the results of their emails. When an email was not needed and the recipient is still
   * active, the issue was stopped, so the recipient is held back.
   */
  abstract updateRecipientStates(issueId: string): Promise<void>;
  abstract recipientCounts(issueId: string): Promise<RecipientCounts>;
  /** IDs of issues being sent, and of stopped ones with emails still in the outbox. */
  abstract inProgress(): Promise<readonly string[]>;
}
