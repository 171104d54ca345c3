import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { z } from 'zod';
import { NAME_SCOPES, type NameScope } from '../../../domain/analytes/analytes.js';
import type { PrintedName, PrintedNamesCursor, PrintedNamesPart } from '../../../domain/proposals/ports.js';
import { REASON_MAX, type ReferenceChange } from '../../../domain/proposals/reference-change.js';
import { PRINTED_PANELS, type PrintedPanel } from '../../../domain/shared/result-terms.js';
import { OptionalText, RequiredLines, RequiredText } from '../../../platform/http/fields.js';
import { encodeCursor } from '../../../platform/http/paging.js';
import { Integer, OneOf, TextOrNull } from '../../../platform/http/response-fields.js';

/** Names of one response. */
const NAMES_MAX = 500;

/** The longest name that can be explained; a longer one is a sentence. */
const NAME_MAX = 200;

export class UnresolvedNamesQueryDto {
  @OptionalText('cursor', 300, {
    description: 'Where to go on: `next` of the answer before',
    example: 'eyJwdWJsaXNoZWRBdCI6IjIwMjYtMTEtMjBUMTU6MDQ6MDUuMDAwWiIsImlkIjoiMTIzIn0',
  })
  cursor?: string;
}

export class UnresolvedNameDto {
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

export class UnresolvedNamesDto {
  @ApiProperty({ description: 'Names without a match, most frequent first', type: [UnresolvedNameDto] })
  names!: UnresolvedNameDto[];

  @Integer('Published certificates that were looked at, newest first', 2000)
  published!: number;

  @Integer('Waiting submissions that were looked at, newest first; only with the first part', 120)
  waiting!: number;

  @TextOrNull('Send it as `cursor` to look at older certificates; null when there are none', null)
  next!: string | null;
}

export class ProposedNameDto {
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

export function toUnresolvedNamesDto(
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

export const printedNamesCursorSchema: z.ZodType<PrintedNamesCursor> = z
  .object({ publishedAt: z.iso.datetime(), id: z.uuid() })
  .transform(({ publishedAt, id }) => ({ publishedAt: new Date(publishedAt), id }));
