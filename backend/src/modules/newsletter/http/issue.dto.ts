import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { z } from 'zod';
import {
  CHOICES_MAX,
  INTRODUCTION_MAX,
  ISSUE_STATES,
  type Issue,
  type IssueState,
  type Progress,
  SUBJECT_MAX,
} from '../../../domain/newsletter/issue.js';
import type { Choices } from '../../../domain/newsletter/issues.js';
import type { IssueCursor } from '../../../domain/newsletter/ports.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { RequiredEmail, RequiredLines, RequiredText, SeenVersion } from '../../../platform/http/fields.js';
import { Integer, OneOf, Time, TimeOrNull, Uuid } from '../../../platform/http/response-fields.js';

const SEEN = 'Version of the issue that you read; another one is answered 409';

/** A list of chosen ids. */
function Chosen(description: string, example: string[]) {
  const message = 'Choose from the list';
  const decorators = [
    ApiProperty({ description, type: [String], minItems: 0, maxItems: CHOICES_MAX, example }),
    MaxLength(200, { each: true, message }),
    IsString({ each: true, message }),
    ArrayMaxSize(CHOICES_MAX, { message: `Choose at most ${CHOICES_MAX}` }),
    IsArray({ message }),
  ];
  return (target: object, key: string) => {
    for (const decorate of decorators.toReversed()) decorate(target, key);
  };
}

export class NewIssueDto {
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

export class IssueChangeDto extends NewIssueDto {
  @SeenVersion(SEEN)
  version!: number;
}

export class IssueDeletionQueryDto {
  @Type(() => Number)
  @SeenVersion(SEEN)
  version!: number;
}

export class IssueSendingDto {
  @SeenVersion(SEEN)
  version!: number;
}

export class NewsletterTestDto {
  @RequiredEmail('Enter a valid email address', { description: 'Your own address', example: 'editor@staff.example' })
  email!: string;
}

export class IssueProgressDto {
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

export class IssueSummaryDto {
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

export class IssueDto extends IssueSummaryDto {
  @ApiProperty({ description: 'Beginning of the email', example: 'Three new certificates came in this month.' })
  introduction!: string;

  @ApiProperty({ description: 'Ids of the chosen articles', type: [String], example: ['article-001'] })
  articleIds!: readonly string[];

  @ApiProperty({
    description: 'References of the chosen certificates, or batch ids where those were sent',
    type: [String],
    example: ['CB-7K3M-9QXD'],
  })
  batchIds!: readonly string[];

  @Integer('Goes up with each change', 1)
  version!: number;

  @ApiProperty({ description: 'How far it is', type: IssueProgressDto })
  progress!: IssueProgressDto;
}

export class IssuePreviewDto {
  @ApiProperty({ description: 'Subject of the email', example: 'News of November' })
  subject!: string;

  @ApiProperty({ description: 'The email as text', example: 'ClearBatch' })
  text!: string;
}

export class ArticleChoiceDto {
  @ApiProperty({ description: 'Identity', example: 'article-001' })
  id!: string;

  @ApiProperty({ description: 'Title', example: 'What are THC beverages?' })
  title!: string;
}

export class CertificateChoiceDto {
  @ApiProperty({ description: 'Its reference', example: 'CB-7K3M-9QXD' })
  reference!: string;

  @ApiProperty({ description: 'Batch', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Name of the product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({ description: 'Name of the brand', example: 'Juniper & Tide' })
  brandName!: string;
}

export class NewsletterChoicesDto {
  @ApiProperty({ description: 'Published articles, newest first', type: [ArticleChoiceDto] })
  articles!: ArticleChoiceDto[];

  @ApiProperty({
    description: 'Certificates published since the last issue went out, the newest 200',
    type: [CertificateChoiceDto],
  })
  certificates!: CertificateChoiceDto[];
}

export const toIssueSummaryDto = ({ id, subject, state, changedAt, startedAt, endedAt }: Issue): IssueSummaryDto => ({
  id,
  subject,
  state,
  changedAt,
  startedAt,
  endedAt,
});

export const toIssueDto = (issue: Issue, { recipients, sent, failed, left, waiting }: Progress): IssueDto => ({
  ...toIssueSummaryDto(issue),
  introduction: issue.introduction,
  articleIds: issue.articleIds,
  batchIds: issue.batchIds,
  version: issue.version,
  progress: { recipients, sent, failed, left, waiting },
});

export const toPreviewDto = ({ subject, text }: EmailMessage): IssuePreviewDto => ({ subject, text });

export const toChoicesDto = ({ articles, certificates }: Choices): NewsletterChoicesDto => ({
  articles: articles.map(({ id, title }) => ({ id, title })),
  certificates: certificates.map(({ reference, batchId, productName, brandName }) => ({
    reference,
    batchId,
    productName,
    brandName,
  })),
});

export const issueCursorSchema: z.ZodType<IssueCursor> = z
  .object({ createdAt: z.iso.datetime(), id: z.uuid() })
  .transform(({ createdAt, id }) => ({ createdAt: new Date(createdAt), id }));
