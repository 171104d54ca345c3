import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditTrail } from '../../domain/audit/audit-trail.js';
import { CoaNotFound, CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import type { Actor } from '../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../platform/http/paging.js';
import { draftOf } from './coa.dto.js';
import {
  ApprovalDto,
  CommentsDto,
  CorrectionLinkDto,
  HistoryEventDto,
  QueueCountsDto,
  QueuedSubmissionDto,
  queuePositionSchema,
  RejectionDto,
  StaffAmendmentDto,
  SubmissionDto,
  SubmissionInContextDto,
  SubmissionListQueryDto,
  toHistoryEventDto,
  toQueuedSubmissionDto,
  toSubmissionDto,
  toSubmissionInContextDto,
  VersionDto,
  WithdrawalDto,
} from './submission.dto.js';

/** An id that is no UUID names nothing. */
const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new CoaNotFound() });

const ApiSubmissionId = () =>
  ApiParam({ name: 'id', description: 'Identity of the submission', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

/** What every change of a submission can be refused with. */
const ApiChangeProblems = () => ApiProblems(400, 401, 403, 404, 409, 412, 413, 415, 429);

@ApiTags('Staff')
@Controller('api/staff')
@StaffOnly('reviewer')
export class SubmissionController {
  constructor(
    private readonly registry: CoaRegistry,
    private readonly auditTrail: AuditTrail,
  ) {}

  @Get('submissions')
  @ApiOperation({ operationId: 'listSubmissions', summary: 'Submissions in the review queue' })
  @ApiPage({ description: 'One page', type: [QueuedSubmissionDto] })
  @ApiProblems(400, 401, 403)
  async list(
    @Query() { cursor, overdue, ...query }: SubmissionListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueuedSubmissionDto[]> {
    const { sort } = query;
    const after = cursor === undefined ? null : decodeCursor(cursor, queuePositionSchema(sort));
    const page = await this.registry.queue({ ...query, overdueOnly: overdue, after });
    sendPageHeaders(request, reply, page, (position) => encodeCursor({ sort, ...position }));
    return page.items.map(toQueuedSubmissionDto);
  }

  @Get('submission-counts')
  @ApiOperation({ operationId: 'getSubmissionCounts', summary: 'How much there is to do' })
  @ApiOkResponse({ description: 'Counts as of now', type: QueueCountsDto })
  @ApiProblems(401, 403)
  counts(): Promise<QueueCountsDto> {
    return this.registry.queueCounts();
  }

  @Get('submissions/:id')
  @ApiOperation({ operationId: 'getSubmission', summary: 'One submission beside what the registry already knows' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'The submission', type: SubmissionInContextDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', KnownId) id: string): Promise<SubmissionInContextDto> {
    return toSubmissionInContextDto(await this.registry.submissionInContext(id));
  }

  @Get('submissions/:id/history')
  @ApiOperation({
    operationId: 'getSubmissionHistory',
    summary: 'Everything that happened to a submission, oldest first; of very many changes, the latest 200',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Who did what, and when', type: [HistoryEventDto] })
  @ApiProblems(400, 401, 403, 404)
  async history(@Param('id', KnownId) id: string): Promise<HistoryEventDto[]> {
    const entries = await this.auditTrail.of(`certificate:${id}`);
    return (await this.registry.history(id, entries)).map(toHistoryEventDto);
  }

  @Post('submissions/:id/approval')
  @HttpCode(200)
  @ApiOperation({ operationId: 'approveSubmission', summary: 'Publish a submission' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Published', type: SubmissionDto })
  @ApiChangeProblems()
  async approve(
    @Param('id', KnownId) id: string,
    @Body() { version, ...approval }: ApprovalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.approve(id, version, approval, actor));
  }

  @Post('submissions/:id/rejection')
  @HttpCode(200)
  @ApiOperation({ operationId: 'rejectSubmission', summary: 'Reject a submission' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Rejected', type: SubmissionDto })
  @ApiChangeProblems()
  async reject(
    @Param('id', KnownId) id: string,
    @Body() { version, reason }: RejectionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.reject(id, version, reason, actor));
  }

  @Post('submissions/:id/change-request')
  @HttpCode(200)
  @ApiOperation({ operationId: 'requestChanges', summary: 'Send a submission back with comments' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Sent back', type: SubmissionDto })
  @ApiChangeProblems()
  async requestChanges(
    @Param('id', KnownId) id: string,
    @Body() { version, comments }: CommentsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.requestChanges(id, version, comments, actor));
  }

  @Post('submissions/:id/comments')
  @ApiOperation({ operationId: 'addComments', summary: 'Comment on a submission without deciding it' })
  @ApiSubmissionId()
  @ApiCreatedResponse({ description: 'Commented', type: SubmissionDto })
  @ApiChangeProblems()
  async comment(
    @Param('id', KnownId) id: string,
    @Body() { version, comments }: CommentsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.comment(id, version, comments, actor));
  }

  @Post('submissions/:id/comments/:commentId/settlement')
  @HttpCode(200)
  @ApiOperation({ operationId: 'settleComment', summary: 'Mark a comment as settled' })
  @ApiSubmissionId()
  @ApiParam({
    name: 'commentId',
    description: 'Identity of the comment',
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  })
  @ApiOkResponse({ description: 'Settled', type: SubmissionDto })
  @ApiChangeProblems()
  async settle(
    @Param('id', KnownId) id: string,
    @Param('commentId', KnownId) commentId: string,
    @Body() { version }: VersionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.settleComment(id, version, commentId, actor));
  }

  @Get('submissions/:id/correction-link')
  @ApiOperation({
    operationId: 'getCorrectionLink',
    summary: 'The link by which the submitter sends the requested changes',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'The link', type: CorrectionLinkDto })
  @ApiProblems(400, 401, 403, 404, 409)
  async correctionLink(@Param('id', KnownId) id: string): Promise<CorrectionLinkDto> {
    const { token } = await this.registry.correctionToken(id);
    return { path: `/corrections/${token}` };
  }

  @Post('submissions/:id/withdrawal')
  @HttpCode(200)
  @ApiOperation({ operationId: 'withdrawCertificate', summary: 'Withdraw a published certificate' })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Withdrawn; its address says so', type: SubmissionDto })
  @ApiChangeProblems()
  async withdraw(
    @Param('id', KnownId) id: string,
    @Body() { version, reason }: WithdrawalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.registry.withdraw(id, version, reason, actor));
  }

  @Post('submissions/:id/amendment')
  @ApiOperation({ operationId: 'amendCertificate', summary: 'Replace a published certificate by a corrected one' })
  @ApiSubmissionId()
  @ApiCreatedResponse({ description: 'The certificate that took its place', type: SubmissionDto })
  @ApiChangeProblems()
  async amend(
    @Param('id', KnownId) id: string,
    @Body() { version, reason, status, panels, ...content }: StaffAmendmentDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    const amendment = { draft: draftOf(content), reason };
    return toSubmissionDto(await this.registry.amendAsStaff(id, version, amendment, { status, panels }, actor));
  }
}
