import type { Actor, AuditEntry } from '../shared/audit.js';
import { DAY_MS } from '../shared/durations.js';
import type { Page } from '../shared/page.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import {
  type ChangeCursor,
  type ChangeQuery,
  type EditionDraft,
  type PrintedNamesCursor,
  type PrintedNamesPart,
  ReferenceChangeRepository,
  ReferenceData,
} from './ports.js';
import {
  type ChangeContent,
  type ChangeKind,
  confirm,
  type Decision,
  decline,
  MADE_ACCOUNT_DAYS,
  type NameContent,
  propose,
  type ReferenceChange,
  ReferenceChangeNotFound,
  withdraw,
} from './reference-change.js';

export { ReferenceChangeNotFound };

/** Changes to the vocabulary and the rules: one person proposes, and a second one confirms. */
export class Proposals {
  private lastRefresh: Promise<void> = Promise.resolve();

  constructor(
    private readonly changes: ReferenceChangeRepository,
    private readonly data: ReferenceData,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Printed names that mean no analyte, with the proposals that wait for them. Most frequent first. */
  async unresolvedNames(after: PrintedNamesCursor | null): Promise<PrintedNamesPart> {
    const part = await this.changes.printedNames(after);
    const names = part.names
      .filter(({ name, panel }) => !this.data.isSettled(name, panel))
      .sort((a, b) => b.published + b.waiting - a.published - a.waiting);
    return { ...part, names };
  }

  /** Proposals of one kind that wait for a second person. */
  open(kind: ChangeKind): Promise<readonly ReferenceChange[]> {
    return this.changes.open(kind);
  }

  /** Newest first. */
  page(query: ChangeQuery): Promise<Page<ReferenceChange, ChangeCursor>> {
    return this.changes.page(query);
  }

  /** @throws ReferenceChangeNotFound */
  async change(id: string): Promise<ReferenceChange> {
    const change = await this.changes.byId(id);
    if (!change) throw new ReferenceChangeNotFound();
    return change;
  }

  /** What a change replaces, for comparison; null where it replaces nothing. */
  predecessorOf({ content }: ReferenceChange): Readonly<Record<string, unknown>> | null {
    return this.data.predecessorOf(content);
  }

  /** @throws InvalidInput, NameAlreadyKnown, NameIsAmbiguous, ChangeAlreadyProposed */
  proposeName(name: Omit<NameContent, 'kind'>, reason: string, actor: Actor): Promise<ReferenceChange> {
    return this.propose({ kind: 'analyteName', ...name }, reason, actor);
  }

  /** @throws RuleNotFound, EditionOutOfDate, InvalidInput, ChangeAlreadyProposed */
  async proposeEdition(draft: EditionDraft, actor: Actor): Promise<ReferenceChange> {
    return this.propose(this.data.readEdition(draft), draft.reason, actor);
  }

  /**
   * Confirms a change, which counts from then on.
   * @throws ReferenceChangeNotFound, SecondPersonNeeded, AccountMadeByProposer, ChangeAlreadyDecided, and what
   *   {@link ReferenceData.check} throws
   */
  async confirm(id: string, version: number, actor: Actor): Promise<ReferenceChange> {
    const confirmed = await this.transactions.run(async () => {
      await this.changes.lockConfirmations();
      const decision = this.decision(version, actor);
      const change = await this.change(id);
      const since = new Date(decision.now.getTime() - MADE_ACCOUNT_DAYS * DAY_MS);
      const isAccountOfProposer = await this.changes.hasMadeAccount(change.proposerId, actor.id, since);
      const changed = confirm(change, decision, isAccountOfProposer);
      this.data.check(changed.content, await this.changes.confirmed(), dayOf(decision.now));
      await this.changes.decide(changed, auditEntry(changed, 'confirmed', decision));
      return changed;
    });
    await this.refresh();
    return confirmed;
  }

  /** @throws ReferenceChangeNotFound, SecondPersonNeeded, ChangeAlreadyDecided, InvalidInput */
  async decline(id: string, version: number, reason: string, actor: Actor): Promise<ReferenceChange> {
    const decision = this.decision(version, actor);
    const changed = decline(await this.change(id), reason, decision);
    await this.changes.decide(changed, auditEntry(changed, 'declined', decision));
    return changed;
  }

  /** @throws ReferenceChangeNotFound, NotYourProposal, ChangeAlreadyDecided */
  async withdraw(id: string, version: number, actor: Actor): Promise<ReferenceChange> {
    const decision = this.decision(version, actor);
    const changed = withdraw(await this.change(id), decision);
    await this.changes.decide(changed, auditEntry(changed, 'withdrawn', decision));
    return changed;
  }

  /**
   * Applies the confirmed changes in this process. One after the other, so that an older reading does not come last.
   */
  refresh(): Promise<void> {
    const refreshed = this.lastRefresh.then(async () => this.data.apply(await this.changes.confirmed()));
    this.lastRefresh = refreshed.catch(() => {});
    return refreshed;
  }

  private async propose(content: ChangeContent, reason: string, actor: Actor): Promise<ReferenceChange> {
    const now = this.clock.now();
    this.data.check(content, await this.changes.confirmed(), dayOf(now));
    const change = propose(content, reason, { id: this.ids.uuid(), now, actor });
    await this.changes.add(change, auditEntry(change, 'proposed', { actor, now }));
    return change;
  }

  private decision(version: number, actor: Actor): Decision {
    return { version, actor, now: this.clock.now() };
  }
}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

function auditEntry(
  { id, content, reason, decisionReason }: ReferenceChange,
  verb: string,
  { actor, now }: Pick<Decision, 'actor' | 'now'>,
): AuditEntry {
  const facts =
    content.kind === 'analyteName'
      ? { name: content.name, panel: content.panel, analyte: content.analyte, scope: content.scope }
      : { rule: content.edition.id, edition: content.edition.edition };
  return {
    at: now,
    actor,
    action: `reference-change.${verb}`,
    subject: `reference-change:${id}`,
    before: null,
    after: { ...facts, reason: decisionReason ?? reason },
  };
}
