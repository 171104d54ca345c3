import type { Actor, AuditEntry } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import {
  assertDraft,
  editIssue,
  finishSending,
  type Issue,
  type IssueArticle,
  type IssueCertificate,
  type IssueContent,
  type IssueDraft,
  IssueNotFound,
  newIssue,
  type Progress,
  progressOf,
  resumeSending,
  startSending,
  stopSending,
} from './issue.js';
import {
  type IssueCursor,
  IssueRepository,
  NewsletterMailer,
  NewsletterSources,
  SubscriptionRepository,
} from './ports.js';
import type { StoredSubscription } from './subscription.js';

/** Emails queued per batch; it also bounds how many recipients are in memory. */
export const BATCH_SIZE = 1000;

/** The next batch is queued when fewer than this are waiting, so that stopping an issue leaves few emails in flight. */
export const LOW_WATER = 500;

export interface Choices {
  readonly articles: readonly IssueArticle[];
  /** Published since the last issue went out. */
  readonly certificates: readonly IssueCertificate[];
}

/** Newsletter issues: writes them and sends each to every active subscriber once. */
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

  /** The articles and certificates an issue can include now. */
  async choices(): Promise<Choices> {
    const [articles, certificates] = await Promise.all([
      this.sources.articles(),
      this.sources.certificatesSince(await this.issues.lastStartedAt()),
    ]);
    return { articles, certificates };
  }

  /** @throws InvalidInput */
  async create(draft: IssueDraft, actor: Actor): Promise<Issue> {
    const issue = newIssue(draft, this.ids.uuid(), this.clock.now());
    await this.loadContent(issue);
    await this.issues.add(issue, this.entry(issue, 'issue.created', actor, null));
    return issue;
  }

  /** @throws IssueNotFound, IssueNotDraft, IssueChanged, InvalidInput */
  edit(id: string, draft: IssueDraft, seenVersion: number, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.edited', actor, async (issue, now) => {
      const edited = editIssue(issue, draft, seenVersion, now);
      await this.loadContent(edited);
      return edited;
    });
  }

  /** @param seenVersion the version the editor saw @throws IssueNotFound, IssueNotDraft, IssueChanged */
  delete(id: string, seenVersion: number, actor: Actor): Promise<void> {
    return this.transactions.run(async () => {
      const issue = await this.issues.findForUpdate(id);
      if (!issue) throw new IssueNotFound();
      assertDraft(issue, seenVersion);
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

  /** The issue as sent, or as it would be sent now. @throws IssueNotFound, InvalidInput */
  async preview(id: string): Promise<{ issue: Issue; content: IssueContent }> {
    const issue = await this.issue(id);
    return { issue, content: issue.content ?? (await this.loadContent(issue)) };
  }

  /** Sends the issue to one address as a test. @throws IssueNotFound, InvalidInput */
  async test(id: string, email: string): Promise<void> {
    await this.preview(id);
    await this.transactions.run(() => this.mailer.test(id, email, this.clock.now()));
  }

  /** Starts sending to all currently active subscribers. @throws IssueNotFound, IssueNotDraft, IssueChanged, NoSubscribers, InvalidInput */
  send(id: string, seenVersion: number, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.sending-began', actor, async (issue, now) =>
      startSending(issue, seenVersion, await this.loadContent(issue), await this.issues.audience(), now),
    );
  }

  /** Stops sending; emails not sent yet are held. @throws IssueNotFound, IssueNotSending */
  stop(id: string, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.stopped', actor, async (issue, now) => stopSending(issue, now));
  }

  /** @throws IssueNotFound, IssueNotStopped */
  resume(id: string, actor: Actor): Promise<Issue> {
    return this.change(id, 'issue.resumed', actor, async (issue, now) => resumeSending(issue, now));
  }

  /** Ids of issues that {@link advance} may have work for. */
  inProgress(): Promise<readonly string[]> {
    return this.issues.inProgress();
  }

  /**
   * Records the outcome of queued emails, then queues the next batch, or marks the issue as sent if none is waiting.
   * Recipients, emails and progress change in one transaction, so a process that dies midway leaves nothing half done and
   * the next run repeats the step.
   */
  advance(id: string): Promise<void> {
    return this.transactions.run(async () => {
      const issue = await this.issues.findForUpdate(id);
      if (!issue) return;
      await this.issues.recordOutcomes(id);
      if (issue.state !== 'sending') return;
      const now = this.clock.now();
      const { waiting, held } = await this.issues.recipientCounts(id);
      if (waiting >= LOW_WATER) return;
      if (held > 0) return this.mailer.issue(id, await this.issues.releaseHeld(id, BATCH_SIZE), now);
      if (issue.enteredThrough < issue.lastSubscription) return this.queueNextBatch(issue, now);
      if (waiting === 0) await this.issues.save(finishSending(issue, now), null);
    });
  }

  /** The issue and its recipient at the time of sending; null if the issue was stopped or the recipient has left. */
  async emailFor(
    issueId: string,
    subscriptionId: number,
  ): Promise<{ issue: Issue; content: IssueContent; to: StoredSubscription } | null> {
    const [issue, to] = await Promise.all([this.issues.byId(issueId), this.subscriptions.byId(subscriptionId)]);
    if (issue?.state !== 'sending' || !issue.content || to?.status !== 'active') return null;
    return { issue, content: issue.content, to };
  }

  private async queueNextBatch(issue: Issue, now: Date): Promise<void> {
    const added = await this.issues.addRecipients(issue, BATCH_SIZE);
    if (added.length > 0) await this.mailer.issue(issue.id, added, now);
    const numbers = added.map(({ subscriptionId }) => subscriptionId);
    const enteredThrough = added.length < BATCH_SIZE ? issue.lastSubscription : Math.max(...numbers);
    await this.issues.save({ ...issue, enteredThrough }, null);
  }

  /** @throws InvalidInput if a chosen article or certificate is no longer published */
  private async loadContent({ articleIds, batchIds }: IssueDraft): Promise<IssueContent> {
    const published = await this.sources.articles();
    const articles = articleIds.map((id) => published.find((article) => article.id === id));
    const certificates = await Promise.all(batchIds.map((batchId) => this.sources.certificate(batchId)));
    const errors = [
      ...(articles.includes(undefined) ? [{ field: 'articleIds', message: noLongerPublished('article') }] : []),
      ...(certificates.includes(null) ? [{ field: 'batchIds', message: noLongerPublished('certificate') }] : []),
    ];
    if (errors.length > 0) throw new InvalidInput(errors);
    return {
      articles: articles.filter((article) => article !== undefined),
      certificates: certificates.filter((certificate) => certificate !== null),
    };
  }

  private change(
    id: string,
    action: string,
    actor: Actor,
    apply: (issue: Issue, now: Date) => Promise<Issue>,
  ): Promise<Issue> {
    return this.transactions.run(async () => {
      const before = await this.issues.findForUpdate(id);
      if (!before) throw new IssueNotFound();
      const after = await apply(before, this.clock.now());
      await this.issues.save(after, this.entry(after, action, actor, before, await this.progress(after)));
      return after;
    });
  }

  /** The audit log gets counts only, no addresses. */
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

const noLongerPublished = (what: string) => `One ${what} you chose is no longer published. Choose again`;
