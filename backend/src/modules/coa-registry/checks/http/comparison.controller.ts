import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReferenceChangeNotFound } from '../../../../domain/proposals/proposals.js';
import { StaffOnly } from '../../../../platform/http/access.js';
import { Ok, Operation, UuidParam } from '../../../../platform/http/operation.js';
import { decodeCursor } from '../../../../platform/http/paging.js';
import { VerdictStore } from '../../certificate/database/verdict-store.js';
import { RuleImpact } from '../rule-impact.js';
import {
  ComparisonDto,
  impactCursorSchema,
  RuleImpactDto,
  RuleImpactQueryDto,
  toComparisonDto,
  toRuleImpactDto,
} from './comparison.dto.js';

@ApiTags('Staff vocabulary and rules')
@Controller('api/staff')
@StaffOnly('reviewer')
export class ComparisonController {
  constructor(
    private readonly impact: RuleImpact,
    private readonly store: VerdictStore,
  ) {}

  @Get('reference-changes/:id/impact')
  @Operation(
    'Count what a proposed edition would change',
    'How many published certificates would compare differently with the rule than they do today. Each answer is about ' +
      '500 certificates: ask again with `next` as `cursor`, and add up the counts.',
  )
  @Ok(RuleImpactDto, 'What changes for one part of the certificates')
  async getRuleImpact(
    @UuidParam('id', 'Identity of the proposed change', ReferenceChangeNotFound) id: string,
    @Query() { cursor }: RuleImpactQueryDto,
  ): Promise<RuleImpactDto> {
    return toRuleImpactDto(await this.impact.part(id, decodeCursor(cursor, impactCursorSchema)));
  }

  @Get('comparisons')
  @Operation(
    'List what the last comparisons changed',
    'Certificates are compared again when rules or vocabulary change. The newest 10 comparisons, with the verdicts that ' +
      'became other ones.',
  )
  @Ok([ComparisonDto], 'Newest first')
  async listComparisons(): Promise<ComparisonDto[]> {
    return (await this.store.newestRuns()).map(toComparisonDto);
  }
}
