import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { z } from 'zod';
import { NAME_SCOPES, type NameScope } from '../../../domain/analytes/analytes.js';
import type { PrintedName, PrintedNamesPart } from '../../../domain/proposals/ports.js';
import { Proposals } from '../../../domain/proposals/proposals.js';
import { REASON_MAX, type ReferenceChange } from '../../../domain/proposals/reference-change.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { PRINTED_PANELS, type PrintedPanel } from '../../../domain/shared/result-terms.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { OptionalText, RequiredLines, RequiredText } from '../../../platform/http/fields.js';
import { Created, Ok, Operation } from '../../../platform/http/operation.js';
import { cursorTime, decodeCursor, encodeCursor } from '../../../platform/http/paging.js';
import { Integer, OneOf, TextOrNull } from '../../../platform/http/response-fields.js';
import { ReferenceChangeDto, toChangeDto } from './reference-change.dto.js';

/** Names of one response. */
const NAMES_MAX = 500;

/** The longest name that can be explained; a longer one is a sentence. */
const NAME_MAX = 200;

class UnresolvedNamesQueryDto {
  @OptionalText('cursor', 300, {
    description: 'Where to go on: `next` of the answer before',
    example: 'eyJwdWJsaXNoZWRBdCI6IjIwMjYtMTEtMjBUMTU6MDQ6MDUuMDAwWiIsImlkIjoiMTIzIn0',
  })
  cursor?: string;
}

class UnresolvedNameDto {
  @ApiProperty({ description: 'Name as printed', example: 'Pb-208' })
  name!: string;

  @ApiProperty({ description: 'Panel under which it is printed', example: 'heavyMetals' })
  panel!: string;

  @Integer('Published certificates with it, of those that were looked at', 3)
  published!: number;

  @Integer('Submissions with it that wait for review, of those that were looked at', 1)
  waiting!: number;

  @TextOrNull('Reference of a published certificate with it', 'CB-7K3M-9QXD')
  exampleReference!: string | null;

  @TextOrNull('Identity of a waiting submission with it', null)
  exampleSubmission!: string | null;

  @TextOrNull('The proposed change that explains it and waits for a second person', null)
  proposal!: string | null;
}

class UnresolvedNamesDto {
  @ApiProperty({ description: 'Names without a match, most frequent first', type: [UnresolvedNameDto] })
  names!: UnresolvedNameDto[];

  @Integer('Published certificates that were looked at, newest first', 2000)
  published!: number;

  @Integer('Waiting submissions that were looked at, newest first; only with the first part', 120)
  waiting!: number;

  @TextOrNull('Send it as `cursor` to look at older certificates; null when there are none', null)
  next!: string | null;
}

class ProposedNameDto {
  @RequiredText('Name', NAME_MAX, { description: 'Name as printed', example: 'Pb-208' })
  name!: string;

  @OneOf(PRINTED_PANELS, 'AnalytePanel', 'Panel under which it is printed', 'heavyMetals')
  @IsIn(PRINTED_PANELS, { message: `panel must be one of ${PRINTED_PANELS.join(', ')}` })
  panel!: PrintedPanel;

  @RequiredText('Analyte', 100, { description: 'Key of the analyte that it means, of `listAnalytes`', example: 'lead' })
  analyte!: string;

  @OneOf(
    NAME_SCOPES,
    'NameScope',
    "`panel`: it means the analyte only in the analyte's own panel. `everywhere`: wherever it is printed",
    'panel',
  )
  @IsIn(NAME_SCOPES, { message: `scope must be one of ${NAME_SCOPES.join(', ')}` })
  scope!: NameScope;

  @RequiredLines('Reason', REASON_MAX, {
    description: 'How you know, for the second person',
    example: 'The lab confirmed by phone that it prints lead by its isotope.',
  })
  reason!: string;
}

function toUnresolvedNamesDto(
  { names, published, waiting, next }: PrintedNamesPart,
  open: readonly ReferenceChange[],
): UnresolvedNamesDto {
  const proposals = new Map(open.map(({ subject, id }) => [subject, id]));
  return {
    names: names.slice(0, NAMES_MAX).map((name) => toUnresolvedNameDto(name, proposals.get(name.name) ?? null)),
    published,
    waiting,
    next: next && encodeCursor(next),
  };
}

const toUnresolvedNameDto = (
  { name, panel, published, waiting, exampleReference, exampleSubmission }: PrintedName,
  proposal: string | null,
): UnresolvedNameDto => ({ name, panel, published, waiting, exampleReference, exampleSubmission, proposal });

const printedNamesCursorSchema = z.object({ publishedAt: cursorTime, id: z.uuid() });

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
