import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { Followed, FollowRequest, FollowSubject, NoticeEmails } from './follow.js';
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

/** Stores newsletter subscriptions. Addresses compare case-insensitively. */
export abstract class SubscriptionRepository {
  /**
   * Stores the subscription, or reactivates an existing one with that address. An active one is unchanged, and so is a
   * pending one that would become pending again, unless its last confirmation email is old enough.
   * @param askedBefore a pending subscription last asked before this time is asked again
   * @returns its number if its owner should get an email; null if nothing changed
   */
  abstract upsert(subscription: Subscription, askedBefore: Date): Promise<number | null>;

  abstract byId(id: number): Promise<StoredSubscription | null>;

  /** @returns whether it changed: it exists and was in one of the `from` statuses */
  abstract changeStatus(id: number, change: StatusChange, at: Date): Promise<boolean>;

  /** Newest first. */
  abstract page(query: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>>;

  abstract counts(): Promise<Record<SubscriptionStatus, number>>;

  /**
   * Streams all matching subscriptions in batches, newest first. Logs the export before it yields the first batch.
   * @param createEntry makes the log entry for an export of `count` subscriptions
   */
  abstract exportAll(
    filter: SubscriptionFilter,
    createEntry: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly Subscription[]>>;

  /** The subscription of an address, and the emails to it. */
  abstract byAddress(email: string): Promise<{ subscription: Subscription | null; mail: readonly MailRecord[] }>;

  /** Deletes what {@link byAddress} returns. @returns the number of records deleted */
  abstract remove(email: string): Promise<{ subscriptions: number; mail: number }>;
}

/** Signs the tokens of links in emails. A token contains a number but no address, and does not expire. */
export abstract class SubscriptionTokens {
  /** @param id of a subscription or a follower */
  abstract sign(id: number, purpose: LinkPurpose): string;
  /** @returns null if {@link sign} did not make the token for this purpose, or it was altered */
  abstract verify(token: string, purpose: LinkPurpose): number | null;
}

/** A recipient of an issue. Their email is queued once per round; releasing a held email starts a new round. */
export interface Recipient {
  readonly subscriptionId: number;
  readonly round: number;
}

/** Queues emails in the current transaction. */
export abstract class NewsletterMailer {
  abstract welcome(subscriptionId: number, at: Date): Promise<void>;
  abstract requestConfirmation(subscriptionId: number, at: Date): Promise<void>;
  /** @param email counted, not stored: one mailbox gets few emails that its owner may not have asked for */
  abstract confirmFollow(followerId: number, email: string, at: Date): Promise<void>;
  abstract issue(issueId: string, recipients: readonly Recipient[], at: Date): Promise<void>;
  /** Sends the issue as it is now to one address, with "Test" before its subject. */
  abstract test(issueId: string, email: string, at: Date): Promise<void>;
}

/** Reads what an issue can include. */
export abstract class NewsletterSources {
  /** Published articles, newest first. */
  abstract articles(): Promise<readonly IssueArticle[]>;
  /** Certificates published after `moment`, newest first, up to one page. */
  abstract certificatesSince(moment: Date | null): Promise<readonly IssueCertificate[]>;
  /** Null if the batch has no current certificate. */
  abstract certificate(batchId: string): Promise<IssueCertificate | null>;
}

export type IssueCursor = Pick<Issue, 'createdAt' | 'id'>;

/** Number of recipients by state. */
export type RecipientCounts = Record<RecipientState, number>;

/** Stores issues and their recipients. Every method takes part in the current transaction. */
export abstract class IssueRepository {
  abstract add(issue: Issue, entry: AuditEntry): Promise<void>;
  abstract byId(id: string): Promise<Issue | null>;
  /** Locks it until the transaction ends. */
  abstract findForUpdate(id: string): Promise<Issue | null>;
  /** @param entry null for changes made by the system */
  abstract save(issue: Issue, entry: AuditEntry | null): Promise<void>;
  /** Deletes a draft: an issue without recipients. */
  abstract remove(issue: Issue, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  abstract page(limit: number, after: IssueCursor | null): Promise<Page<Issue, IssueCursor>>;
  /** When sending of the latest issue began; null if there is none. */
  abstract lastStartedAt(): Promise<Date | null>;

  /** Currently active subscribers: how many, and the highest number among them. */
  abstract audience(): Promise<{ readonly count: number; readonly lastSubscription: number }>;
  /**
   * Adds the next active subscribers, in order of their numbers, as waiting recipients. Adds no one twice.
   * @returns fewer than the limit if there are no more
   */
  abstract addRecipients(issue: Issue, limit: number): Promise<readonly Recipient[]>;
  /** Sets held recipients back to waiting, in order of their numbers, in a new round. */
  abstract releaseHeld(issueId: string, limit: number): Promise<readonly Recipient[]>;
  /**
   * Updates waiting recipients from the outcome of their emails. If the mail worker dropped an email and its recipient is
   * still active, the issue had been stopped, so the recipient becomes held.
   */
  abstract recordOutcomes(issueId: string): Promise<void>;
  abstract recipientCounts(issueId: string): Promise<RecipientCounts>;
  /** Ids of issues being sent, and of stopped ones with emails still in the outbox. */
  abstract inProgress(): Promise<readonly string[]>;
}

/** Finds what can be followed. */
export abstract class FollowSources {
  /** @throws InvalidInput if there is no such brand or product, or a batch ID that can't be one */
  abstract subjectOf(request: FollowRequest): Promise<FollowSubject>;
}

/** Stores who follows what. Addresses compare case-insensitively. Every method takes part in the current transaction. */
export abstract class FollowRepository {
  /**
   * Stores an unconfirmed subject, up to a limit, or notes that it was asked for again. A confirmed one is unchanged.
   * @returns the follower who needs an email to confirm it; null if none is needed, or one was sent in the last hour
   */
  abstract ask(email: string, subject: FollowSubject, now: Date): Promise<number | null>;
  /** Confirms what the address was asked to follow, and queues the news about it that others got in the meantime. */
  abstract confirm(followerId: number, mailing: string, now: Date): Promise<void>;
  abstract list(followerId: number): Promise<readonly Followed[]>;
  abstract stop(followerId: number, id: number | null): Promise<void>;
  /**
   * Takes the events that are due and queues one email to each follower of any of them. A process that dies leaves
   * nothing half done, and two processes never take the same event.
   */
  abstract queueNews(mailing: string, now: Date): Promise<void>;
  /** How soon emails about notices went out, of those that are still in the log of email. */
  abstract noticeEmails(): Promise<NoticeEmails>;
  abstract addressOf(followerId: number): Promise<string | null>;
  abstract byAddress(email: string): Promise<{ follows: readonly object[]; mail: readonly MailRecord[] }>;
  /** Deletes what {@link byAddress} returns. @returns the number of records deleted */
  abstract remove(email: string): Promise<{ follows: number; mail: number }>;
}
