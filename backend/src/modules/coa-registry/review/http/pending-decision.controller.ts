import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DecisionNotFound, PendingDecisions } from '../../../../domain/coa-registry/review/pending-decisions.js';
import type { Actor } from '../../../../domain/shared/audit.js';
import { Clock } from '../../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { Created, NoContent, Ok, Operation, UuidParam } from '../../../../platform/http/operation.js';
import {
  HeldDecisionDto,
  PendingDecisionDto,
  placedInBody,
  submissionDecisions,
  toPendingDecisionDto,
} from './pending-decision.dto.js';

const DecisionId = () =>
  UuidParam('id', 'Identity of the decision', DecisionNotFound, '7c9e6679-7425-40de-944b-e07fc1f90ae7');

@ApiTags('Staff review')
@Controller('api/staff/pending-decisions')
@StaffOnly('reviewer')
export class PendingDecisionController {
  constructor(
    private readonly pending: PendingDecisions,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'List your pending decisions',
    'Decisions that you can undo or that are about to be carried out, those that failed until you dismiss them, and ' +
      'those that were carried out in the last few seconds. Oldest first.',
  )
  @Ok([PendingDecisionDto], 'Your decisions')
  async listPendingDecisions(@CurrentActor() actor: Actor): Promise<PendingDecisionDto[]> {
    const decisions = await this.pending.ofReviewer(actor);
    return decisions.map((decision) => toPendingDecisionDto(decision, this.clock.now()));
  }

  @Post()
  @Operation(
    'Decide, with a few seconds to undo it',
    'Takes the decisions of `approveSubmission`, `rejectSubmission` and `requestChanges`, and carries them out when the ' +
      'time to undo is over, whatever becomes of the caller. Each is checked now: a single one that is not possible has ' +
      'the same problem as there, of several it is `failed` in the answer. Each is checked again when it is carried out. ' +
      'While a decision waits for a submission, another one is answered 409 `decision-pending`.',
  )
  @Created(PendingDecisionDto, 'The decision, which waits')
  @ApiProblems(404, 409, 412)
  async holdDecisions(@Body() body: HeldDecisionDto, @CurrentActor() actor: Actor): Promise<PendingDecisionDto> {
    const drafts = submissionDecisions(body);
    try {
      return toPendingDecisionDto(await this.pending.hold(drafts, actor), this.clock.now());
    } catch (error) {
      throw placedInBody(error, body);
    }
  }

  @Delete(':id')
  @Operation(
    'Undo a decision',
    'Undoes all of it; nothing was changed and nobody was told. Only the person who decided can undo it, and only ' +
      'before it takes effect. After that the answer is 409 `too-late-to-undo`.',
  )
  @NoContent('Undone')
  @ApiProblems(409)
  async undoDecision(@DecisionId() id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.pending.undo(id, actor);
  }

  @Post(':id/extension')
  @Operation(
    'Keep a decision open for longer',
    'Starts the time to undo it again, for a reviewer who is still looking at it. Ten minutes after the decision this ' +
      'changes nothing any more. When it took effect before, the answer is 409 `too-late-to-undo`.',
  )
  @Ok(PendingDecisionDto, 'The decision, with its new time')
  @ApiProblems(409)
  async extendDecision(@DecisionId() id: string, @CurrentActor() actor: Actor): Promise<PendingDecisionDto> {
    return toPendingDecisionDto(await this.pending.keepOpen(id, actor), this.clock.now());
  }

  @Post(':id/dismissal')
  @Operation(
    'Dismiss a decision that ended',
    'Takes a decision that failed off your list once you have read why. One that still waits is not found.',
  )
  @NoContent('Dismissed')
  async dismissDecision(@DecisionId() id: string, @CurrentActor() actor: Actor): Promise<void> {
    await this.pending.dismiss(id, actor);
  }
}
