import { applyDecorators, Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { z } from 'zod';
import {
  CHOICES_MAX,
  INTRODUCTION_MAX,
  ISSUE_STATES,
  type Issue,
  IssueNotFound,
  type IssueState,
  type Progress,
  SUBJECT_MAX,
} from '../../../domain/newsletter/issue.js';
import { Issues } from '../../../domain/newsletter/issues.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { EmailPreview } from '../../../platform/http/email-preview.js';
import { RequiredEmail, RequiredLines, RequiredText, SeenVersion } from '../../../platform/http/fields.js';
import { Accepted, Created, NoContent, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { cursorTime, decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import { Integer, OneOf, TextList, Time, TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { NewsletterEmailTemplates } from '../email/newsletter-email-templates.js';

const SEEN = 'Version of the issue that you read; another one is answered 409';

/** A list of chosen ids. */
function Chosen(description: string, example: string[]) {
  const message = 'Choose from the list';
  return applyDecorators(
    ApiProperty({ description, type: [String], minItems: 0, maxItems: CHOICES_MAX, example }),
    IsArray({ message }),
    ArrayMaxSize(CHOICES_MAX, { message: `Choose at most ${CHOICES_MAX}` }),
    IsString({ each: true, message }),
    MaxLength(200, { each: true, message }),
  );
}

class NewIssueDto {
  @RequiredText('Subject', SUBJECT_MAX, { description: 'Subject of the email, one line', example: 'News of November' })
  subject!: string;

  @RequiredLines('Introduction', INTRODUCTION_MAX, {
    description: 'Beginning of the email; plain text, an empty line starts a new paragraph',
    example: 'Three new certificates came in this month.',
  })
  introduction!: string;

  @Chosen('Ids of published articles, in the order of the email', ['article-001'])
  articleIds!: string[];

  @Chosen('References of published certificates, in the order of the email; a batch id is taken, too', ['CB-7K3M-9QXD'])
  batchIds!: string[];
}

class IssueChangeDto extends NewIssueDto {
  @SeenVersion(SEEN)
  version!: number;
}

class IssueDeletionQueryDto {
  @Type(() => Number)
  @SeenVersion(SEEN)
  version!: number;
}

class IssueSendingDto {
  @SeenVersion(SEEN)
  version!: number;
}

class NewsletterTestDto {
  @RequiredEmail('Enter a valid email address', { description: 'Your own address', example: 'editor@staff.example' })
  email!: string;
}

class IssueProgressDto {
  @Integer('Active subscribers when sending began', 1240)
  recipients!: number;

  @Integer('Letters that were handed over', 800)
  sent!: number;

  @Integer('Letters that could not be delivered', 3)
  failed!: number;

  @Integer('Recipients who left the list before their email was sent', 1)
  left!: number;

  @Integer('Letters that did not go yet', 436)
  waiting!: number;
}

class IssueSummaryDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'Subject of the email', example: 'News of November' })
  subject!: string;

  @OneOf(ISSUE_STATES, 'IssueState', 'How it stands', 'draft')
  state!: IssueState;

  @Time('When it was last changed', '2026-11-20T15:04:05.000Z')
  changedAt!: Date;

  @TimeOrNull('When sending began', null)
  startedAt!: Date | null;

  @TimeOrNull('When everybody had been written to', null)
  endedAt!: Date | null;
}

class IssueDto extends IssueSummaryDto {
  @ApiProperty({ description: 'Beginning of the email', example: 'Three new certificates came in this month.' })
  introduction!: string;

  @ApiProperty({ description: 'Ids of the chosen articles', type: [String], example: ['article-001'] })
  articleIds!: readonly string[];

  @TextList('References of the chosen certificates, or batch ids where those were sent', ['CB-7K3M-9QXD'])
  batchIds!: readonly string[];

  @Integer('Goes up with each change', 1)
  version!: number;

  @ApiProperty({ description: 'How far it is', type: IssueProgressDto })
  progress!: IssueProgressDto;
}

class IssuePreviewDto {
  @ApiProperty({ description: 'Subject of the email', example: 'News of November' })
  subject!: string;

  @ApiProperty({ description: 'The email as text', example: 'ClearBatch' })
  text!: string;
}

class ArticleChoiceDto {
  @ApiProperty({ description: 'Identity', example: 'article-001' })
  id!: string;

  @ApiProperty({ description: 'Title', example: 'What are THC beverages?' })
  title!: string;
}

class CertificateChoiceDto {
  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Batch', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Name of the product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({ description: 'Name of the brand', example: 'Juniper & Tide' })
  brandName!: string;
}

class NewsletterChoicesDto {
  @ApiProperty({ description: 'Published articles, newest first', type: [ArticleChoiceDto] })
  articles!: ArticleChoiceDto[];

  @ApiProperty({
    description: 'Certificates published since the last issue went out, the newest 200',
    type: [CertificateChoiceDto],
  })
  certificates!: CertificateChoiceDto[];
}

const toIssueSummaryDto = ({ id, subject, state, changedAt, startedAt, endedAt }: Issue): IssueSummaryDto => ({
  id,
  subject,
  state,
  changedAt,
  startedAt,
  endedAt,
});

const toIssueDto = (issue: Issue, { recipients, sent, failed, left, waiting }: Progress): IssueDto => ({
  ...toIssueSummaryDto(issue),
  introduction: issue.introduction,
  articleIds: issue.articleIds,
  batchIds: issue.batchIds,
  version: issue.version,
  progress: { recipients, sent, failed, left, waiting },
});

const issueCursorSchema = z.object({ createdAt: cursorTime, id: z.uuid() });

const IssueId = () => UuidParam('id', 'Identity of the issue', IssueNotFound);

@ApiTags('Staff newsletter')
@Controller('api/staff/newsletter-issues')
@StaffOnly('editor')
export class IssueController {
  constructor(
    private readonly issues: Issues,
    private readonly emails: NewsletterEmailTemplates,
    private readonly wakeSignal: WakeSignal,
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
    const { articles, certificates } = await this.issues.choices();
    return {
      articles: articles.map(({ id, title }) => ({ id, title })),
      certificates: certificates.map(({ reference, batchId, productName, brandName }) => ({
        reference,
        batchId,
        productName,
        brandName,
      })),
    };
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
    const { subject, text } = this.emails.preview(await this.issues.preview(id));
    return { subject, text };
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
