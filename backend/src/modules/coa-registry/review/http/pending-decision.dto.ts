import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, IsUUID, ValidateIf, ValidateNested } from 'class-validator';
import {
  DECISION_KINDS,
  DECISION_STATES,
  DECISIONS_MAX,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionState,
  type PendingDecision,
  type ReviewDecision,
  type SubmissionDecision,
  secondsToUndo,
  type WaitingDecision,
} from '../../../../domain/coa-registry/review/pending-decisions.js';
import { type FieldError, InvalidInput } from '../../../../domain/shared/domain-error.js';
import { Integer, OneOf, TextOrNull, Time, Uuid } from '../../../../platform/http/response-fields.js';
import { ApprovalDto, CommentsDto, RejectionDto, toApproval } from './decision.dto.js';

const SUBMISSION = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** One of the three decisions, or left out. */
const OptionalDecision = (Dto: new () => object, description: string) =>
  applyDecorators(
    ApiPropertyOptional({ description, type: Dto }),
    ValidateIf((_, value) => value !== undefined),
    Type(() => Dto),
    ValidateNested(),
    IsObject({ message: 'Write the decision as an object' }),
  );

/** A decision on one submission: exactly one of its three bodies. */
export class SubmissionDecisionDto {
  @Uuid('Identity of the submission', SUBMISSION)
  @IsUUID('all', { message: 'Name the submission by its id' })
  submissionId!: string;

  @OptionalDecision(ApprovalDto, 'Publishes it; the body of `approveSubmission`')
  approval?: ApprovalDto;

  @OptionalDecision(RejectionDto, 'Rejects it; the body of `rejectSubmission`')
  rejection?: RejectionDto;

  @OptionalDecision(CommentsDto, 'Asks the submitter for changes; the body of `requestChanges`')
  changeRequest?: CommentsDto;
}

export class HeldDecisionDto {
  @ApiProperty({
    description: 'What is decided together and can be undone together: each on another submission',
    type: [SubmissionDecisionDto],
    minItems: 1,
    maxItems: DECISIONS_MAX,
    example: [{ submissionId: SUBMISSION, rejection: { version: 1, reason: 'The certificate is for another batch.' } }],
  })
  @Type(() => SubmissionDecisionDto)
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: 'Write each decision as an object' })
  @ArrayMaxSize(DECISIONS_MAX, { message: `Decide at most ${DECISIONS_MAX} submissions at a time` })
  @ArrayMinSize(1, { message: 'Send at least one decision' })
  @IsArray({ message: 'Send at least one decision' })
  decisions!: SubmissionDecisionDto[];
}

/** A decision that waits, for everyone who opens the submission. */
export class WaitingDecisionDto {
  @OneOf(DECISION_KINDS, 'DecisionKind', 'What was decided', 'approve')
  kind!: DecisionKind;

  @ApiProperty({ description: 'Who decided', example: 'robin' })
  reviewer!: string;

  @Time('When it takes effect, unless the reviewer undoes it', '2026-11-20T15:04:11.000Z')
  takesEffectAt!: Date;
}

export const WaitingDecisionOrNull = () =>
  ApiProperty({
    description: 'A decision that can still be undone, or is about to be carried out; null without one',
    type: WaitingDecisionDto,
    nullable: true,
    example: null,
  });

/** The outcome of a decision on one submission. */
export class DecisionOutcomeDto {
  @Uuid('Identity of the submission', SUBMISSION)
  submissionId!: string;

  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Its product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @OneOf(DECISION_KINDS, 'DecisionKind', 'What was decided', 'reject')
  kind!: DecisionKind;

  @OneOf(
    DECISION_STATES,
    'DecisionState',
    '`waiting`: not yet carried out. `done`: carried out. `failed`: not carried out, and it will not be',
    'waiting',
  )
  state!: DecisionState;

  @TextOrNull('Why it failed, and what to do next; null unless it did', null)
  problem!: string | null;
}

/** Decisions that were made together. */
export class PendingDecisionDto {
  @Uuid('Identity of the decision', '7c9e6679-7425-40de-944b-e07fc1f90ae7')
  id!: string;

  @Time('When it takes effect, unless it is undone', '2026-11-20T15:04:11.000Z')
  takesEffectAt!: Date;

  @Integer('Seconds in which it can still be undone; 0 when it is about to be carried out or was', 6)
  secondsToUndo!: number;

  @ApiProperty({ description: 'What became of it, by product', type: [DecisionOutcomeDto] })
  outcomes!: readonly DecisionOutcomeDto[];
}

export const toWaitingDecisionDto = ({ kind, reviewer, takesEffectAt }: WaitingDecision): WaitingDecisionDto => ({
  kind,
  reviewer,
  takesEffectAt,
});

export const toPendingDecisionDto = (decision: PendingDecision, now: Date): PendingDecisionDto => ({
  id: decision.id,
  takesEffectAt: decision.takesEffectAt,
  secondsToUndo: secondsToUndo(decision, now),
  outcomes: decision.outcomes.map(toOutcomeDto),
});

const toOutcomeDto = (outcome: DecisionOutcome): DecisionOutcomeDto => ({
  submissionId: outcome.certificateId,
  reference: outcome.reference,
  productName: outcome.productName,
  kind: outcome.kind,
  state: outcome.state,
  problem: outcome.problem,
});

const BODIES = ['approval', 'rejection', 'changeRequest'] as const;

const bodiesIn = (sent: SubmissionDecisionDto) => BODIES.filter((name) => sent[name] !== undefined);

/** @throws InvalidInput where there is not exactly one decision on a submission */
export function submissionDecisions({ decisions }: HeldDecisionDto): SubmissionDecision[] {
  const seen = new Set<string>();
  const wrong = decisions.flatMap((sent, index): FieldError[] => {
    const field = `decisions.${index}`;
    if (bodiesIn(sent).length !== 1) return [{ field, message: `Send exactly one of ${BODIES.join(', ')}` }];
    const id = sent.submissionId.toLowerCase();
    if (seen.has(id)) return [{ field: `${field}.submissionId`, message: 'Decide each submission once' }];
    seen.add(id);
    return [];
  });
  if (wrong.length > 0) throw new InvalidInput(wrong);
  return decisions.map((sent) => ({ certificateId: sent.submissionId.toLowerCase(), decision: decisionIn(sent) }));
}

function decisionIn({ approval, rejection, changeRequest }: SubmissionDecisionDto): ReviewDecision {
  if (approval) return { kind: 'approve', ...toApproval(approval) };
  if (rejection) return { kind: 'reject', version: rejection.version, reason: rejection.reason };
  if (changeRequest)
    return { kind: 'request-changes', version: changeRequest.version, comments: changeRequest.comments };
  throw new Error('a decision was not checked');
}

/** What is wrong with a single decision, with the place of each field in the whole body. */
export function placedInBody(error: unknown, { decisions }: HeldDecisionDto): unknown {
  const [sent] = decisions;
  if (!(error instanceof InvalidInput) || !sent) return error;
  const [body] = bodiesIn(sent);
  return new InvalidInput(error.fields.map((wrong) => ({ ...wrong, field: `decisions.0.${body}.${wrong.field}` })));
}
