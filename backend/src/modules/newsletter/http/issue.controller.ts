import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Issue, IssueNotFound } from '../../../domain/newsletter/issue.js';
import { Issues } from '../../../domain/newsletter/issues.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { EmailPreview } from '../../../platform/http/email-preview.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
import { NewsletterEmailTemplates } from '../email/newsletter-email-templates.js';
import { IssueWakeSignal } from '../jobs/newsletter-worker.js';
import {
  IssueChangeDto,
  IssueDeletionQueryDto,
  IssueDto,
  IssuePreviewDto,
  IssueSendingDto,
  IssueSummaryDto,
  issueCursorSchema,
  NewIssueDto,
  NewsletterChoicesDto,
  NewsletterTestDto,
  toChoicesDto,
  toIssueDto,
  toIssueSummaryDto,
  toPreviewDto,
} from './issue.dto.js';

/** An id that is not a UUID can't exist. */
const IdPipe = new ParseUUIDPipe({ exceptionFactory: () => new IssueNotFound() });

const ApiIssueId = () =>
  ApiParam({ name: 'id', description: 'Identity of the issue', example: '0f8fad5b-d9cb-469f-a165-70867728950e' });

@ApiTags('Staff newsletter')
@Controller('api/staff/newsletter-issues')
@StaffOnly('editor')
export class IssueController {
  constructor(
    private readonly issues: Issues,
    private readonly emails: NewsletterEmailTemplates,
    private readonly wakeSignal: IssueWakeSignal,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listNewsletterIssues',
    summary: 'List newsletter issues',
    description: 'Drafts and sent issues, newest first, with how many emails went out.',
  })
  @ApiPage({ description: 'One page', type: [IssueSummaryDto] })
  @ApiProblems(400, 401, 403)
  async list(
    @Query() { limit, cursor }: PageQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IssueSummaryDto[]> {
    const after = cursor === undefined ? null : decodeCursor(cursor, issueCursorSchema);
    const page = await this.issues.page(limit, after);
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map(toIssueSummaryDto);
  }

  @Post()
  @ApiOperation({
    operationId: 'createNewsletterIssue',
    summary: 'Start a newsletter issue',
    description: 'Saves a draft. Nothing is sent until `sendNewsletterIssue`.',
  })
  @ApiCreatedResponse({ description: 'The draft', type: IssueDto })
  @ApiProblems(400, 401, 403, 413, 415, 429)
  async create(@Body() draft: NewIssueDto, @CurrentActor() actor: Actor): Promise<IssueDto> {
    return this.shown(await this.issues.create(draft, actor));
  }

  @Get('choices')
  @ApiOperation({
    operationId: 'getNewsletterChoices',
    summary: 'List what an issue can link to',
    description: 'All published articles, and the certificates that are new since the last issue.',
  })
  @ApiOkResponse({ description: 'Articles and new certificates', type: NewsletterChoicesDto })
  @ApiProblems(401, 403)
  async choices(): Promise<NewsletterChoicesDto> {
    return toChoicesDto(await this.issues.choices());
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getNewsletterIssue',
    summary: 'Get one issue',
    description: 'The text of the issue, and how far sending it is.',
  })
  @ApiIssueId()
  @ApiOkResponse({ description: 'The issue', type: IssueDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id', IdPipe) id: string): Promise<IssueDto> {
    return this.shown(await this.issues.issue(id));
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'changeNewsletterIssue',
    summary: 'Change a draft',
    description:
      'Replaces the text of a draft. An issue that is being sent or was sent is answered 409 `issue-not-' +
      'draft`. Send the `version` you saw; if someone changed it since, the answer is 409 `issue-changed`.',
  })
  @ApiIssueId()
  @ApiOkResponse({ description: 'The draft as it is now', type: IssueDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async change(
    @Param('id', IdPipe) id: string,
    @Body() { version, ...draft }: IssueChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssueDto> {
    return this.shown(await this.issues.edit(id, draft, version, actor));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteNewsletterIssue',
    summary: 'Delete a draft',
    description:
      'Only drafts can be deleted: an issue that was sent, or whose sending began, stays on record and answers 409. ' +
      'Send the `version` you saw. A test email of the draft that still waits is not sent.',
  })
  @ApiIssueId()
  @ApiNoContentResponse({ description: 'Deleted' })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async delete(
    @Param('id', IdPipe) id: string,
    @Query() { version }: IssueDeletionQueryDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.issues.delete(id, version, actor);
  }

  @Get(':id/preview')
  @ApiOperation({
    operationId: 'getNewsletterPreview',
    summary: 'Preview an issue as text',
    description: 'Subject and plain text as a reader would get them, with a sample unsubscribe link.',
  })
  @ApiIssueId()
  @ApiOkResponse({ description: 'The email', type: IssuePreviewDto })
  @ApiProblems(400, 401, 403, 404)
  async preview(@Param('id', IdPipe) id: string): Promise<IssuePreviewDto> {
    return toPreviewDto(this.emails.preview(await this.issues.preview(id)));
  }

  @Get(':id/preview/page')
  @ApiOperation({
    operationId: 'getNewsletterPreviewPage',
    summary: 'Preview an issue as HTML',
    description:
      'The HTML part of the email as a page. It cannot run scripts, and only our own site may show it in a ' + 'frame.',
  })
  @ApiIssueId()
  @EmailPreview('The email as a page that only our own site may frame')
  @ApiProblems(400, 401, 403, 404)
  async previewPage(@Param('id', IdPipe) id: string): Promise<string> {
    return this.emails.preview(await this.issues.preview(id)).html;
  }

  @Post(':id/test')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'sendNewsletterTest',
    summary: 'Send a test email of an issue',
    description:
      'Sends the issue to your own address, so that you see it as a reader would. It does not count as ' + 'sending.',
  })
  @ApiIssueId()
  @ApiAcceptedResponse({ description: 'On its way', type: IssueDto })
  @ApiProblems(400, 401, 403, 404, 413, 415, 429)
  async test(@Param('id', IdPipe) id: string, @Body() { email }: NewsletterTestDto): Promise<IssueDto> {
    await this.issues.test(id, email);
    return this.shown(await this.issues.issue(id));
  }

  @Post(':id/sending')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'sendNewsletterIssue',
    summary: 'Send an issue to all active subscribers',
    description:
      'Starts sending in the background. Each active subscriber gets it once, even if a server restarts in ' +
      'between. Without subscribers the answer is 409 `nobody-subscribed`. Emails that went out cannot be ' +
      'called back.',
  })
  @ApiIssueId()
  @ApiOkResponse({ description: 'Being sent', type: IssueDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async send(
    @Param('id', IdPipe) id: string,
    @Body() { version }: IssueSendingDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssueDto> {
    return this.begun(await this.issues.send(id, version, actor));
  }

  @Post(':id/stop')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'stopNewsletterIssue',
    summary: 'Stop sending an issue',
    description:
      'Holds back what has not been sent yet. What went out is out. `resumeNewsletterIssue` continues. An ' +
      'issue that is not being sent is answered 409 `issue-not-sending`.',
  })
  @ApiIssueId()
  @ApiOkResponse({ description: 'Stopped', type: IssueDto })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async stop(@Param('id', IdPipe) id: string, @CurrentActor() actor: Actor): Promise<IssueDto> {
    return this.shown(await this.issues.stop(id, actor));
  }

  @Post(':id/resume')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'resumeNewsletterIssue',
    summary: 'Continue sending an issue',
    description:
      'Sends to those who have not received it yet. An issue that was not stopped is answered 409 `issue-' +
      'not-stopped`.',
  })
  @ApiIssueId()
  @ApiOkResponse({ description: 'Being sent', type: IssueDto })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async resume(@Param('id', IdPipe) id: string, @CurrentActor() actor: Actor): Promise<IssueDto> {
    return this.begun(await this.issues.resume(id, actor));
  }

  private begun(issue: Issue): Promise<IssueDto> {
    this.wakeSignal.notify();
    return this.shown(issue);
  }

  private async shown(issue: Issue): Promise<IssueDto> {
    return toIssueDto(issue, await this.issues.progress(issue));
  }
}
