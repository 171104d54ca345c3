/** How long a decision can be undone before it is sent. */
export const UNDO_SECONDS = 6;

/** How long the notice stays after a decision was sent. */
const SENT_SECONDS = 4;

/** A decision on one submission. */
export interface DecisionItem {
  readonly submissionId: string;
  /** Names the submission in an error. */
  readonly name: string;
  /** Its request must outlive the page: it can be closed or reloaded in the moment in which the time to undo ends. */
  readonly send: () => Promise<unknown>;
}

/** A decision on one submission, or on all that were selected. */
export interface Decision {
  /** Such as `Approve: Yuzu Seltzer 5 mg` or `Reject 3 submissions`. */
  readonly summary: string;
  readonly items: readonly DecisionItem[];
  /** The URL to open after undoing it. */
  readonly address: string;
  /** Restores the state from before the decision. */
  readonly onUndo?: () => void;
  /** Called when every item was sent or has failed. */
  readonly onSent?: () => void;
}

/** A submission that could not be decided. */
export interface FailedItem {
  readonly submissionId: string;
  readonly name: string;
  readonly problem: string;
}

export interface PendingDecision extends Decision {
  readonly key: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** Until it is sent, or once sent, until its notice is removed. */
  readonly secondsLeft: number;
  /** How many items the server has answered. */
  readonly answered: number;
  readonly failures: readonly FailedItem[];
}

/** Whether a decision on the submission waits, is being sent or was just sent. False if it failed. */
export const isBeingDecided = (decisions: readonly PendingDecision[], submissionId: string): boolean =>
  decisions.some(
    ({ items, failures }) =>
      items.some((item) => item.submissionId === submissionId) &&
      failures.every((failure) => failure.submissionId !== submissionId),
  );

/**
 * Delayed sending with undo. Each decision waits a few seconds, on any page of the console, and can be undone until then.
 * Closing the page sends the waiting ones at once.
 */
export class PendingDecisions {
  private list: readonly PendingDecision[] = [];
  private isPaused = false;
  private readonly listeners = new Set<() => void>();
  /** The items of each decision that have not been sent yet. */
  private readonly unsent = new Map<string, DecisionItem[]>();
  private count = 0;

  readonly getSnapshot = () => this.list;

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

  /** @returns whether it could still be undone */
  undo(key: string): boolean {
    const decision = this.list.find((one) => one.key === key);
    if (decision?.state !== 'waiting') return false;
    this.dismiss(key);
    decision.onUndo?.();
    return true;
  }

  dismiss(key: string): void {
    this.show(this.list.filter((one) => one.key !== key));
  }

  /** Stops the clock while the focus or the pointer is on the notice, so that it does not disappear. */
  setPaused(isHeld: boolean): void {
    this.isPaused = isHeld;
  }

  /** Called every second. */
  tick(): void {
    if (this.isPaused) return;
    const isOver = ({ state, secondsLeft }: PendingDecision) => state === 'sent' && secondsLeft === 0;
    const due = this.list.filter(({ state, secondsLeft }) => state === 'waiting' && secondsLeft === 0);
    this.show(
      this.list.filter((one) => !isOver(one)).map((one) => ({ ...one, secondsLeft: Math.max(0, one.secondsLeft - 1) })),
    );
    for (const decision of due) void this.sendItems(decision);
  }

  /** Sends all waiting decisions. If the page is being closed, also the unsent items of those being sent. */
  sendAll(isLeaving: boolean): void {
    for (const decision of this.list.filter(({ state }) => state === 'waiting'))
      void this.sendItems(decision, isLeaving);
    if (!isLeaving) return;
    for (const [key, items] of this.unsent) for (const item of items.splice(0)) void this.send(key, item);
  }

  /** Sequential: parallel requests would wait for each other's row locks. */
  private async sendItems(decision: PendingDecision, isLeaving = false): Promise<void> {
    const { key } = decision;
    const items = [...decision.items];
    this.unsent.set(key, items);
    this.change(key, () => ({ state: 'sending' }));
    if (isLeaving) return;
    for (let item = items.shift(); item !== undefined; item = items.shift()) await this.send(key, item);
  }

  private async send(key: string, item: DecisionItem): Promise<void> {
    const { submissionId, name } = item;
    let failure: FailedItem[] = [];
    try {
      await item.send();
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

/** What remains of an earlier decision once some of its submissions are decided again. */
function withoutDecided(decision: PendingDecision, ids: ReadonlySet<string>): PendingDecision[] {
  const isLeft = ({ submissionId }: { submissionId: string }) => !ids.has(submissionId);
  if (decision.items.every(isLeft)) return [decision];
  const failures = decision.failures.filter(isLeft);
  return decision.state === 'failed' && failures.length > 0 ? [{ ...decision, failures }] : [];
}

export const pendingDecisions = new PendingDecisions();
