import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReviewQueue } from '../../../domain/coa-registry/review-queue.js';
import { Partners } from '../../../domain/partners/partners.js';
import { StaffOnly } from '../../../platform/http/access.js';
import { Operation, PathParam } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import {
  LabCertificateDto,
  LabCertificateListQueryDto,
  labListCursorSchema,
  toLabCertificateDto,
} from './lab-certificate.dto.js';

/** What staff see of the certificates that a lab sent. */
@ApiTags('Staff labs')
@Controller('api/staff/labs')
@StaffOnly('administrator')
export class LabCertificateController {
  constructor(
    private readonly queue: ReviewQueue,
    private readonly partners: Partners,
  ) {}

  @Get(':id/certificates')
  @Operation(
    'List the certificates of a lab',
    'Everything the lab sent, newest first, whatever became of it. Search by product, brand, batch, reference or ' +
      "the lab's report number, and filter by status. Follow the `Link` header for the next page.",
  )
  @PageOf(LabCertificateDto)
  async listLabCertificates(
    @PathParam('id', { description: 'Identity of the laboratory', example: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11' })
    id: string,
    @Query() { submissionStatus, search, limit, cursor }: LabCertificateListQueryDto,
  ): Promise<PageResponse<LabCertificateDto>> {
    const after = decodeCursor(cursor, labListCursorSchema);
    const { id: labId } = await this.partners.labById(id);
    const query = { labId, lifecycle: submissionStatus ?? null, limit, after };
    const page = await this.queue.certificatesOfLab({ ...query, ...(search !== undefined && { search }) });
    return pageResponse(page, toLabCertificateDto);
  }
}
