import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Proposals } from '../../../domain/proposals/proposals.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Created, Ok, Operation } from '../../../platform/http/operation.js';
import { decodeCursor } from '../../../platform/http/paging.js';
import {
  ProposedNameDto,
  printedNamesCursorSchema,
  toUnresolvedNamesDto,
  UnresolvedNamesDto,
  UnresolvedNamesQueryDto,
} from './printed-name.dto.js';
import { ReferenceChangeDto, toChangeDto } from './reference-change.dto.js';

@ApiTags('Staff vocabulary and rules')
@Controller('api/staff')
@StaffOnly('reviewer')
export class PrintedNameController {
  constructor(private readonly changes: Proposals) {}

  @Get('unresolved-names')
  @Operation(
    'List printed names that the vocabulary does not explain',
    'Looks at the newest 2,000 published certificates and 2,000 waiting submissions, and with `cursor` at the next ' +
      'older certificates. Names that could mean several analytes are not here: they stay as printed.',
  )
  @Ok(UnresolvedNamesDto, 'The names, most frequent first')
  async listUnresolvedNames(@Query() { cursor }: UnresolvedNamesQueryDto): Promise<UnresolvedNamesDto> {
    const part = await this.changes.unresolvedNames(decodeCursor(cursor, printedNamesCursorSchema));
    return toUnresolvedNamesDto(part, await this.changes.open('analyteName'));
  }

  @Post('analyte-names')
  @Operation(
    'Propose what a printed name means',
    'It counts once a second person has confirmed it. Certificates keep the name as printed, and from then on show the ' +
      'analyte beside it.',
  )
  @Created(ReferenceChangeDto, 'Proposed')
  @ApiProblems(409)
  async proposeAnalyteName(
    @Body() { name, panel, analyte, scope, reason }: ProposedNameDto,
    @CurrentActor() actor: Actor,
  ): Promise<ReferenceChangeDto> {
    const change = await this.changes.proposeName({ name, panel, analyte, scope }, reason, actor);
    return toChangeDto(change, null, actor.id);
  }
}
