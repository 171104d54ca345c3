import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isDueForReading, RuleBook } from '../../../domain/measurements/measurements.js';
import { Proposals } from '../../../domain/proposals/proposals.js';
import { type ReferenceChange, ReferenceChangeNotFound } from '../../../domain/proposals/reference-change.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import {
  ChangeDecisionDto,
  ChangeRefusalDto,
  changeCursorSchema,
  ReferenceChangeDto,
  ReferenceChangeQueryDto,
  ReferenceChangeSummaryDto,
  ReferenceCountsDto,
  toChangeDto,
  toChangeSummaryDto,
} from './reference-change.dto.js';

const ChangeId = () => UuidParam('id', 'Identity of the proposed change', ReferenceChangeNotFound);

@ApiTags('Staff vocabulary and rules')
@Controller('api/staff')
@StaffOnly('reviewer')
export class ReferenceChangeController {
  constructor(
    private readonly changes: Proposals,
    private readonly rules: RuleBook,
    private readonly clock: Clock,
  ) {}

  @Get('reference-counts')
  @Operation(
    'Count what waits in vocabulary and rules',
    'How many rules are due for reading again, and how many proposed changes wait for a second person.',
  )
  @Ok(ReferenceCountsDto, 'The counts')
  async getReferenceCounts(): Promise<ReferenceCountsDto> {
    const today = this.clock.now().toISOString().slice(0, 10);
    const rulesDue = this.rules.latest.filter((rule) => isDueForReading(rule, today)).length;
    const [names, editions] = [await this.changes.open('analyteName'), await this.changes.open('ruleEdition')];
    return { rulesDue, changesWaiting: names.length + editions.length };
  }

  @Get('reference-changes')
  @Operation(
    'List proposed changes of vocabulary and rules',
    'Newest first. Those that wait for a second person, or with `state=decided` what became of earlier ones.',
  )
  @PageOf(ReferenceChangeSummaryDto)
  async listReferenceChanges(
    @Query() { state, limit, cursor }: ReferenceChangeQueryDto,
    @CurrentActor() actor: Actor,
  ): Promise<PageResponse<ReferenceChangeSummaryDto>> {
    const after = decodeCursor(cursor, changeCursorSchema);
    const page = await this.changes.page({ isOpen: state === 'waiting', limit, after });
    return pageResponse(page, (change) => toChangeSummaryDto(change, actor.id));
  }

  @Get('reference-changes/:id')
  @Operation('Get a proposed change', 'All of it, with the edition before it where it is a new edition of a rule.')
  @Ok(ReferenceChangeDto, 'The change')
  async getReferenceChange(@ChangeId() id: string, @CurrentActor() actor: Actor): Promise<ReferenceChangeDto> {
    return this.toDto(await this.changes.change(id), actor);
  }

  @Post('reference-changes/:id/confirmation')
  @Operation(
    'Confirm a proposed change',
    'Only a second person can: the answer to the one who proposed it, and to accounts that this one made or reset in the ' +
      'last 30 days, is 403 `second-person-needed`. From then on pages ' +
      'and calls use it. A change that no longer fits, because another one came first, is answered 409 or 412.',
  )
  @Ok(ReferenceChangeDto, 'Confirmed')
  @ApiProblems(409, 412)
  async confirmReferenceChange(
    @ChangeId() id: string,
    @Body() { version }: ChangeDecisionDto,
    @CurrentActor() actor: Actor,
  ): Promise<ReferenceChangeDto> {
    return this.toDto(await this.changes.confirm(id, version, actor), actor);
  }

  @Post('reference-changes/:id/refusal')
  @Operation('Decline a proposed change', 'Only a second person can, and says why. The proposal stays in the history.')
  @Ok(ReferenceChangeDto, 'Declined')
  @ApiProblems(409)
  async declineReferenceChange(
    @ChangeId() id: string,
    @Body() { version, reason }: ChangeRefusalDto,
    @CurrentActor() actor: Actor,
  ): Promise<ReferenceChangeDto> {
    return this.toDto(await this.changes.decline(id, version, reason, actor), actor);
  }

  @Post('reference-changes/:id/withdrawal')
  @Operation(
    'Withdraw your own proposal',
    'Only the person who proposed it can, while it waits. The proposal stays in the history.',
  )
  @Ok(ReferenceChangeDto, 'Withdrawn')
  @ApiProblems(409)
  async withdrawReferenceChange(
    @ChangeId() id: string,
    @Body() { version }: ChangeDecisionDto,
    @CurrentActor() actor: Actor,
  ): Promise<ReferenceChangeDto> {
    return this.toDto(await this.changes.withdraw(id, version, actor), actor);
  }

  private toDto(change: ReferenceChange, actor: Actor): ReferenceChangeDto {
    return toChangeDto(change, this.changes.predecessorOf(change), actor.id);
  }
}
