import { Body, Controller, Get, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Audit } from '../../domain/audit/audit.js';
import type { EntryWithReference } from '../../domain/audit/ports.js';
import type { Actor } from '../../domain/shared/audit.js';
import { Clock } from '../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { csvOf } from '../../platform/http/csv.js';
import { ApiFile, CSV, NDJSON, sendFile } from '../../platform/http/download.js';
import { Operation } from '../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../platform/http/paging.js';
import {
  AuditEntryDto,
  AuditExportDto,
  AuditListQueryDto,
  auditCursorSchema,
  CSV_COLUMNS,
  CSV_EXAMPLE,
  NDJSON_EXAMPLE,
  toAuditEntryDto,
  toAuditFilter,
  toCells,
} from './audit.dto.js';

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
