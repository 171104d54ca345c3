import { errorMessage } from '../../../../api/api';
import {
  dismissDecision,
  extendDecision,
  holdDecisions,
  listPendingDecisions,
  undoDecision,
} from '../../../../api/generated/sdk-staff.gen';
import type { DecisionOutcomeDto, PendingDecisionDto, WaitingDecisionDto } from '../../../../api/generated/types.gen';
import { countLabel } from '../queue/bulk-decision';
import { type Draft, drafts } from './decision';
import { type Seen, submissionDecision } from './decision-body';

/** A decision on one submission. */
export interface DecidedSubmission {
  readonly seen: Seen;
  /** Names the submission in an error. */
  readonly name: string;
  readonly draft: Draft;
}

/** A decision on one submission, or on all that were selected. */
export interface Decision {
  readonly submissions: readonly DecidedSubmission[];
  /** The URL to open after undoing it. */
  readonly address: string;
  /** Restores the state from before the decision. */
  readonly onUndo?: () => void;
}

/** The outcome of a decision on one submission. */
export interface ShownOutcome {
  readonly submissionId: string;
  readonly name: string;
  /** Why it failed; null unless it did. */
  readonly problem: string | null;
}

export interface ShownDecision {
  /** The server's id, or a number where the server did not take the decision. */
  readonly key: string;
  /** Such as `Approve: Yuzu Seltzer 5 mg` or `Reject 3 submissions`. */
  readonly summary: string;
  readonly state: 'waiting' | 'done' | 'failed';
  /** Until it takes effect; then 0. */
  readonly secondsLeft: number;
  readonly outcomes: readonly ShownOutcome[];
}

type Reviewer = Readonly<Record<'id' | 'name', string>>;

/** Whether this reviewer's decision on the submission is waiting, or was just carried out. False if it failed. */
const isDecided = (decisions: readonly ShownDecision[], id: string): boolean =>
  decisions.some(({ outcomes }) =>
    outcomes.some(({ submissionId, problem }) => submissionId === id && problem === null),
  );

/**
 * The reviewer's decisions that wait on the server, and the outcomes of the last ones. The server carries them out;
 * every page of the console shows them and can undo them until then.
 */
export class PendingDecisions {
  private list: readonly ShownDecision[] = [];
  private reviewer: Reviewer | null = null;
  private readonly listeners = new Set<() => void>();
  /** What was decided on this page, by the server's id. */
  private readonly made = new Map<string, Decision>();
  private refusals = 0;
  /** A response that was requested before a change is outdated. */
  private changes = 0;

  readonly getSnapshot = () => this.list;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  of(id: string): ShownDecision | undefined {
    return this.list.find(({ outcomes }) => outcomes.some(({ submissionId }) => submissionId === id));
  }

  /** Whether a decision on the submission, by this reviewer or another one, will take effect in a few seconds. */
  isBeingDecided({ id, pendingDecision }: DecidedRow): boolean {
    return isDecided(this.list, id) || this.isByAnother(pendingDecision);
  }

  /** True until it is known whose decisions these are. */
  isByAnother(pending: WaitingDecisionDto | null): pending is WaitingDecisionDto {
    return pending !== null && pending.reviewer !== this.reviewer?.name;
  }

  /** Loads the decisions of the person who is signed in. */
  async open(reviewer: Reviewer): Promise<void> {
    if (this.reviewer?.id !== reviewer.id) {
      this.reviewer = null;
      this.made.clear();
      this.show([]);
    }
    await this.refresh();
    this.reviewer = reviewer;
    this.show(this.list);
  }

  /** Asks the server. @returns whether a decision that waited is over */
  async refresh(): Promise<boolean> {
    const { changes } = this;
    const { data } = await listPendingDecisions();
    if (!data || changes !== this.changes) return false;
    const stored = data.map(toShown);
    const waiting = new Set(stored.filter(({ state }) => state === 'waiting').map(({ key }) => key));
    const isOver = this.list.some(({ key, state }) => state === 'waiting' && !waiting.has(key));
    for (const { id, outcomes } of data) for (const outcome of outcomes) this.keepDraft(id, outcome);
    this.show([...stored, ...this.list.filter((one) => isRefusal(one) && !isStored(stored, one))]);
    return isOver;
  }

  /** @returns whether the server took it; otherwise the reason is shown, and what was written is kept */
  async decide(decision: Decision): Promise<boolean> {
    const { submissions } = decision;
    const decisions = submissions.map(({ draft, seen }) => submissionDecision(draft, seen));
    const before = this.list;
    try {
      const { data } = await holdDecisions({ body: { decisions }, throwOnError: true });
      this.made.set(data.id, decision);
      this.change((list) => [...list.filter(({ key }) => key !== data.id), toShown(data)]);
      for (const outcome of data.outcomes) this.keepDraft(data.id, outcome);
      return true;
    } catch (error) {
      for (const { seen, draft } of submissions) drafts.set(seen.id, draft);
      this.refusals += 1;
      const refusal = refused(String(this.refusals), decision, errorMessage(error));
      this.change((list) => [...list, refusal]);
      // The response may have been lost after the server accepted the decision.
      void this.refresh();
      return false;
    } finally {
      for (const earlier of before.filter((one) => isDecidedAnew(one, submissions))) void this.dismiss(earlier.key);
    }
  }

  /** Asks the server to undo a decision. It is shown until it is removed. @throws ApiError when it is too late */
  async undo(key: string): Promise<void> {
    await undoDecision({ path: { id: key }, throwOnError: true });
    this.changes += 1;
  }

  /** Removes a decision that was undone. @returns the URL to open; undefined when it was decided elsewhere */
  remove(key: string): string | undefined {
    const decision = this.made.get(key);
    this.change((list) => list.filter((one) => one.key !== key));
    decision?.onUndo?.();
    return decision?.address;
  }

  /** Gives the reviewer more time: called every few seconds while the focus or the pointer is on the notice. */
  async keepOpen(): Promise<void> {
    for (const { key } of this.list.filter(({ state, secondsLeft }) => state === 'waiting' && secondsLeft > 0)) {
      const { data } = await extendDecision({ path: { id: key } });
      if (data) this.change((list) => list.map((one) => (one.key === key ? toShown(data) : one)));
    }
  }

  /** Dismisses a decision that failed. */
  async dismiss(key: string): Promise<void> {
    const decision = this.list.find((one) => one.key === key);
    this.change((list) => list.filter((one) => one.key !== key));
    if (decision && !isRefusal(decision)) await dismissDecision({ path: { id: key } });
  }

  /** If a decision failed, its draft is kept on the submission's page. */
  private keepDraft(key: string, { submissionId, state }: DecisionOutcomeDto): void {
    const decided = this.made.get(key)?.submissions.find(({ seen }) => seen.id === submissionId);
    if (!decided || state === 'waiting') return;
    if (state === 'failed') drafts.set(submissionId, decided.draft);
    else if (drafts.get(submissionId) === decided.draft) drafts.delete(submissionId);
  }

  private change(changed: (list: readonly ShownDecision[]) => readonly ShownDecision[]): void {
    this.changes += 1;
    this.show(changed(this.list));
  }

  private show(list: readonly ShownDecision[]): void {
    this.list = [...list];
    for (const listener of this.listeners) listener();
  }
}

interface DecidedRow {
  readonly id: string;
  readonly pendingDecision: WaitingDecisionDto | null;
}

const SINGLE = { approve: 'Approve', 'request-changes': 'Request changes', reject: 'Reject' } as const;
const SEVERAL = { ...SINGLE, 'request-changes': 'Request changes for' } as const;
const KIND = { approve: 'approve', changes: 'request-changes', reject: 'reject' } as const;

const summaryOf = (kind: keyof typeof SINGLE, names: readonly string[]): string =>
  names.length === 1 ? `${SINGLE[kind]}: ${names[0]}` : `${SEVERAL[kind]} ${countLabel(names.length)}`;

function toShown({ id, secondsToUndo, outcomes }: PendingDecisionDto): ShownDecision {
  const isSingle = outcomes.length === 1;
  const shown = outcomes.map(({ submissionId, productName, reference, problem }) => ({
    submissionId,
    name: isSingle ? productName : `${productName}, ${reference}`,
    problem,
  }));
  const states = outcomes.map(({ state }) => state);
  return {
    key: id,
    summary: summaryOf(
      outcomes[0]?.kind ?? 'reject',
      shown.map(({ name }) => name),
    ),
    state: states.includes('waiting') ? 'waiting' : states.includes('failed') ? 'failed' : 'done',
    secondsLeft: secondsToUndo,
    outcomes: shown,
  };
}

/** A decision that the server did not accept. */
function refused(key: string, { submissions }: Decision, problem: string): ShownDecision {
  const names = submissions.map(({ name }) => name);
  return {
    key,
    summary: summaryOf(KIND[submissions[0]?.draft.kind ?? 'reject'], names),
    state: 'failed',
    secondsLeft: 0,
    outcomes: submissions.map(({ seen, name }) => ({ submissionId: seen.id, name, problem })),
  };
}

const isRefusal = ({ key }: ShownDecision): boolean => /^\d+$/.test(key);

/** Whether the server has a decision on the same submissions, so that only its response was lost. */
const isStored = (stored: readonly ShownDecision[], { outcomes }: ShownDecision): boolean =>
  outcomes.every(({ submissionId }) => isDecided(stored, submissionId));

const isDecidedAnew = ({ state, outcomes }: ShownDecision, submissions: readonly DecidedSubmission[]): boolean =>
  state === 'failed' &&
  outcomes
    .filter(({ problem }) => problem !== null)
    .every(({ submissionId }) => submissions.some(({ seen }) => seen.id === submissionId));

export const pendingDecisions = new PendingDecisions();
