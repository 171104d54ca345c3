import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CoaNotFound, CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import type { Actor } from '../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../platform/http/paging.js';
import {
  ApprovalDto,
  queueCursorSchema,
  RejectionDto,
  SubmissionDto,
  SubmissionListQueryDto,
  toSubmissionDto,
} from './submission.dto.js';

/** An id that is no UUID names nothing. */
const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new CoaNotFound() });

const ApiSubmissionId = () =>
  ApiParam({ name: 'id', description: 'Identity of the submission', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

@ApiTags('Staff')
@Controller('api/staff/submissions')
@StaffOnly()
export class SubmissionController {
  constructor(private readonly registry: CoaRegistry) {}

  @Get()
  @ApiOperation({ operationId: 'listSubmissions', summary: 'Submissions, oldest first' })
  @ApiPage({ description: 'One page', type: [SubmissionDto] })
  @ApiProblems(400, 401, 403)
  async list(
    @Query() { submissionStatus, limit, cursor }: SubmissionListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubmissionDto[]> {
    const after = cursor === undefined ? null : decodeCursor(cursor, queueCursorSchema);
    const page = await this.registry.queue({ submissionStatus, limit, after });
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map(toSubmissionDto);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getSubmission', summary: 'One submission' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'The submission', type: SubmissionDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', KnownId) id: string): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.submission(id));
  }

  @Post(':id/approval')
  @HttpCode(200)
  @ApiOperation({ operationId: 'approveSubmission', summary: 'Publish a submission' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Published', type: SubmissionDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async approve(
    @Param('id', KnownId) id: string,
    @Body() approval: ApprovalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.approve(id, approval, actor));
  }

  @Post(':id/rejection')
  @HttpCode(200)
  @ApiOperation({ operationId: 'rejectSubmission', summary: 'Reject a submission' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Rejected', type: SubmissionDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async reject(
    @Param('id', KnownId) id: string,
    @Body() { reason }: RejectionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.reject(id, reason, actor));
  }
}
