import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RuleBook } from '../../../domain/measurements/measurements.js';
import { Proposals } from '../../../domain/proposals/proposals.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Created, Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import { ReferenceChangeDto, toChangeDto } from './reference-change.dto.js';
import {
  ProposedEditionDto,
  ProposedRuleDto,
  StaffRuleDto,
  StaffRuleSummaryDto,
  toEditionDraft,
  toNewRuleDraft,
  toStaffRuleDto,
  toStaffRuleSummaryDto,
} from './staff-rule.dto.js';

const RuleId = () => PathParam('id', { description: 'Id of the rule', example: 'us-ct-infused-beverage' });

@ApiTags('Staff vocabulary and rules')
@Controller('api/staff/rules')
@StaffOnly('reviewer')
export class StaffRuleController {
  constructor(
    private readonly rules: RuleBook,
    private readonly changes: Proposals,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'List all rules by when they are to be read again',
    'Also those that the public does not see. The ones that are due for reading come first.',
  )
  @Ok([StaffRuleSummaryDto], 'The newest edition of each rule')
  async listStaffRules(): Promise<StaffRuleSummaryDto[]> {
    const proposals = await this.proposals();
    return this.rules.latest
      .toSorted((a, b) => a.rereadBy.localeCompare(b.rereadBy))
      .map((rule) => toStaffRuleSummaryDto(rule, proposals.get(rule.id) ?? null, this.today()));
  }

  @Get(':id')
  @Operation('Get a rule for a new edition', 'The newest edition with all of its fields, shown to the public or not.')
  @Ok(StaffRuleDto, 'The rule')
  @ApiProblems(404)
  async getStaffRule(@RuleId() id: string): Promise<StaffRuleDto> {
    const rule = this.rules.latestOf(id);
    return toStaffRuleDto(rule, (await this.proposals()).get(id) ?? null, this.today());
  }

  @Post(':id/editions')
  @Operation(
    'Propose a new edition of a rule',
    'Editions never change: a correction, and a reading without changes, are new editions. It counts once a second person ' +
      'has confirmed it. Wrong fields are named with their place, such as `content.checks.0.limit`.',
  )
  @Created(ReferenceChangeDto, 'Proposed')
  @ApiProblems(404, 409, 412)
  async proposeRuleEdition(
    @RuleId() id: string,
    @Body() body: ProposedEditionDto,
    @CurrentActor() actor: Actor,
  ): Promise<ReferenceChangeDto> {
    const change = await this.changes.proposeEdition(toEditionDraft(id, body), actor);
    return toChangeDto(change, this.changes.predecessorOf(change), actor.id);
  }

  @Post()
  @Operation(
    'Propose a new rule',
    'Its first edition. It counts once a second person has confirmed it. Units and jurisdictions that we do not know are ' +
      'refused, and wrong fields are named with their place, such as `content.checks.0.unit`.',
  )
  @Created(ReferenceChangeDto, 'Proposed')
  @ApiProblems(409)
  async proposeRule(@Body() body: ProposedRuleDto, @CurrentActor() actor: Actor): Promise<ReferenceChangeDto> {
    const change = await this.changes.proposeEdition(toNewRuleDraft(body), actor);
    return toChangeDto(change, this.changes.predecessorOf(change), actor.id);
  }

  private async proposals(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.changes.open('ruleEdition')).map(({ subject, id }) => [subject, id]));
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }
}
