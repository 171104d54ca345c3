import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsInt, IsObject, Min } from 'class-validator';
import { isDueForReading, RuleBook } from '../../../domain/measurements/measurements.js';
import { Proposals } from '../../../domain/proposals/proposals.js';
import { REASON_MAX } from '../../../domain/proposals/reference-change.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { RequiredDay, RequiredLines, RequiredText } from '../../../platform/http/fields.js';
import { Created, Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import { Integer, TextOrNull } from '../../../platform/http/response-fields.js';
import { ReferenceChangeDto, toChangeDto } from './reference-change.dto.js';

type Rule = ReturnType<RuleBook['latestOf']>;

const CONTENT_EXAMPLE = {
  jurisdiction: 'US-CT',
  place: 'Connecticut',
  title: 'THC in infused beverages',
  citation: 'Conn. Gen. Stat. § 21a-425(16)',
  sourceKind: 'statute copy',
  checks: [{ kind: 'sum', measures: ['total_d9', 'all_thc'], op: '<=', limit: '3', unit: 'mg/container' }],
  evidence: [{ fragment: 'no more than 3 mg of THC per container', where: 'Conn. Gen. Stat., a stored copy' }],
};

class StaffRuleSummaryDto {
  @ApiProperty({ description: 'Stays the same from edition to edition', example: 'us-ct-infused-beverage' })
  id!: string;

  @ApiProperty({ description: 'The jurisdiction as people say it', example: 'Connecticut' })
  place!: string;

  @ApiProperty({ description: 'What it is', example: 'THC in infused beverages' })
  title!: string;

  @Integer('Newest edition of our reading', 1)
  edition!: number;

  @ApiProperty({ description: 'The day on which we read it', format: 'date', example: '2026-11-22' })
  readOn!: string;

  @ApiProperty({ description: 'The day by which it is to be read again', format: 'date', example: '2027-02-22' })
  rereadBy!: string;

  @ApiProperty({ description: 'Whether that day is today or has passed', example: false })
  isDue!: boolean;

  @ApiProperty({ description: 'Whether the public sees it', example: true })
  isShipped!: boolean;

  @TextOrNull('The proposed edition that waits for a second person', null)
  proposal!: string | null;
}

class StaffRuleDto extends StaffRuleSummaryDto {
  @TextOrNull('Why this edition replaced the one before', null)
  reason!: string | null;

  @ApiProperty({
    description: 'The other fields of the edition, to start the next one from',
    type: 'object',
    additionalProperties: true,
    example: CONTENT_EXAMPLE,
  })
  content!: Readonly<Record<string, unknown>>;
}

class ProposedReadingDto {
  @RequiredLines('Reason', REASON_MAX, {
    description: 'Why there is a new edition; the public reads it',
    example: 'Read again on February 20, 2027. Nothing changed.',
  })
  reason!: string;

  @RequiredDay('Day of reading', { description: 'The day on which you read the rule', example: '2026-11-23' })
  readOn!: string;

  @RequiredDay('Day of the next reading', {
    description: 'The day by which it is to be read again',
    example: '2027-05-23',
  })
  rereadBy!: string;

  @ApiProperty({
    description: 'The other fields, as `getStaffRule` has them. Only what you read may be a value',
    type: 'object',
    additionalProperties: true,
    example: CONTENT_EXAMPLE,
  })
  @IsObject({ message: 'content must be an object' })
  content!: Readonly<Record<string, unknown>>;
}

class ProposedEditionDto extends ProposedReadingDto {
  @ApiProperty({
    description: 'The edition that you read. If there is a newer one, the answer is 412',
    type: 'integer',
    minimum: 1,
    example: 1,
  })
  @IsInt({ message: 'Send the edition you read' })
  @Min(1, { message: 'Send the edition you read' })
  basedOn!: number;
}

class ProposedRuleDto extends ProposedReadingDto {
  @RequiredText('Id', 60, {
    description:
      'Stays the same from edition to edition, and is the address of its page: lowercase letters, digits, hyphens',
    example: 'us-de-drinks',
  })
  id!: string;
}

function toStaffRuleSummaryDto(rule: Rule, proposal: string | null, today: string): StaffRuleSummaryDto {
  const { id, place, title, edition, readOn, rereadBy, isShipped } = rule;
  return { id, place, title, edition, readOn, rereadBy, isDue: isDueForReading(rule, today), isShipped, proposal };
}

function toStaffRuleDto(rule: Rule, proposal: string | null, today: string): StaffRuleDto {
  const { id, edition, readOn, rereadBy, reason, ...content } = rule;
  return { ...toStaffRuleSummaryDto(rule, proposal, today), reason, content };
}

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
    const change = await this.changes.proposeEdition({ ...body, ruleId: id }, actor);
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
  async proposeRule(
    @Body() { id, ...reading }: ProposedRuleDto,
    @CurrentActor() actor: Actor,
  ): Promise<ReferenceChangeDto> {
    const change = await this.changes.proposeEdition({ ...reading, ruleId: id, basedOn: 0 }, actor);
    return toChangeDto(change, this.changes.predecessorOf(change), actor.id);
  }

  private async proposals(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.changes.open('ruleEdition')).map(({ subject, id }) => [subject, id]));
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }
}
