import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditTrail } from '../../../domain/audit/audit.js';
import { Review } from '../../../domain/coa-registry/certificate-review.js';
import { CertificateNotFound } from '../../../domain/coa-registry/coa-registry.js';
import { ReviewQueue } from '../../../domain/coa-registry/review-queue.js';
import { Submissions } from '../../../domain/coa-registry/submissions.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
import {
  ApprovalDto,
  CommentsDto,
  CorrectionLinkDto,
  RejectionDto,
  StaffAmendmentDto,
  VersionDto,
  WithdrawalDto,
} from './decision.dto.js';
import { SubmissionDto, toSubmissionDto } from './submission.dto.js';
import { SubmissionInContextDto, toSubmissionInContextDto } from './submission-context.dto.js';
import { HistoryEventDto, toHistoryEventDto } from './submission-history.dto.js';
import {
  QueueCountsDto,
  QueuedSubmissionDto,
  queuePositionSchema,
  SubmissionListQueryDto,
  toQueueCountsDto,
  toQueuedSubmissionDto,
} from './submission-queue.dto.js';
import { draftOf } from './submit.dto.js';

/** An id that is not a UUID is answered as not found. */
const KnownId = new ParseUUIDPipe({ exceptionFactory: () => new CertificateNotFound() });

const ApiSubmissionId = () =>
  ApiParam({ name: 'id', description: 'Identity of the submission', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

/** The problems that every change of a submission can be answered with. */
const ApiChangeProblems = () => ApiProblems(400, 401, 403, 404, 409, 412, 413, 415, 429);

@ApiTags('Staff review')
@Controller('api/staff')
@StaffOnly('reviewer')
export class SubmissionController {
  constructor(
    private readonly queue: ReviewQueue,
    private readonly review: Review,
    private readonly submissions: Submissions,
    private readonly auditTrail: AuditTrail,
  ) {}

  @Get('submissions')
  @ApiOperation({
    operationId: 'listSubmissions',
    summary: 'List submissions',
    description:
      'The review queue, oldest first unless `sort` says otherwise. Filter by standing, by where it came from or by ' +
      'text, or ask only for what is overdue. Follow the `Link` header for the next page.',
  })
  @ApiPage({ description: 'One page', type: [QueuedSubmissionDto] })
  @ApiProblems(400, 401, 403)
  async list(
    @Query() { cursor, overdue, submissionStatus: lifecycle, ...query }: SubmissionListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QueuedSubmissionDto[]> {
    const { sort } = query;
    const after = cursor === undefined ? null : decodeCursor(cursor, queuePositionSchema(sort));
    const page = await this.queue.page({ ...query, lifecycle, overdueOnly: overdue, after });
    sendPageHeaders(request, reply, page, (position) => encodeCursor({ sort, ...position }));
    return page.items.map(toQueuedSubmissionDto);
  }

  @Get('submission-counts')
  @ApiOperation({
    operationId: 'getSubmissionCounts',
    summary: 'Count what is waiting',
    description:
      'How many submissions wait, are overdue, or are with their submitters. The console shows these next ' +
      'to its menu.',
  })
  @ApiOkResponse({ description: 'Counts as of now', type: QueueCountsDto })
  @ApiProblems(401, 403)
  async counts(): Promise<QueueCountsDto> {
    return toQueueCountsDto(await this.queue.counts());
  }

  @Get('submissions/:id')
  @ApiOperation({
    operationId: 'getSubmission',
    summary: 'Get a submission with its context',
    description:
      'Shows who sent it, with all comments and findings. Next to it are related certificates that the registry has. ' +
      'Send its `version` back with each decision.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'The submission', type: SubmissionInContextDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', KnownId) id: string): Promise<SubmissionInContextDto> {
    return toSubmissionInContextDto(await this.queue.submissionInContext(id));
  }

  @Get('submissions/:id/history')
  @ApiOperation({
    operationId: 'getSubmissionHistory',
    summary: 'Get the history of a submission',
    description:
      'Who did what and when, oldest first, with reasons and comments. Of very many changes, the latest 200. Names of ' +
      'people whose data was erased are gone.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Who did what, and when', type: [HistoryEventDto] })
  @ApiProblems(400, 401, 403, 404)
  async history(@Param('id', KnownId) id: string): Promise<HistoryEventDto[]> {
    const entries = await this.auditTrail.history(`certificate:${id}`);
    return (await this.queue.history(id, entries)).map(toHistoryEventDto);
  }

  @Post('submissions/:id/approval')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'approveSubmission',
    summary: 'Publish a submission',
    description:
      'Records what the reviewer confirmed for each panel and publishes the certificate. The submitter is ' +
      'told by email or webhook. Open `major` comments block it (409 `blocked-by-comments`). If someone ' +
      'changed it since you read it, the answer is 412 `changed-meanwhile`.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Published', type: SubmissionDto })
  @ApiChangeProblems()
  async approve(
    @Param('id', KnownId) id: string,
    @Body() { version, ...approval }: ApprovalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.review.approve(id, version, approval, actor));
  }

  @Post('submissions/:id/rejection')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rejectSubmission',
    summary: 'Reject a submission',
    description:
      'Ends the submission for good. The submitter gets the reason word for word, so write it for them. If ' +
      'it was already decided, the answer is 409 `already-decided`.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Rejected', type: SubmissionDto })
  @ApiChangeProblems()
  async reject(
    @Param('id', KnownId) id: string,
    @Body() { version, reason }: RejectionDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.review.reject(id, version, reason, actor));
  }

  @Post('submissions/:id/change-request')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'requestChanges',
    summary: 'Ask the submitter for changes',
    description:
      'Sends the submission back with comments, at least one of them `major`. Someone without an account ' +
      'gets a link to answer; a lab uses its key. It answers 409 `nobody-to-ask` for a certificate that ' +
      'staff entered themselves.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Sent back', type: SubmissionDto })
  @ApiChangeProblems()
  async requestChanges(
    @Param('id', KnownId) id: string,
    @Body() { version, comments }: CommentsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.review.requestChanges(id, version, comments, actor));
  }

  @Post('submissions/:id/comments')
  @ApiOperation({
    operationId: 'addComments',
    summary: 'Comment without deciding',
    description:
      'Adds comments that the submitter can see. The submission stays in the queue. An open `major` comment' +
      ' blocks publication until it is settled.',
  })
  @ApiSubmissionId()
  @ApiCreatedResponse({ description: 'Commented', type: SubmissionDto })
  @ApiChangeProblems()
  async comment(
    @Param('id', KnownId) id: string,
    @Body() { version, comments }: CommentsDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.review.comment(id, version, comments, actor));
  }

  @Post('submissions/:id/comments/:commentId/settlement')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'settleComment',
    summary: 'Settle a comment',
    description:
      'Says that a comment has been dealt with. Once no `major` comment is open, the submission can be ' + 'published.',
  })
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
    return toSubmissionDto(await this.review.resolveComment(id, version, commentId, actor));
  }

  @Get('submissions/:id/correction-link')
  @ApiOperation({
    operationId: 'getCorrectionLink',
    summary: 'Get the link for sending changes',
    description:
      'The same link that was emailed to the submitter, for when the email got lost. Anyone who has it can ' +
      'change the submission, so send it only to the submitter. It answers 409 `not-awaiting-changes` ' +
      'unless changes were requested, and 409 `lab-answers-itself` for a lab.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'The link', type: CorrectionLinkDto })
  @ApiProblems(400, 401, 403, 404, 409)
  async correctionLink(@Param('id', KnownId) id: string): Promise<CorrectionLinkDto> {
    const { token } = await this.submissions.correctionToken(id);
    return { path: `/corrections/${token}` };
  }

  @Post('submissions/:id/withdrawal')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'withdrawCertificate',
    summary: 'Withdraw a published certificate',
    description:
      'Takes it out of lists and totals for good. Its address still works and says that it was withdrawn, ' +
      'and why: your reason is public. The submitter is told. A certificate that is not published is ' +
      'answered 409 `not-published`.',
  })
  @ApiSubmissionId()
  @ApiOkResponse({ description: 'Withdrawn; its address says so', type: SubmissionDto })
  @ApiChangeProblems()
  async withdraw(
    @Param('id', KnownId) id: string,
    @Body() { version, reason }: WithdrawalDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    return toSubmissionDto(await this.review.withdraw(id, version, reason, actor));
  }

  @Post('submissions/:id/amendment')
  @ApiOperation({
    operationId: 'amendCertificate',
    summary: 'Replace a published certificate',
    description:
      'A published certificate is never overwritten. This publishes a new one that takes its place, and the' +
      ' old address says what replaced it and why: your reason is public. If an amendment by the lab is ' +
      'already waiting, the answer is 409 `amendment-under-way`.',
  })
  @ApiSubmissionId()
  @ApiCreatedResponse({ description: 'The certificate that took its place', type: SubmissionDto })
  @ApiChangeProblems()
  async amend(
    @Param('id', KnownId) id: string,
    @Body() { version, reason, status, panels, ...content }: StaffAmendmentDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubmissionDto> {
    const amendment = { draft: draftOf(content), reason };
    return toSubmissionDto(await this.review.amendAsStaff(id, version, amendment, { status, panels }, actor));
  }
}
