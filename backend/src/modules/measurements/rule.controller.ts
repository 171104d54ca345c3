import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RuleBook, RuleNotFound } from '../../domain/measurements/measurements.js';
import { Clock } from '../../domain/shared/ports.js';
import { CacheResponse } from '../../platform/cache/cached-routes.js';
import { Public } from '../../platform/http/access.js';
import { Ok, Operation, PathParam } from '../../platform/http/operation.js';
import { RuleDto, toRuleDto } from './rule.dto.js';

@ApiTags('Public rules')
@Controller('api/rules')
@Public()
export class RuleController {
  constructor(
    private readonly rules: RuleBook,
    private readonly clock: Clock,
  ) {}

  @Get()
  @CacheResponse({ tags: [], dependsOnDay: true })
  @Operation(
    'List the rules that certificates are compared with',
    'Our reading of federal and state rules: what we read, where, and on which day, and what we have not read. Only rules ' +
      'that we have read are here. The comparison is arithmetic, not legal advice.',
  )
  @Ok([RuleDto], 'The rules, in the order in which pages show them')
  listRules(): RuleDto[] {
    return this.rules.shown.map((rule) => this.toDto(rule));
  }

  @Get(':id')
  @CacheResponse({ tags: [], dependsOnDay: true })
  @Operation(
    'Get a rule',
    'One rule of `listRules`: its conditions, where it stands, what we read of it and when, and what we have not read.',
  )
  @Ok(RuleDto, 'The rule')
  getRule(@PathParam('id', { description: 'Id of the rule', example: 'us-2026-12-11' }) id: string): RuleDto {
    const [rule] = this.rules.publicEditions(id);
    if (!rule) throw new RuleNotFound();
    return this.toDto(rule);
  }

  @Get(':id/:edition')
  @CacheResponse({ tags: [], dependsOnDay: true })
  @Operation(
    'Get an edition of a rule',
    'Also one that a newer edition replaced: what we read at that time, which no certificate is compared with any more.',
  )
  @Ok(RuleDto, 'The edition')
  getRuleEdition(
    @PathParam('id', { description: 'Id of the rule', example: 'us-va-hemp-extract' }) id: string,
    @PathParam('edition', { description: 'Number of the edition', example: '1' }) edition: string,
  ): RuleDto {
    const rule = this.rules.publicEditions(id).find((one) => String(one.edition) === edition);
    if (!rule) throw new RuleNotFound();
    return this.toDto(rule);
  }

  private toDto(rule: RuleBook['shown'][number]): RuleDto {
    return toRuleDto(rule, this.rules.publicEditions(rule.id), this.clock.now());
  }
}
