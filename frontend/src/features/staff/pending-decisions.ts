/** How long a decision can be taken back before anybody is told of it. */
export const UNDO_SECONDS = 6;

/** How long it is said that a decision was sent. */
const SENT_SECONDS = 4;

export interface Decision {
  readonly submissionId: string;
  /** What was decided, as a sentence begins: `Approve Yuzu Seltzer 5 mg`. */
  readonly what: string;
  /** @param isLeaving the page is about to go, and the request has to outlive it */
  readonly send: (isLeaving: boolean) => Promise<unknown>;
}

export interface PendingDecision extends Decision {
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** While waiting: until it is sent. Once sent: until that is no longer said. */
  readonly secondsLeft: number;
  /** Why it could not be carried out. */
  readonly problem?: string;
}

/**
 * Decisions that were made and may still be taken back. Each waits a few seconds on its own, whatever page is in view;
 * whoever leaves altogether has decided, so what still waits is then sent at once instead of asking again.
 */
export class PendingDecisions {
  private list: readonly PendingDecision[] = [];
  private isHeld = false;
  private readonly listeners = new Set<() => void>();

  readonly shown = () => this.list;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  of(submissionId: string): PendingDecision | undefined {
    return this.list.find((one) => one.submissionId === submissionId);
  }

  decide(decision: Decision): void {
    const others = this.list.filter(({ submissionId }) => submissionId !== decision.submissionId);
    this.show([...others, { ...decision, state: 'waiting', secondsLeft: UNDO_SECONDS }]);
  }

  /** @returns whether it could still be taken back */
  undo(submissionId: string): boolean {
    const isInTime = this.of(submissionId)?.state === 'waiting';
    if (isInTime) this.forget(submissionId);
    return isInTime;
  }

  forget(submissionId: string): void {
    this.show(this.list.filter((one) => one.submissionId !== submissionId));
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
    for (const decision of due) void this.carryOut(decision, false);
  }

  /** Sends what still waits. */
  sendAll(isLeaving: boolean): void {
    for (const decision of this.list.filter(({ state }) => state === 'waiting')) {
      void this.carryOut(decision, isLeaving);
    }
  }

  private async carryOut(decision: PendingDecision, isLeaving: boolean): Promise<void> {
    const { submissionId } = decision;
    this.change(submissionId, { state: 'sending' });
    try {
      await decision.send(isLeaving);
      this.change(submissionId, { state: 'sent', secondsLeft: SENT_SECONDS });
    } catch (error) {
      this.change(submissionId, { state: 'failed', problem: error instanceof Error ? error.message : String(error) });
    }
  }

  private change(submissionId: string, changed: Partial<PendingDecision>): void {
    this.show(this.list.map((one) => (one.submissionId === submissionId ? { ...one, ...changed } : one)));
  }

  private show(list: readonly PendingDecision[]): void {
    this.list = list;
    for (const listener of this.listeners) listener();
  }
}

export const pendingDecisions = new PendingDecisions();
