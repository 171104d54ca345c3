import { ApiProperty } from '@nestjs/swagger';
import {
  type ArticleSummary,
  type EditorArticle,
  type EditorArticleSummary,
  WITHDRAWAL_REASON_MAX,
  type Withdrawal,
} from '../../../domain/education/article.js';
import { RequiredLines } from '../../../platform/http/fields.js';
import { Integer, Time } from '../../../platform/http/response-fields.js';
import { ArticleDto, ArticleSummaryDto, toArticleDto, toArticleSummaryDto } from './article.dto.js';

export class ArticleWithdrawalDto {
  @ApiProperty({ description: 'Why visitors are not to read it', example: 'Its dosing table is being checked again.' })
  reason!: string;

  @Time('When it was withdrawn', '2026-11-20T15:04:05.000Z')
  withdrawnAt!: Date;

  @ApiProperty({ description: 'Name of the staff member who withdrew it', example: 'robin' })
  withdrawnBy!: string;
}

const ApiWithdrawal = () =>
  ApiProperty({
    description: 'Its withdrawal; null while it is published',
    type: ArticleWithdrawalDto,
    nullable: true,
    example: null,
  });

export class StaffArticleSummaryDto extends ArticleSummaryDto {
  @Integer('Words of the body', 1200)
  wordCount!: number;

  @ApiWithdrawal()
  withdrawal!: ArticleWithdrawalDto | null;
}

export class StaffArticleDto extends ArticleDto {
  @ApiWithdrawal()
  withdrawal!: ArticleWithdrawalDto | null;
}

export class WithdrawArticleDto {
  @RequiredLines('Reason', WITHDRAWAL_REASON_MAX, {
    description: 'Why; kept in the audit log and shown in the list of articles',
    example: 'Its dosing table is being checked again.',
  })
  reason!: string;
}

const toWithdrawalDto = ({ reason, withdrawnAt, withdrawnBy }: Withdrawal): ArticleWithdrawalDto => ({
  reason,
  withdrawnAt,
  withdrawnBy,
});

export const toStaffArticleSummaryDto = (article: EditorArticleSummary): StaffArticleSummaryDto => ({
  ...toArticleSummaryDto(article),
  wordCount: article.wordCount,
  withdrawal: article.withdrawal && toWithdrawalDto(article.withdrawal),
});

export const toStaffArticleDto = (found: {
  article: EditorArticle;
  related: readonly ArticleSummary[];
}): StaffArticleDto => ({
  ...toArticleDto(found),
  withdrawal: found.article.withdrawal && toWithdrawalDto(found.article.withdrawal),
});
