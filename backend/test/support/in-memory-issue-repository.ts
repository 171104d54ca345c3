import type { Issue, RecipientState } from '../../src/domain/newsletter/issue.js';
import type { IssueRepository, Recipient, RecipientCounts } from '../../src/domain/newsletter/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import type { InMemorySubscriptionRepository } from './in-memory-subscription-repository.js';
import { onlyInDatabase } from './stub.js';

/** The final state of an email in the outbox. */
export type EmailOutcome = 'sent' | 'dead' | 'closed' | 'not-needed';

type Entered = Recipient & { readonly state: RecipientState };

export class InMemoryIssueRepository implements IssueRepository {
  readonly audit: AuditEntry[] = [];
  private readonly issues = new Map<string, Issue>();
  private readonly recipients = new Map<string, Map<number, Entered>>();
  private readonly ends = new Map<string, EmailOutcome>();

  constructor(private readonly subscriptions: InMemorySubscriptionRepository) {}

  /** Records the final state of an email. */
  end(issueId: string, { subscriptionId, round }: Recipient, end: EmailOutcome): void {
    this.ends.set(`${issueId}/${subscriptionId}/${round}`, end);
  }

  async add(issue: Issue, entry: AuditEntry): Promise<void> {
    this.issues.set(issue.id, issue);
    this.audit.push(entry);
  }

  async byId(id: string): Promise<Issue | null> {
    return this.issues.get(id) ?? null;
  }

  findForUpdate(id: string): Promise<Issue | null> {
    return this.byId(id);
  }

  async save(issue: Issue, entry: AuditEntry | null): Promise<void> {
    this.issues.set(issue.id, issue);
    if (entry) this.audit.push(entry);
  }

  async remove({ id }: Issue, entry: AuditEntry): Promise<void> {
    this.issues.delete(id);
    this.audit.push(entry);
  }

  async lastStartedAt(): Promise<Date | null> {
    const times = [...this.issues.values()].flatMap(({ startedAt }) => (startedAt ? [startedAt.getTime()] : []));
    return times.length > 0 ? new Date(Math.max(...times)) : null;
  }

  async audience(): Promise<{ count: number; lastSubscription: number }> {
    const ids = this.activeIds();
    return { count: ids.length, lastSubscription: Math.max(0, ...ids) };
  }

  async addRecipients({ id, enteredThrough, lastSubscription }: Issue, limit: number): Promise<readonly Recipient[]> {
    const next = this.activeIds()
      .filter((number) => number > enteredThrough && number <= lastSubscription)
      .slice(0, limit);
    const entered = next.map((subscriptionId) => ({ subscriptionId, round: 1 }));
    for (const one of entered) this.put(id, { ...one, state: 'waiting' });
    return entered;
  }

  async releaseHeld(issueId: string, limit: number): Promise<readonly Recipient[]> {
    const held = this.of(issueId).filter(({ state }) => state === 'held');
    const released = held.slice(0, limit).map(({ subscriptionId, round }) => ({ subscriptionId, round: round + 1 }));
    for (const one of released) this.put(issueId, { ...one, state: 'waiting' });
    return released;
  }

  async recordOutcomes(issueId: string): Promise<void> {
    for (const one of this.of(issueId).filter(({ state }) => state === 'waiting')) {
      const end = this.ends.get(`${issueId}/${one.subscriptionId}/${one.round}`);
      const isActive = (await this.subscriptions.byId(one.subscriptionId))?.status === 'active';
      if (end) this.put(issueId, { ...one, state: stateAfter(end, isActive) });
    }
  }

  async recipientCounts(issueId: string): Promise<RecipientCounts> {
    const counts = { waiting: 0, held: 0, sent: 0, failed: 0, left: 0 };
    for (const { state } of this.of(issueId)) counts[state] += 1;
    return counts;
  }

  async inProgress(): Promise<readonly string[]> {
    const waits = ({ id }: Issue) => this.of(id).some(({ state }) => state === 'waiting');
    return [...this.issues.values()]
      .filter((issue) => issue.state === 'sending' || (issue.state === 'stopped' && waits(issue)))
      .map(({ id }) => id);
  }

  readonly page = onlyInDatabase;

  private of(issueId: string): Entered[] {
    return [...(this.recipients.get(issueId)?.values() ?? [])].toSorted((a, b) => a.subscriptionId - b.subscriptionId);
  }

  private put(issueId: string, one: Entered): void {
    const recipients = this.recipients.get(issueId) ?? new Map<number, Entered>();
    this.recipients.set(issueId, recipients.set(one.subscriptionId, one));
  }

  private activeIds(): number[] {
    return this.subscriptions.all().flatMap(({ id, status }) => (status === 'active' ? [id] : []));
  }
}

function stateAfter(end: EmailOutcome, isActive: boolean): RecipientState {
  if (end === 'sent') return 'sent';
  if (end === 'not-needed') return isActive ? 'held' : 'left';
  return 'failed';
}
