import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Submissions } from '../../../domain/coa-registry/submissions.js';
import { Public } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { CorrectionDto, toCorrectionDto } from './correction.dto.js';
import { draftOf, SubmissionReceiptDto, SubmitCoaDto, toReceiptDto } from './submit.dto.js';

const ApiToken = () =>
  ApiParam({ name: 'token', description: 'Token of the link that was sent', example: 'eyJjIjoiMGY4ZmFkNWIifQ.c2ln' });

/** For submitters without an account. The token in the link authorizes them. */
@ApiTags('Public certificates')
@Controller('api/corrections')
@Public()
export class CorrectionController {
  constructor(private readonly submissions: Submissions) {}

  @Get(':token')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'getCorrection',
    summary: 'Read what a reviewer asked to change',
    description:
      'For someone without an account who followed the link in our email. Shows what they sent and the ' +
      'comments of the reviewer. The link works until it is answered, at most 30 days. After that the ' +
      'answer is 404 `correction-link-closed`.',
  })
  @ApiToken()
  @ApiOkResponse({ description: 'The submission as it was sent', type: CorrectionDto })
  @ApiProblems(400, 404)
  async byToken(@Param('token') token: string): Promise<CorrectionDto> {
    return toCorrectionDto(await this.submissions.correctionOf(token));
  }

  @Post(':token')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'resubmitCoa',
    summary: 'Send the requested changes',
    description:
      'Takes all fields again, changed or not. The submission then waits for review again with a new due ' +
      'date, and the link closes. A link that was already used is answered 404 `correction-link-closed`.',
  })
  @ApiToken()
  @ApiOkResponse({ description: 'Waiting for review again; the link is closed', type: SubmissionReceiptDto })
  @ApiProblems(400, 403, 404, 409, 413, 415, 429)
  async resubmit(@Param('token') token: string, @Body() body: SubmitCoaDto): Promise<SubmissionReceiptDto> {
    return toReceiptDto(await this.submissions.resubmit(token, draftOf(body)));
  }
}
