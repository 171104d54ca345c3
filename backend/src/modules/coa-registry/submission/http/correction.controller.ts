import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CertificateDocuments } from '../../../../domain/coa-registry/certificate/ports.js';
import { Submissions } from '../../../../domain/coa-registry/submission/submissions.js';
import { Public } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { Ok, Operation, PathParam } from '../../../../platform/http/operation.js';
import { CorrectionDto, toCorrectionDto } from './correction.dto.js';
import {
  draftOf,
  namedDocumentOf,
  SubmissionReceiptDto,
  SubmitCoaDto,
  toReceiptDto,
  UploadAccessDto,
} from './submit.dto.js';

const CorrectionTokenParam = () =>
  PathParam('token', { description: 'Token of the link that was sent', example: 'eyJjIjoiMGY4ZmFkNWIifQ.c2ln' });

/** For submitters without an account. The token in the link authorizes them. */
@ApiTags('Public certificates')
@Controller('api/corrections')
@Public()
export class CorrectionController {
  constructor(
    private readonly submissions: Submissions,
    private readonly documents: CertificateDocuments,
  ) {}

  @Get(':token')
  @Header('cache-control', 'no-store')
  @Operation(
    'Read what a reviewer asked to change',
    'For someone without an account who followed the link in our email. Shows what they sent and the ' +
      'comments of the reviewer. The link works until it is answered, at most 30 days. After that the ' +
      'answer is 404 `correction-link-closed`.',
  )
  @Ok(CorrectionDto, 'The submission as it was sent')
  async getCorrection(@CorrectionTokenParam() token: string): Promise<CorrectionDto> {
    const certificate = await this.submissions.correctionOf(token);
    const { documentId } = certificate;
    return toCorrectionDto(certificate, documentId === null ? null : await this.documents.byId(documentId));
  }

  @Post(':token')
  @Operation(
    'Send the requested changes',
    'Takes all fields again, changed or not. The submission then waits for review again with a new due ' +
      'date, and the link closes. A link that was already used is answered 404 `correction-link-closed`.',
  )
  @Ok(SubmissionReceiptDto, 'Waiting for review again; the link is closed')
  @ApiProblems(409)
  async resubmitCoa(
    @CorrectionTokenParam() token: string,
    @Body() body: SubmitCoaDto,
    @Query() access: UploadAccessDto,
  ): Promise<SubmissionReceiptDto> {
    return toReceiptDto(await this.submissions.resubmit(token, draftOf(body), namedDocumentOf(body, access)));
  }
}
