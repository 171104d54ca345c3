import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  COMMENT_CODES,
  COMMENT_WEIGHTS,
  type CommentCode,
  type CommentDraft,
  type CommentWeight,
  type ReviewComment,
} from '../../../../domain/coa-registry/certificate/review-comment.js';
import { OptionalLines } from '../../../../platform/http/fields.js';
import { OneOf, TextOrNull, Time, TimeOrNull, Uuid } from '../../../../platform/http/response-fields.js';

const COMMENT_CODE_NAMES = Object.keys(COMMENT_CODES) as CommentCode[];

export class CommentDraftDto implements CommentDraft {
  @ApiProperty({
    description: `What is wrong. ${COMMENT_CODE_NAMES.map((code) => `\`${code}\`: ${COMMENT_CODES[code]}`).join(' ')}`,
    enum: COMMENT_CODE_NAMES,
    enumName: 'CommentCode',
    example: 'batch-mismatch',
  })
  @IsIn(COMMENT_CODE_NAMES, { message: 'Choose what is wrong' })
  code!: CommentCode;

  @OneOf(
    COMMENT_WEIGHTS,
    'CommentWeight',
    '`major` has to be resolved before publication; `advisory` is for the submitter to know',
    'major',
  )
  @IsIn(COMMENT_WEIGHTS, { message: 'Choose major or advisory' })
  weight!: CommentWeight;

  @OptionalLines('Comment', 1000, {
    description: "In the reviewer's words, for the submitter; required for `other`",
    example: 'The certificate says #C9031.',
  })
  text: string | null = null;
}

export class ReviewCommentDto implements ReviewComment {
  @Uuid('Identity of the comment', '7c9e6679-7425-40de-944b-e07fc1f90ae7')
  id!: string;

  @OneOf(COMMENT_CODE_NAMES, 'CommentCode', 'What is wrong', 'batch-mismatch')
  code!: CommentCode;

  @OneOf(COMMENT_WEIGHTS, 'CommentWeight', 'Its weight', 'major')
  weight!: CommentWeight;

  @ApiProperty({
    description: 'The sentence that belongs to the code',
    example: COMMENT_CODES['batch-mismatch'],
  })
  sentence!: string;

  @TextOrNull("The reviewer's own words", 'The certificate says #C9031.')
  text!: string | null;

  @ApiProperty({ description: 'Who wrote it', example: 'robin' })
  by!: string;

  @Time('When', '2026-11-20T15:04:05.000Z')
  at!: string;

  @TimeOrNull('When a reviewer resolved it; null while it stands', null)
  settledAt!: string | null;
}

export const toReviewCommentDto = (comment: ReviewComment): ReviewCommentDto => ({
  ...comment,
  sentence: COMMENT_CODES[comment.code],
});
