import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Issue, IssueNotFound } from '../../../domain/newsletter/issue.js';
import { Issues } from '../../../domain/newsletter/issues.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { EmailPreview } from '../../../platform/http/email-preview.js';
import { Accepted, Created, NoContent, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
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

const IssueId = () => UuidParam('id', 'Identity of the issue', IssueNotFound);

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
  @Operation('List newsletter issues', 'Drafts and sent issues, newest first, with how many emails went out.')
  @PageOf(IssueSummaryDto)
  async listNewsletterIssues(@Query() { limit, cursor }: PageQueryDto): Promise<PageResponse<IssueSummaryDto>> {
    const after = decodeCursor(cursor, issueCursorSchema);
    const page = await this.issues.page(limit, after);
    return pageResponse(page, toIssueSummaryDto);
  }

  @Post()
  @Operation('Start a newsletter issue', 'Saves a draft. Nothing is sent until `sendNewsletterIssue`.')
  @Created(IssueDto, 'The draft')
  async createNewsletterIssue(@Body() draft: NewIssueDto, @CurrentActor() actor: Actor): Promise<IssueDto> {
    return this.shown(await this.issues.create(draft, actor));
  }

  @Get('choices')
  @Operation(
    'List what an issue can link to',
    'All published articles, and the certificates that are new since the last issue.',
  )
  @Ok(NewsletterChoicesDto, 'Articles and new certificates')
  async getNewsletterChoices(): Promise<NewsletterChoicesDto> {
    return toChoicesDto(await this.issues.choices());
  }

  @Get(':id')
  @Operation('Get one issue', 'The text of the issue, and how far sending it is.')
  @Ok(IssueDto, 'The issue')
  async getNewsletterIssue(@IssueId() id: string): Promise<IssueDto> {
    return this.shown(await this.issues.issue(id));
  }

  @Put(':id')
  @Operation(
    'Change a draft',
    'Replaces the text of a draft. An issue that is being sent or was sent is answered 409 `issue-not-' +
      'draft`. Send the `version` you saw; if someone changed it since, the answer is 409 `issue-changed`.',
  )
  @Ok(IssueDto, 'The draft as it is now')
  @ApiProblems(409)
  async changeNewsletterIssue(
    @IssueId() id: string,
    @Body() { version, ...draft }: IssueChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssueDto> {
    return this.shown(await this.issues.edit(id, draft, version, actor));
  }

  @Delete(':id')
  @Operation(
    'Delete a draft',
    'Only drafts can be deleted: an issue that was sent, or whose sending began, stays on record and answers 409. ' +
      'Send the `version` you saw. A test email of the draft that still waits is not sent.',
  )
  @NoContent('Deleted')
  @ApiProblems(409)
  async deleteNewsletterIssue(
    @IssueId() id: string,
    @Query() { version }: IssueDeletionQueryDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.issues.delete(id, version, actor);
  }

  @Get(':id/preview')
  @Operation(
    'Preview an issue as text',
    'Subject and plain text as a reader would get them, with a sample unsubscribe link.',
  )
  @Ok(IssuePreviewDto, 'The email')
  async getNewsletterPreview(@IssueId() id: string): Promise<IssuePreviewDto> {
    return toPreviewDto(this.emails.preview(await this.issues.preview(id)));
  }

  @Get(':id/preview/page')
  @Operation(
    'Preview an issue as HTML',
    'The HTML part of the email as a page. It cannot run scripts, and only our own site may show it in a ' + 'frame.',
  )
  @EmailPreview('The email as a page that only our own site may frame')
  async getNewsletterPreviewPage(@IssueId() id: string): Promise<string> {
    return this.emails.preview(await this.issues.preview(id)).html;
  }

  @Post(':id/test')
  @Operation(
    'Send a test email of an issue',
    'Sends the issue to your own address, so that you see it as a reader would. It does not count as ' + 'sending.',
  )
  @Accepted(IssueDto, 'On its way')
  async sendNewsletterTest(@IssueId() id: string, @Body() { email }: NewsletterTestDto): Promise<IssueDto> {
    await this.issues.test(id, email);
    return this.shown(await this.issues.issue(id));
  }

  @Post(':id/sending')
  @Operation(
    'Send an issue to all active subscribers',
    'Starts sending in the background. Each active subscriber gets it once, even if a server restarts in ' +
      'between. Without subscribers the answer is 409 `nobody-subscribed`. Emails that went out cannot be ' +
      'called back.',
  )
  @Ok(IssueDto, 'Being sent')
  @ApiProblems(409)
  async sendNewsletterIssue(
    @IssueId() id: string,
    @Body() { version }: IssueSendingDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssueDto> {
    return this.begun(await this.issues.send(id, version, actor));
  }

  @Post(':id/stop')
  @Operation(
    'Stop sending an issue',
    'Holds back what has not been sent yet. What went out is out. `resumeNewsletterIssue` continues. An ' +
      'issue that is not being sent is answered 409 `issue-not-sending`.',
  )
  @Ok(IssueDto, 'Stopped')
  @ApiProblems(409)
  async stopNewsletterIssue(@IssueId() id: string, @CurrentActor() actor: Actor): Promise<IssueDto> {
    return this.shown(await this.issues.stop(id, actor));
  }

  @Post(':id/resume')
  @Operation(
    'Continue sending an issue',
    'Sends to those who have not received it yet. An issue that was not stopped is answered 409 `issue-' +
      'not-stopped`.',
  )
  @Ok(IssueDto, 'Being sent')
  @ApiProblems(409)
  async resumeNewsletterIssue(@IssueId() id: string, @CurrentActor() actor: Actor): Promise<IssueDto> {
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
