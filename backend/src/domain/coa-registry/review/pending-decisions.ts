import type { Actor } from '../../shared/audit.js';
import { DomainError, domainError } from '../../shared/domain-error.js';
import { Clock, Ids, Transactions } from '../../shared/ports.js';
import { leaseUntil } from '../../shared/retry-policy.js';
import type { Certificate } from '../certificate/certificate.js';
import { CertificateNotFound } from '../certificate/certificate-lifecycle.js';
import type { CommentDraft } from '../certificate/review-comment.js';
import { CertificateReview, type SeenSubmission } from './certificate-review.js';
import type { Approval } from './review.js';

export const DECISION_KINDS = ['approve', 'request-changes', 'reject'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** What a reviewer decides about a submission, and what they saw of it. */
export type ReviewDecision =
  | { readonly kind: 'approve'; readonly seen: SeenSubmission; readonly approval: Approval }
  | { readonly kind: 'request-changes'; readonly version: number; readonly comments: readonly CommentDraft[] }
  | { readonly kind: 'reject'; readonly version: number; readonly reason: string };

/** A decision on one submission. */
export interface SubmissionDecision {
  readonly certificateId: string;
  readonly decision: ReviewDecision;
}

/** `waiting`: it can be undone, or is about to be carried out. `failed`: it was not carried out. */
export const DECISION_STATES = ['waiting', 'done', 'failed'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** The outcome of a decision on one submission. */
export interface DecisionOutcome {
  readonly certificateId: string;
  readonly reference: string;
  readonly productName: string;
  readonly kind: DecisionKind;
  readonly state: DecisionState;
  /** Why it failed, and what to do next; null unless it did. */
  readonly problem: string | null;
}

/** What a reviewer decided in one request, on one submission or several. */
export interface PendingDecision {
  readonly id: string;
  readonly takesEffectAt: Date;
  /** By product name. */
  readonly outcomes: readonly DecisionOutcome[];
}

/** A decision that waits, as other reviewers see it. */
export interface WaitingDecision {
  readonly certificateId: string;
  readonly kind: DecisionKind;
  readonly reviewer: string;
  readonly takesEffectAt: Date;
}

/** A decision on one submission, as stored. */
export interface StoredDecision extends SubmissionDecision {
  readonly id: string;
  /** What {@link PendingDecision} it is part of. */
  readonly decisionId: string;
  readonly actor: Actor;
  readonly createdAt: Date;
  readonly takesEffectAt: Date;
}

/** When a decision was made and takes effect, and the states of its parts. */
export interface DecisionTimes {
  readonly createdAt: Date;
  readonly takesEffectAt: Date;
  readonly states: readonly DecisionState[];
}

/** Stores decisions until they are carried out, and their outcomes for a while. */
export abstract class PendingDecisionRepository {
  /**
   * Stores decisions that wait, except where another one waits for the same submission.
   * @returns the ids of the certificates whose decision was stored
   */
  abstract add(decisions: readonly StoredDecision[]): Promise<ReadonlySet<string>>;
  /** Stores a decision that was refused. */
  abstract addFailed(decision: StoredDecision, problem: string): Promise<void>;
  /** A reviewer's decisions that wait, that failed, or that ended after a time; oldest first. */
  abstract ofReviewer(actorId: string, endedAfter: Date): Promise<readonly PendingDecision[]>;
  /** The decisions that wait for these certificates, at most one for each. */
  abstract waitingFor(certificateIds: readonly string[]): Promise<readonly WaitingDecision[]>;
  /** Locks a reviewer's decision until the transaction ends. @returns null when there is none */
  abstract lockWhole(id: string, actorId: string): Promise<DecisionTimes | null>;
  abstract postpone(id: string, takesEffectAt: Date): Promise<void>;
  abstract remove(id: string): Promise<void>;
  /** Leases decisions on single submissions that are due. @returns their ids */
  abstract claim(limit: number, now: Date, leasedUntil: Date): Promise<readonly string[]>;
  /** Locks a decision on one submission until the transaction ends. @returns null unless it still waits */
  abstract lockWaiting(id: string): Promise<StoredDecision | null>;
  /** Ends a decision that waits, and deletes the texts in it. @param problem why it failed; null when it is done */
  abstract end(id: string, at: Date, problem: string | null): Promise<void>;
  /** Deletes decisions that ended before a time. */
  abstract purge(endedBefore: Date): Promise<void>;
}

/** The accounts of staff, as far as decisions need them. */
export abstract class Reviewers {
  /** @throws AccountNotFound, AccountDisabled, PasswordChangeRequired, NotPermitted */
  abstract assertMayReview(accountId: string): Promise<void>;
}

/** Another decision on the submission waits to be carried out. */
export class DecisionPending extends DomainError {
  constructor(reviewer: string | undefined) {
    const who = reviewer ?? 'Someone';
    super(
      'conflict',
      'decision-pending',
      `${who} has just decided on this submission. Wait a few seconds, then reload it to see the decision.`,
    );
  }
}

export class DecisionNotFound extends domainError(
  'not-found',
  'decision-not-found',
  "We couldn't find this decision. It was undone, or took effect a while ago. Open the submission to see which.",
) {}

/** The time in which it could be undone is over. */
export class TooLateToUndo extends domainError(
  'conflict',
  'too-late-to-undo',
  "It's too late to undo this decision. Open the submission to see it. You can withdraw or amend what was published.",
) {}

/** Submissions that one request can decide. */
export const DECISIONS_MAX = 100;

/** How long a decision can be kept open: a page that someone left open must not block other reviewers. */
const KEPT_OPEN_MINUTES = 10;

/** How long the reviewer is shown that a decision was carried out. */
const SHOWN_SECONDS = 5;

/** Carrying out a decision takes a moment, so a lease runs out only if its process died. */
const LEASE_SECONDS = 30;

/** A reviewer who is away for a weekend still learns what failed. */
const KEPT_DAYS = 30;

const later = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

/** Whole seconds in which a decision can still be undone; 0 when it is due. */
export const secondsToUndo = ({ takesEffectAt }: Pick<PendingDecision, 'takesEffectAt'>, now: Date): number =>
  Math.max(0, Math.ceil((takesEffectAt.getTime() - now.getTime()) / 1000));

/**
 * Decisions that reviewers can undo for a few seconds. They are stored, so that any process can carry them out after
 * the page was closed (decision 0039).
 */
export class PendingDecisions {
  constructor(
    private readonly decisions: PendingDecisionRepository,
    private readonly review: CertificateReview,
    private readonly reviewers: Reviewers,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly undoSeconds: number,
  ) {}

  /**
   * Decides after the time to undo. Each decision is checked now, and again when it is carried out.
   * @param drafts from 1 to {@link DECISIONS_MAX}, each on another submission. Of several, those that can't be decided that
   * way are `failed` in the answer
   * @throws CertificateNotFound; of a single decision also DecisionPending and what {@link CertificateReview} throws
   */
  async hold(drafts: readonly SubmissionDecision[], actor: Actor): Promise<PendingDecision> {
    const refused = new Map<string, DomainError>();
    for (const draft of drafts) {
      const error = await this.rehearse(draft, actor);
      if (error) refused.set(draft.certificateId, error);
    }
    const [error] = refused.values();
    if (error && drafts.length === 1) throw error;
    const decisionId = this.ids.uuid();
    const createdAt = this.clock.now();
    const times = { createdAt, takesEffectAt: later(createdAt, this.undoSeconds) };
    const rows = drafts.map((draft) => ({ ...draft, ...times, id: this.ids.uuid(), decisionId, actor }));
    await this.transactions.run(() => this.store(rows, refused));
    return this.found(decisionId, actor);
  }

  /** The reviewer's decisions that wait, that failed and were not dismissed, or that were carried out just now. */
  ofReviewer(actor: Actor): Promise<readonly PendingDecision[]> {
    return this.decisions.ofReviewer(actor.id, later(this.clock.now(), -SHOWN_SECONDS));
  }

  /** The decisions that wait for these certificates. @returns them by the id of the certificate */
  async waitingFor(certificateIds: readonly string[]): Promise<ReadonlyMap<string, WaitingDecision>> {
    const waiting = certificateIds.length === 0 ? [] : await this.decisions.waitingFor(certificateIds);
    return new Map(waiting.map((decision) => [decision.certificateId, decision]));
  }

  /** @throws DecisionNotFound, TooLateToUndo */
  undo(id: string, actor: Actor): Promise<void> {
    return this.transactions.run(async () => {
      await this.assertOpen(id, actor);
      await this.decisions.remove(id);
    });
  }

  /**
   * Starts the time to undo again, because the reviewer is still looking at the decision; for ten minutes at most.
   * @throws DecisionNotFound, TooLateToUndo
   */
  async keepOpen(id: string, actor: Actor): Promise<PendingDecision> {
    await this.transactions.run(async () => {
      const { createdAt } = await this.assertOpen(id, actor);
      const now = this.clock.now();
      if (now < later(createdAt, KEPT_OPEN_MINUTES * 60)) {
        await this.decisions.postpone(id, later(now, this.undoSeconds));
      }
    });
    return this.found(id, actor);
  }

  /** Deletes a decision that ended. @throws DecisionNotFound when there is none, or it still waits */
  dismiss(id: string, actor: Actor): Promise<void> {
    return this.transactions.run(async () => {
      const times = await this.decisions.lockWhole(id, actor.id);
      if (!times || times.states.includes('waiting')) throw new DecisionNotFound();
      await this.decisions.remove(id);
    });
  }

  /** Leases decisions that are due. @returns the id of each on one submission */
  claim(limit: number): Promise<readonly string[]> {
    const now = this.clock.now();
    return this.decisions.claim(limit, now, leaseUntil(now, LEASE_SECONDS));
  }

  /**
   * Carries out a decision on one submission, in one transaction: after a crash, all of it is done again. A decision
   * that is no longer possible is dropped, and its reviewer is told why.
   */
  async carryOut(id: string): Promise<boolean> {
    try {
      await this.transactions.run(async () => {
        const stored = await this.decisions.lockWaiting(id);
        if (!stored) return;
        await this.reviewers.assertMayReview(stored.actor.id);
        await this.decide(stored, stored.actor);
        await this.decisions.end(id, this.clock.now(), null);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.decisions.end(id, this.clock.now(), error.message);
    }
    return true;
  }

  purge(): Promise<void> {
    return this.decisions.purge(later(this.clock.now(), -KEPT_DAYS * 86_400));
  }

  /**
   * Decides in a transaction that is rolled back.
   * @returns why it can't be decided; null if it can.
   * @throws CertificateNotFound
   */
  private async rehearse(draft: SubmissionDecision, actor: Actor): Promise<DomainError | null> {
    const rollback = new Error('It can be decided');
    const error = await this.transactions
      .run(async () => {
        await this.decide(draft, actor);
        throw rollback;
      })
      .catch((thrown: unknown) => thrown);
    if (error === rollback) return null;
    if (!(error instanceof DomainError) || error instanceof CertificateNotFound) throw error;
    return error;
  }

  /** Stores the decisions that were not refused as waiting. If there are several, stores the refused ones as failed. */
  private async store(rows: readonly StoredDecision[], refused: ReadonlyMap<string, DomainError>): Promise<void> {
    const added = await this.decisions.add(rows.filter(({ certificateId }) => !refused.has(certificateId)));
    const others = await this.waitingFor(rows.map(({ certificateId }) => certificateId));
    for (const row of rows.filter(({ certificateId }) => !added.has(certificateId))) {
      const { certificateId } = row;
      const error = refused.get(certificateId) ?? new DecisionPending(others.get(certificateId)?.reviewer);
      if (rows.length === 1) throw error;
      await this.decisions.addFailed(row, error.message);
    }
  }

  private decide({ certificateId, decision }: SubmissionDecision, actor: Actor): Promise<Certificate> {
    if (decision.kind === 'approve') {
      return this.review.approve(certificateId, decision.seen, decision.approval, actor);
    }
    if (decision.kind === 'reject') {
      return this.review.reject(certificateId, decision.version, decision.reason, actor);
    }
    return this.review.requestChanges(certificateId, decision.version, decision.comments, actor);
  }

  /** Locks a decision that can still be undone. Parts of it may have been refused immediately. */
  private async assertOpen(id: string, actor: Actor): Promise<DecisionTimes> {
    const times = await this.decisions.lockWhole(id, actor.id);
    if (!times) throw new DecisionNotFound();
    const { states, takesEffectAt } = times;
    const isOpen = states.includes('waiting') && !states.includes('done') && this.clock.now() < takesEffectAt;
    if (!isOpen) throw new TooLateToUndo();
    return times;
  }

  private async found(id: string, actor: Actor): Promise<PendingDecision> {
    const decision = (await this.ofReviewer(actor)).find((one) => one.id === id);
    if (!decision) throw new DecisionNotFound();
    return decision;
  }
}
