import { Body, Controller, Get, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProperty, ApiTags, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Audit, timeRange } from '../../domain/audit/audit.js';
import type { AuditFilter, EntryWithReference } from '../../domain/audit/ports.js';
import type { Actor } from '../../domain/shared/audit.js';
import { Clock } from '../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { type Cell, csvOf } from '../../platform/http/csv.js';
import { ApiFile, CSV, NDJSON, sendFile } from '../../platform/http/download.js';
import { OptionalDay, OptionalText } from '../../platform/http/fields.js';
import { Operation } from '../../platform/http/operation.js';
import { PageQueryDto } from '../../platform/http/page-query.js';
import { cursorTime, decodeCursor, PageOf, type PageResponse, pageResponse } from '../../platform/http/paging.js';
import { OneOf, TextOrNull, Time } from '../../platform/http/response-fields.js';

class AuditFilterDto {
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

class AuditListQueryDto extends IntersectionType(AuditFilterDto, PageQueryDto) {}

const FORMATS = ['csv', 'ndjson'] as const;
type AuditExportFormat = (typeof FORMATS)[number];

class AuditExportDto extends AuditFilterDto {
  @OneOf(FORMATS, 'AuditExportFormat', 'A table, or one JSON object a line', 'csv')
  @IsIn(FORMATS, { message: `format must be one of ${FORMATS.join(', ')}` })
  format!: AuditExportFormat;
}

const Facts = (description: string, example: object) =>
  ApiProperty({ description, type: 'object', additionalProperties: true, nullable: true, example });

class AuditEntryDto {
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
const toAuditFilter = ({ action, actor, subject, from, to }: AuditFilterDto): AuditFilter => ({
  action: action ?? null,
  actor: actor ?? null,
  subject: subject ?? null,
  ...timeRange({ from: from ?? null, to: to ?? null }),
});

const toAuditEntryDto = (entry: EntryWithReference): AuditEntryDto => {
  const { id, at, actor, action, subject, reference, before, after } = entry;
  return { id, at, actorId: actor.id, actorName: actor.name, action, subject, reference, before, after };
};

const auditCursorSchema = z.object({ at: cursorTime, id: z.string().regex(/^\d{1,18}$/) });

const CSV_COLUMNS = ['id', 'at', 'actor id', 'actor name', 'action', 'subject', 'before', 'after', 'reference'];

/** The same entry in both formats. */
const CSV_EXAMPLE = `${CSV_COLUMNS.join(',')}\r
4711,2026-11-20T15:04:05.000Z,0f8fad5b-d9cb-469f-a165-70867728950e,robin,article.withdrawn,article:article-002,"{""standing"":""published""}","{""standing"":""withdrawn""}"\r
`;
const NDJSON_EXAMPLE =
  '{"id":"4711","at":"2026-11-20T15:04:05.000Z","actorId":"0f8fad5b-d9cb-469f-a165-70867728950e","actorName":"robin",' +
  '"action":"article.withdrawn","subject":"article:article-002","before":{"standing":"published"},"after":{"standing":"withdrawn"}}\n';

const asText = (facts: AuditEntryDto['before']) => facts && JSON.stringify(facts);

const toCells = ({ id, at, actor, action, subject, reference, before, after }: EntryWithReference): Cell[] => [
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

@ApiTags('Staff audit log')
@Controller('api/staff/audit-log')
@StaffOnly('reviewer')
export class AuditController {
  constructor(
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'List audit entries',
    'What staff and labs did, newest first: who, when, what, and to which thing. Entries cannot be ' +
      'changed or removed. Filter by person, action, target or time.',
  )
  @PageOf(AuditEntryDto)
  async listAuditEntries(
    @Query() { limit, cursor, ...filter }: AuditListQueryDto,
  ): Promise<PageResponse<AuditEntryDto>> {
    const after = decodeCursor(cursor, auditCursorSchema);
    const page = await this.audit.page({ ...toAuditFilter(filter), limit, after });
    return pageResponse(page, toAuditEntryDto);
  }

  /** A POST, because it writes an audit entry about the export. */
  @Post('export')
  @Operation(
    'Export the audit log',
    'The entries that match, as CSV or as one JSON object per line. The export is itself an audit entry.',
  )
  @ApiFile('A table in CSV (RFC 4180), or one JSON object a line', { [CSV]: CSV_EXAMPLE, [NDJSON]: NDJSON_EXAMPLE })
  async exportAuditEntries(
    @Body() body: AuditExportDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const batches = await this.audit.exportEntries(toAuditFilter(body), actor);
    const name = `audit-log-${this.clock.now().toISOString().slice(0, 10)}.${body.format}`;
    return body.format === 'csv'
      ? sendFile(reply, { name, type: CSV, text: csvOf(CSV_COLUMNS, batches, toCells) })
      : sendFile(reply, { name, type: NDJSON, text: linesOf(batches) });
  }
}

async function* linesOf(batches: AsyncIterable<readonly EntryWithReference[]>): AsyncGenerator<string, void> {
  for await (const entries of batches) {
    yield entries.map((entry) => `${JSON.stringify(toAuditEntryDto(entry))}\n`).join('');
  }
}
