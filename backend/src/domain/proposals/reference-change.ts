import type { Actor } from '../shared/audit.js';
import { DomainError, domainError, type FieldError, InvalidInput } from '../shared/domain-error.js';

/** What can change: what a printed name means, or our reading of a rule. */
export const CHANGE_KINDS = ['analyteName', 'ruleEdition'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `withdrawn`: by the person who proposed it. */
export const CHANGE_STATES = ['proposed', 'confirmed', 'declined', 'withdrawn'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Maximum length of a reason in characters. */
export const REASON_MAX = 1000;

/** "This printed name means this analyte." */
export interface NameContent {
  readonly kind: 'analyteName';
  /** As printed. */
  readonly name: string;
  /** The panel under which it is printed. */
  readonly panel: string;
  /** Key of the analyte. */
  readonly analyte: string;
  /** Whether it means the analyte only in the analyte's own panel, or wherever it is printed. */
  readonly scope: 'panel' | 'everywhere';
}

/** A new edition of a rule, complete. Only `ReferenceData` knows its other fields. */
export interface EditionContent {
  readonly kind: 'ruleEdition';
  readonly edition: Readonly<Record<string, unknown>> & { readonly id: string; readonly edition: number };
}

export type ChangeContent = NameContent | EditionContent;

/** A change to the reference data that counts once a second person confirmed it. */
export interface ReferenceChange {
  readonly id: string;
  readonly kind: ChangeKind;
  /** What it changes, for people and for telling proposals apart: a printed name, or the id of a rule. */
  readonly subject: string;
  readonly content: ChangeContent;
  /** Why it is proposed. */
  readonly reason: string;
  readonly state: ChangeState;
  readonly proposedAt: Date;
  readonly proposerId: string;
  /** Name of the person who proposed it. */
  readonly proposedBy: string;
  readonly decidedAt: Date | null;
  readonly deciderId: string | null;
  /** Name of the person who confirmed, declined or withdrew it. */
  readonly decidedBy: string | null;
  /** Why it was declined. */
  readonly decisionReason: string | null;
  /** Optimistic lock; starts at 1. */
  readonly version: number;
}

export class ReferenceChangeNotFound extends domainError(
  'not-found',
  'reference-change-not-found',
  "We couldn't find this proposal. Reload the list of changes.",
) {}

/** The person who proposed a change cannot confirm or decline it. */
export class SecondPersonNeeded extends domainError(
  'forbidden',
  'second-person-needed',
  'You proposed this change, so another reviewer has to decide on it. You can withdraw it.',
) {}

/** For so long after creating an account, its creator may still be the one who signs in with it. */
export const MADE_ACCOUNT_DAYS = 30;

/** One person with two accounts is not two people. */
export class AccountMadeByProposer extends domainError(
  'forbidden',
  'second-person-needed',
  `The person who proposed this change made or reset your account in the last ${MADE_ACCOUNT_DAYS} days. ` +
    'Someone else has to confirm it. You can decline it.',
) {}

export class ChangeAlreadyDecided extends domainError(
  'conflict',
  'change-already-decided',
  'Someone decided on this proposal after you opened it. Reload it.',
) {}

/** One proposal for each subject waits at a time. */
export class ChangeAlreadyProposed extends DomainError {
  constructor(subject: string) {
    super(
      'conflict',
      'change-already-proposed',
      `A change of "${subject}" already waits for a second person. Decide on that one first.`,
    );
  }
}

/** Makes a proposal. @throws InvalidInput without a reason */
export function propose(
  content: ChangeContent,
  reason: string,
  { id, now, actor }: { readonly id: string; readonly now: Date; readonly actor: Actor },
): ReferenceChange {
  return {
    id,
    kind: content.kind,
    subject: subjectOf(content),
    content,
    reason: checkedReason(reason),
    state: 'proposed',
    proposedAt: now,
    proposerId: actor.id,
    proposedBy: actor.name,
    decidedAt: null,
    deciderId: null,
    decidedBy: null,
    decisionReason: null,
    version: 1,
  };
}

const subjectOf = (content: ChangeContent): string =>
  content.kind === 'analyteName' ? content.name : content.edition.id;

/** A decision on a proposal, and who makes it when. */
export interface Decision {
  /** The version that the person saw. */
  readonly version: number;
  readonly actor: Actor;
  readonly now: Date;
}

/**
 * @param isAccountOfProposer whether the proposer made or reset the account that confirms in the last {@link MADE_ACCOUNT_DAYS} days
 * @throws ChangeAlreadyDecided, SecondPersonNeeded, AccountMadeByProposer
 */
export function confirm(change: ReferenceChange, decision: Decision, isAccountOfProposer: boolean): ReferenceChange {
  assertOpen(change, decision.version);
  assertSecondPerson(change, decision.actor);
  if (isAccountOfProposer) throw new AccountMadeByProposer();
  return decided(change, 'confirmed', decision, null);
}

/** @throws ChangeAlreadyDecided, SecondPersonNeeded, InvalidInput without a reason */
export function decline(change: ReferenceChange, reason: string, decision: Decision): ReferenceChange {
  assertOpen(change, decision.version);
  assertSecondPerson(change, decision.actor);
  return decided(change, 'declined', decision, checkedReason(reason));
}

/** Withdraws a proposal, which only the proposer can do. @throws ChangeAlreadyDecided, NotYourProposal */
export function withdraw(change: ReferenceChange, decision: Decision): ReferenceChange {
  assertOpen(change, decision.version);
  if (change.proposerId !== decision.actor.id) throw new NotYourProposal();
  return decided(change, 'withdrawn', decision, null);
}

/** Someone else's proposal is declined, not withdrawn. */
export class NotYourProposal extends domainError(
  'forbidden',
  'not-your-proposal',
  'Someone else proposed this change. Decline it instead, with a reason.',
) {}

function assertOpen({ state, version }: ReferenceChange, seen: number): void {
  if (state !== 'proposed' || version !== seen) throw new ChangeAlreadyDecided();
}

function assertSecondPerson({ proposerId }: ReferenceChange, actor: Actor): void {
  if (proposerId === actor.id) throw new SecondPersonNeeded();
}

const decided = (
  change: ReferenceChange,
  state: ChangeState,
  { actor, now }: Decision,
  decisionReason: string | null,
): ReferenceChange => ({
  ...change,
  state,
  decidedAt: now,
  deciderId: actor.id,
  decidedBy: actor.name,
  decisionReason,
  version: change.version + 1,
});

function checkedReason(reason: string): string {
  const trimmed = reason.trim();
  const refuse = (message: string): FieldError[] => [{ field: 'reason', message }];
  if (trimmed === '') throw new InvalidInput(refuse('Say why'));
  if ([...trimmed].length > REASON_MAX)
    throw new InvalidInput(refuse(`Reason can be at most ${REASON_MAX} characters`));
  return trimmed;
}
