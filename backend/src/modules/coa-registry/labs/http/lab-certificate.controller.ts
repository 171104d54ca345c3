import { setImmediate } from 'node:timers/promises';
import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BulkImport, type ImportingLab, type PlannedFile } from '../../../../domain/coa-registry/labs/bulk-import.js';
import type { PlannedLine } from '../../../../domain/coa-registry/labs/bulk-job.js';
import { ReviewQueue } from '../../../../domain/coa-registry/review/review-queue.js';
import { Partners } from '../../../../domain/partners/partners.js';
import type { Actor } from '../../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../../platform/http/access.js';
import { Created, Ok, Operation, PathParam } from '../../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../../platform/http/paging.js';
import {
  LabCertificateDto,
  LabCertificateListQueryDto,
  labListCursorSchema,
  toLabCertificateDto,
} from '../../review/http/lab-certificate.dto.js';
import { CSV_TEMPLATE } from '../../submission/http/certificate-csv.js';
import { LAB_CSV, readCsvFile, TakesCsv } from '../../submission/http/csv-file.js';
import { LINES_PER_TURN } from '../../submission/http/lines.js';
import { LabCsvRowDto, LineResultDto, toLabCsvRowDto, toLineResultDto } from './bulk.dto.js';
import { lineOf } from './bulk-upload.js';

const LabId = () =>
  PathParam('id', { description: 'Identity of the laboratory', example: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11' });

/** The certificates that a lab sent, for staff, and the import of its spreadsheets. */
@ApiTags('Staff labs')
@Controller('api/staff/labs')
@StaffOnly('administrator')
export class LabCertificateController {
  constructor(
    private readonly queue: ReviewQueue,
    private readonly partners: Partners,
    private readonly bulkImport: BulkImport,
  ) {}

  @Get(':id/certificates')
  @Operation(
    'List the certificates of a lab',
    'Everything the lab sent, newest first, whatever became of it. Search by product, brand, batch, reference or ' +
      "the lab's report number, and filter by status. Follow the `Link` header for the next page.",
  )
  @PageOf(LabCertificateDto)
  async listLabCertificates(
    @LabId() id: string,
    @Query() { submissionStatus, search, limit, cursor }: LabCertificateListQueryDto,
  ): Promise<PageResponse<LabCertificateDto>> {
    const after = decodeCursor(cursor, labListCursorSchema);
    const { id: labId } = await this.partners.labById(id);
    const query = { labId, lifecycle: submissionStatus ?? null, limit, after };
    const page = await this.queue.certificatesOfLab({ ...query, ...(search !== undefined && { search }) });
    return pageResponse(page, toLabCertificateDto);
  }

  @Post(':id/csv-check')
  @TakesCsv(LAB_CSV, CSV_TEMPLATE)
  @Operation(
    'Check a CSV file of a lab',
    'Says of each row of a filled-in [template](/api/docs/certificates.csv) whether `importLabCsv` would take it. A row is ' +
      'checked like one that the lab sends, and refused if its report is published or waits for review already. Saves nothing. ' +
      'While the lab is suspended, the answer is 403 `lab-suspended`.',
  )
  @Ok([LabCsvRowDto], 'The rows, in the order of the file')
  async checkLabCsv(@LabId() id: string, @Req() request: FastifyRequest): Promise<LabCsvRowDto[]> {
    const { rows } = await this.plan(await this.partners.activeLab(id), request);
    return (await this.bulkImport.withoutRepeated(rows)).map(toLabCsvRowDto);
  }

  @Post(':id/csv-imports')
  @TakesCsv(LAB_CSV, CSV_TEMPLATE)
  @Operation(
    'Import a CSV file for a lab',
    'Submits the certificates of a spreadsheet that a lab mailed to us. All wait for review, even if the lab is trusted, and ' +
      'are marked as entered by staff. We take or refuse each row on its own, as `checkLabCsv` says. The same file again ' +
      'changes nothing and gets the same answer. The audit log names you, the lab, and the number of rows. While the lab is ' +
      'suspended, the answer is 403 `lab-suspended`.',
  )
  @Created([LineResultDto], 'What became of each row')
  async importLabCsv(
    @LabId() id: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<LineResultDto[]> {
    const lab = await this.partners.activeLab(id);
    const results = await this.bulkImport.importFile(lab, await this.plan(lab, request), actor);
    return results.map(toLineResultDto);
  }

  /** @throws CsvUnreadable */
  private async plan(lab: ImportingLab, request: FastifyRequest): Promise<PlannedFile> {
    const { digest, length, rows } = await readCsvFile(request, LAB_CSV);
    const warned = await this.bulkImport.warnedOf(lab);
    const planned: PlannedLine[] = [];
    for (const { line, read } of rows) {
      planned.push(this.bulkImport.plan(lineOf(line, read, lab), lab, warned, 'staff'));
      if (planned.length % LINES_PER_TURN === 0) await setImmediate();
    }
    return { digest, length, rows: planned };
  }
}
