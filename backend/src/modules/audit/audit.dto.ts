import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { z } from 'zod';
import { timeRange } from '../../domain/audit/audit.js';
import type { AuditCursor, AuditFilter, EntryWithReference } from '../../domain/audit/ports.js';
import type { Cell } from '../../platform/http/csv.js';
import { OptionalDay, OptionalText } from '../../platform/http/fields.js';
import { PageQueryDto } from '../../platform/http/page-query.js';
import { OneOf, TextOrNull, Time } from '../../platform/http/response-fields.js';

export class AuditFilterDto {
  @OptionalText('action', 100, { description: 'How the action begins', example: 'submission.' })
  action?: string;

  @OptionalText('actor', 100, { description: 'Name of the staff member, as it is written', example: 'robin' })
  actor?: string;

  @OptionalText('subject', 200, {
    description:
      'What it was done to, as it is written; or the reference of a certificate, in any case and with or without dashes',
    example: 'CB-7K3M-9QXD',
  })
  subject?: string;

  @OptionalDay('from', { description: 'The first day, in UTC', example: '2026-11-01' })
  from?: string;

  @OptionalDay('to', { description: 'The last day, in UTC', example: '2026-11-30' })
  to?: string;
}

export class AuditListQueryDto extends IntersectionType(AuditFilterDto, PageQueryDto) {}

const FORMATS = ['csv', 'ndjson'] as const;
type AuditExportFormat = (typeof FORMATS)[number];

export class AuditExportDto extends AuditFilterDto {
  @OneOf(FORMATS, 'AuditExportFormat', 'A table, or one JSON object a line', 'csv')
  @IsIn(FORMATS, { message: `format must be one of ${FORMATS.join(', ')}` })
  format!: AuditExportFormat;
}

const Facts = (description: string, example: object) =>
  ApiProperty({ description, type: 'object', additionalProperties: true, nullable: true, example });

export class AuditEntryDto {
  @ApiProperty({ description: 'Number of the entry', example: '4711' })
  id!: string;

  @Time('When it was done', '2026-11-20T15:04:05.000Z')
  at!: Date;

  @ApiProperty({ description: 'Identity of who did it', example: '0f8fad5b-d9cb-469f-a165-70867728950e' })
  actorId!: string;

  @ApiProperty({ description: 'Name of who did it', example: 'robin' })
  actorName!: string;

  @ApiProperty({ description: 'What was done, as `thing.verb`', example: 'article.withdrawn' })
  action!: string;

  @ApiProperty({ description: 'What it was done to, as `thing:id`', example: 'article:article-002' })
  subject!: string;

  @TextOrNull('Reference of the certificate it was done to; null when it was done to something else', null)
  reference!: string | null;

  @Facts('The facts before; null when there were none', { standing: 'published' })
  before!: Record<string, unknown> | null;

  @Facts('The facts afterwards; null when there are none', { standing: 'withdrawn' })
  after!: Record<string, unknown> | null;
}

/** @throws InvalidInput */
export const toAuditFilter = ({ action, actor, subject, from, to }: AuditFilterDto): AuditFilter => ({
  action: action ?? null,
  actor: actor ?? null,
  subject: subject ?? null,
  ...timeRange({ from: from ?? null, to: to ?? null }),
});

export const toAuditEntryDto = (entry: EntryWithReference): AuditEntryDto => {
  const { id, at, actor, action, subject, reference, before, after } = entry;
  return { id, at, actorId: actor.id, actorName: actor.name, action, subject, reference, before, after };
};

export const auditCursorSchema: z.ZodType<AuditCursor> = z
  .object({ at: z.iso.datetime(), id: z.string().regex(/^\d{1,18}$/) })
  .transform(({ at, id }) => ({ at: new Date(at), id }));

export const CSV_COLUMNS = ['id', 'at', 'actor id', 'actor name', 'action', 'subject', 'before', 'after', 'reference'];

/** The same entry in both formats. */
export const CSV_EXAMPLE = `${CSV_COLUMNS.join(',')}\r
4711,2026-11-20T15:04:05.000Z,0f8fad5b-d9cb-469f-a165-70867728950e,robin,article.withdrawn,article:article-002,"{""standing"":""published""}","{""standing"":""withdrawn""}"\r
`;
export const NDJSON_EXAMPLE =
  '{"id":"4711","at":"2026-11-20T15:04:05.000Z","actorId":"0f8fad5b-d9cb-469f-a165-70867728950e","actorName":"robin",' +
  '"action":"article.withdrawn","subject":"article:article-002","before":{"standing":"published"},"after":{"standing":"withdrawn"}}\n';

const asText = (facts: AuditEntryDto['before']) => facts && JSON.stringify(facts);

export const toCells = ({ id, at, actor, action, subject, reference, before, after }: EntryWithReference): Cell[] => [
  id,
  at,
  actor.id,
  actor.name,
  action,
  subject,
  asText(before),
  asText(after),
  reference,
];
