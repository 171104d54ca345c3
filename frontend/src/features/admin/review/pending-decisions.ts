/** How long a decision can be taken back before anybody is told of it. */
export const UNDO_SECONDS = 6;

/** How long it is said that a decision was sent. */
const SENT_SECONDS = 4;

/** A decision on one submission. */
export interface DecisionItem {
  readonly submissionId: string;
  /** What to call the submission where it could not be decided. */
  readonly name: string;
  /** @param isLeaving the page is about to go, and the request has to outlive it */
  readonly send: (isLeaving: boolean) => Promise<unknown>;
}

/** What was decided in one go: one submission, or all that were selected. */
export interface Decision {
  /** As a sentence begins: `Approve: Yuzu Seltzer 5 mg`, `Reject 3 submissions`. */
  readonly what: string;
  readonly items: readonly DecisionItem[];
  /** Where its reviewer goes on after taking it back. */
  readonly address: string;
  /** Puts back what was there before it, when it is taken back. */
  readonly onUndo?: () => void;
  /** Every item was sent, or failed. */
  readonly onSent?: () => void;
}

/** A submission that could not be decided. */
export interface FailedItem {
  readonly submissionId: string;
  readonly name: string;
  /** Why. */
  readonly problem: string;
}

export interface PendingDecision extends Decision {
  readonly key: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** While waiting: until it is sent. Once sent: until that is no longer said. */
  readonly secondsLeft: number;
  /** How many items were answered. */
  readonly answered: number;
  readonly failures: readonly FailedItem[];
}

/** Whether a submission has just been decided, and not in vain. */
export const isUnderWay = (decisions: readonly PendingDecision[], submissionId: string): boolean =>
  decisions.some(
    ({ items, failures }) =>
      items.some((item) => item.submissionId === submissionId) &&
      failures.every((failure) => failure.submissionId !== submissionId),
  );

/**
 * Decisions that were made and may still be taken back. Each waits a few seconds on its own, whatever page is in view;
 * leaving the page counts as deciding, so what still waits is then sent at once instead of asking again.
 */
export class PendingDecisions {
  private list: readonly PendingDecision[] = [];
  private isHeld = false;
  private readonly listeners = new Set<() => void>();
  /** What of each decision under way has not been sent yet. */
  private readonly unsent = new Map<string, DecisionItem[]>();
  private count = 0;

  readonly shown = () => this.list;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  of(submissionId: string): PendingDecision | undefined {
    return this.list.find(({ items }) => items.some((item) => item.submissionId === submissionId));
  }

  /** @returns its key */
  decide(decision: Decision): string {
    const ids = new Set(decision.items.map(({ submissionId }) => submissionId));
    const others = this.list.flatMap((other) => withoutDecided(other, ids));
    this.count += 1;
    const key = String(this.count);
    this.show([
      ...others,
      { ...decision, key, state: 'waiting', secondsLeft: UNDO_SECONDS, answered: 0, failures: [] },
    ]);
    return key;
  }

  /** @returns whether it could still be taken back */
  undo(key: string): boolean {
    const decision = this.list.find((one) => one.key === key);
    if (decision?.state !== 'waiting') return false;
    this.forget(key);
    decision.onUndo?.();
    return true;
  }

  forget(key: string): void {
    this.show(this.list.filter((one) => one.key !== key));
  }

  /** While somebody is at the notice, nothing in it may go away. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  /** One second has passed. */
  tick(): void {
    if (this.isHeld) return;
    const isOver = ({ state, secondsLeft }: PendingDecision) => state === 'sent' && secondsLeft === 0;
    const due = this.list.filter(({ state, secondsLeft }) => state === 'waiting' && secondsLeft === 0);
    this.show(
      this.list.filter((one) => !isOver(one)).map((one) => ({ ...one, secondsLeft: Math.max(0, one.secondsLeft - 1) })),
    );
    for (const decision of due) void this.carryOut(decision);
  }

  /** Sends what still waits, and when the page is about to go, also the rest of what is being sent. */
  sendAll(isLeaving: boolean): void {
    for (const decision of this.list.filter(({ state }) => state === 'waiting'))
      void this.carryOut(decision, isLeaving);
    if (!isLeaving) return;
    for (const [key, items] of this.unsent) for (const item of items.splice(0)) void this.send(key, item, true);
  }

  /** One after the other: many at once would wait for each other in the database. */
  private async carryOut(decision: PendingDecision, isLeaving = false): Promise<void> {
    const { key } = decision;
    const items = [...decision.items];
    this.unsent.set(key, items);
    this.change(key, () => ({ state: 'sending' }));
    if (isLeaving) return;
    for (let item = items.shift(); item !== undefined; item = items.shift()) await this.send(key, item, false);
  }

  private async send(key: string, item: DecisionItem, isLeaving: boolean): Promise<void> {
    const { submissionId, name } = item;
    let failure: FailedItem[] = [];
    try {
      await item.send(isLeaving);
    } catch (error) {
      failure = [{ submissionId, name, problem: error instanceof Error ? error.message : String(error) }];
    }
    this.change(key, ({ answered, failures }) => ({ answered: answered + 1, failures: [...failures, ...failure] }));
    const decision = this.list.find((one) => one.key === key);
    if (!decision || decision.answered < decision.items.length) return;
    this.unsent.delete(key);
    this.change(key, ({ failures }) =>
      failures.length > 0 ? { state: 'failed' } : { state: 'sent', secondsLeft: SENT_SECONDS },
    );
    decision.onSent?.();
  }

  private change(key: string, changed: (decision: PendingDecision) => Partial<PendingDecision>): void {
    this.show(this.list.map((one) => (one.key === key ? { ...one, ...changed(one) } : one)));
  }

  private show(list: readonly PendingDecision[]): void {
    this.list = list;
    for (const listener of this.listeners) listener();
  }
}

/** What is left to say of a decision once some of its submissions are decided anew. */
function withoutDecided(decision: PendingDecision, ids: ReadonlySet<string>): PendingDecision[] {
  const isLeft = ({ submissionId }: { submissionId: string }) => !ids.has(submissionId);
  if (decision.items.every(isLeft)) return [decision];
  const failures = decision.failures.filter(isLeft);
  return decision.state === 'failed' && failures.length > 0 ? [{ ...decision, failures }] : [];
}

export const pendingDecisions = new PendingDecisions();
