import type { Actor, AuditEntry } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import {
  assertMayBeDeleted,
  editIssue,
  finishSending,
  type Issue,
  type IssueArticle,
  type IssueCertificate,
  type IssueContent,
  type IssueDraft,
  IssueNotFound,
  type Progress,
  progressOf,
  resumeSending,
  startSending,
  stopSending,
  writeIssue,
} from './issue.js';
import {
  type IssueCursor,
  IssueRepository,
  NewsletterMailer,
  NewsletterSources,
  SubscriptionRepository,
} from './ports.js';
import type { StoredSubscription } from './subscription.js';

/** Recipients per batch. Limits memory, however many subscribers there are. */
export const BATCH_SIZE = 1000;

/** Low-water mark: the next batch is queued when fewer emails wait, so that few are in flight when an issue is stopped. */
export const LOW_WATER = 500;

export interface Choices {
  readonly articles: readonly IssueArticle[];
  /** Published since the last issue went out. */
  readonly certificates: readonly IssueCertificate[];
}

/** Newsletter issues: writing them, and sending each to every subscriber once. */
export class Issues {
  constructor(
    private readonly issues: IssueRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly sources: NewsletterSources,
    private readonly mailer: NewsletterMailer,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Newest first. */
  page(limit: number, after: IssueCursor | null): Promise<Page<Issue, IssueCursor>> {
    return this.issues.page(limit, after);
  }

  /** @throws IssueNotFound */
  async issue(id: string): Promise<Issue> {
    const issue = await this.issues.byId(id);
    if (!issue) throw new IssueNotFound();
    return issue;
  }

  async progress(issue: Issue): Promise<Progress> {
    return progressOf(issue, await this.issues.recipientCounts(issue.id));
  }

  /** What an issue can point to now. */
  async choices(): Promise<Choices> {
    const [articles, certificates] = await Promise.all([
      this.sources.articles(),
      this.sources.certificatesSince(await this.issues.lastStartedAt()),
    ]);
    return { articles, certificates };
  }

  /** @throws InvalidInput */
  async write(draft: IssueDraft, actor: Actor): Promise<Issue> {
    const issue = writeIssue(draft, this.ids.uuid(), this.clock.now());
    await this.contentOf(issue);
    await this.issues.add(issue, this.entry(issue, 'issue.created', actor, null));
    return issue;
  }

  /** @throws IssueNotFound, IssueNotDraft, IssueChanged, InvalidInput */
  edit(id: string, draft: IssueDraft, seen: number, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.edited', actor, async (issue, now) => {
      const edited = editIssue(issue, draft, seen, now);
      await this.contentOf(edited);
      return edited;
    });
  }

  /** @param seen the version the editor had before them @throws IssueNotFound, IssueNotDraft, IssueChanged */
  delete(id: string, seen: number, actor: Actor): Promise<void> {
    return this.transactions.run(async () => {
      const issue = await this.issues.byIdForUpdate(id);
      if (!issue) throw new IssueNotFound();
      assertMayBeDeleted(issue, seen);
      const { state, subject, version } = issue;
      await this.issues.remove(issue, {
        at: this.clock.now(),
        actor,
        action: 'issue.deleted',
        subject: `newsletter-issue:${id}`,
        before: { state, subject, version },
        after: null,
      });
    });
  }

  /** The issue to read: as it went out, or as it would now. @throws IssueNotFound, InvalidInput */
  async preview(id: string): Promise<{ issue: Issue; content: IssueContent }> {
    const issue = await this.issue(id);
    return { issue, content: issue.content ?? (await this.contentOf(issue)) };
  }

  /** Sends the issue to one address, to look at. @throws IssueNotFound, InvalidInput */
  async test(id: string, email: string): Promise<void> {
    await this.preview(id);
    await this.transactions.run(() => this.mailer.test(id, email, this.clock.now()));
  }

  /** Begins to send to everybody who is active now. @throws IssueNotFound, IssueNotDraft, IssueChanged, NobodySubscribed, InvalidInput */
  send(id: string, seen: number, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.sending-began', actor, async (issue, now) =>
      startSending(issue, seen, await this.contentOf(issue), await this.issues.audience(), now),
    );
  }

  /** Emails that have not been sent yet are held back. @throws IssueNotFound, IssueNotSending */
  stop(id: string, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.stopped', actor, async (issue, now) => stopSending(issue, now));
  }

  /** @throws IssueNotFound, IssueNotStopped */
  resume(id: string, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.resumed', actor, async (issue, now) => resumeSending(issue, now));
  }

  /** IDs of issues that {@link advance} may have work for. */
  inProgress(): Promise<readonly string[]> {
    return this.issues.inProgress();
  }

  /**
   * Updates recipients from the results of their emails, then queues the next batch or finishes the issue. Recipients,
   * emails and progress change in one transaction, so a process that dies in between leaves nothing half done.
   */
  advance(id: string): Promise<void> {
    return this.transactions.run(async () => {
      const issue = await this.issues.byIdForUpdate(id);
      if (!issue) return;
      await this.issues.updateRecipientStates(id);
      if (issue.state !== 'sending') return;
      const now = this.clock.now();
      const { waiting, held } = await this.issues.recipientCounts(id);
      if (waiting >= LOW_WATER) return;
      if (held > 0) return this.mailer.issue(id, await this.issues.releaseHeld(id, BATCH_SIZE), now);
      if (issue.enteredThrough < issue.lastSubscription) return this.addBatch(issue, now);
      if (waiting === 0) await this.issues.save(finishSending(issue, now), null);
    });
  }

  /** What to render for a recipient; null when the issue is stopped or the recipient has unsubscribed. */
  async emailTo(
    issueId: string,
    subscriptionId: number,
  ): Promise<{ issue: Issue; content: IssueContent; to: StoredSubscription } | null> {
    const [issue, to] = await Promise.all([this.issues.byId(issueId), this.subscriptions.byId(subscriptionId)]);
    if (issue?.state !== 'sending' || !issue.content || to?.status !== 'active') return null;
    return { issue, content: issue.content, to };
  }

  private async addBatch(issue: Issue, now: Date): Promise<void> {
    const entered = await this.issues.addRecipients(issue, BATCH_SIZE);
    if (entered.length > 0) await this.mailer.issue(issue.id, entered, now);
    const numbers = entered.map(({ subscriptionId }) => subscriptionId);
    const enteredThrough = entered.length < BATCH_SIZE ? issue.lastSubscription : Math.max(...numbers);
    await this.issues.save({ ...issue, enteredThrough }, null);
  }

  /** @throws InvalidInput when something chosen is no longer there */
  private async contentOf({ articleIds, batchIds }: IssueDraft): Promise<IssueContent> {
    const published = await this.sources.articles();
    const articles = articleIds.map((id) => published.find((article) => article.id === id));
    const certificates = await Promise.all(batchIds.map((batchId) => this.sources.certificate(batchId)));
    const wrong = [
      ...(articles.includes(undefined) ? [{ field: 'articleIds', message: gone('article') }] : []),
      ...(certificates.includes(null) ? [{ field: 'batchIds', message: gone('certificate') }] : []),
    ];
    if (wrong.length > 0) throw new InvalidInput(wrong);
    return {
      articles: articles.filter((article) => article !== undefined),
      certificates: certificates.filter((certificate) => certificate !== null),
    };
  }

  private change(
    id: string,
    action: string,
    actor: Actor,
    to: (issue: Issue, now: Date) => Promise<Issue>,
  ): Promise<Issue> {
    return this.transactions.run(async () => {
      const before = await this.issues.byIdForUpdate(id);
      if (!before) throw new IssueNotFound();
      const after = await to(before, this.clock.now());
      await this.issues.save(after, this.entry(after, action, actor, before, await this.progress(after)));
      return after;
    });
  }

  /** The audit log stores counts, and no addresses. */
  private entry(
    issue: Issue,
    action: string,
    actor: Actor,
    before: Issue | null,
    { recipients, sent, failed }: Pick<Progress, 'recipients' | 'sent' | 'failed'> = {
      recipients: 0,
      sent: 0,
      failed: 0,
    },
  ): AuditEntry {
    return {
      at: issue.changedAt,
      actor,
      action,
      subject: `newsletter-issue:${issue.id}`,
      before: before && { state: before.state, subject: before.subject },
      after: { state: issue.state, subject: issue.subject, recipients, sent, failed },
    };
  }
}

const gone = (what: string) => `One ${what} you chose is no longer published. Choose again`;
