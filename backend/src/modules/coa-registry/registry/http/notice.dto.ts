import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { z } from 'zod';
import {
  AFFECTED_MAX,
  batchNoticeOf,
  NOTICE_WORDS,
  type NoticeKind,
  type NoticeReference,
  noticeSentenceOfAll,
  type PublicNotice,
  saysNotToDrink,
} from '../../../../domain/coa-registry/certificate/batch-notice.js';
import type { NoticeWithBatches } from '../../../../domain/coa-registry/coa-registry.js';
import { cursorTime } from '../../../../platform/http/paging.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull } from '../../../../platform/http/response-fields.js';
import {
  AffectedBatchDto,
  KindOfNotice,
  NoticeNumber,
  NoticeSource,
  NoticeSourceNumber,
  NoticeSummary,
  toAffectedBatchDto,
} from '../../certificate/http/warning.dto.js';

export const noticeCursorSchema = z.object({ publishedAt: cursorTime, id: z.uuid() });

class PublishedReferenceDto implements NoticeReference {
  @ApiProperty({ description: 'Where it is said', example: 'https://agency.example/recalls/417' })
  url!: string;

  @ApiProperty({ description: 'The day of what is there', format: 'date', example: '2026-11-02' })
  date!: string;
}

/** A notice over many batches, as the list has it. Field names follow OSV, the format of vulnerability databases. */
export class NoticeSummaryDto {
  @NoticeNumber()
  id!: string;

  @OneOf(
    ['published', 'updated', 'withdrawn'],
    'PublishedNoticeState',
    '`updated`: it changed since it was published. `withdrawn`: it no longer stands; `withdrawalReason` says why',
    'published',
  )
  state!: 'published' | 'updated' | 'withdrawn';

  @Time('When it last changed', '2026-11-03T15:04:05.000Z')
  modified!: Date;

  @Time('When it was published', '2026-11-03T15:04:05.000Z')
  published!: Date;

  @TimeOrNull('When it was withdrawn; null while it stands', null)
  withdrawn!: Date | null;

  @TextOrNull('Why it was withdrawn', null)
  withdrawalReason!: string | null;

  @KindOfNotice()
  kind!: NoticeKind;

  @ApiProperty({ description: 'The kind as words for people', example: 'Recall' })
  title!: string;

  @ApiProperty({ description: 'Whether it is a reason not to drink these batches, as a recall is', example: true })
  doNotDrink!: boolean;

  @NoticeSource()
  sourceName!: string;

  @NoticeSourceNumber()
  sourceNumber!: string | null;

  @NoticeSummary()
  summary!: string;

  @ApiProperty({ description: 'More about it; can be empty', example: 'Some cans hold twice the THC of their label.' })
  details!: string;

  @ApiProperty({
    description: 'Who says what, in words',
    example:
      'Notice about batches (CBN-2026-0007). Example Food Agency (November 2, 2026, number F-0417-2026) says that they are ' +
      'recalled. Do not drink it. Take it back to the store.',
  })
  sentence!: string;

  @ApiProperty({ description: 'Where it is said, the source itself first', type: [PublishedReferenceDto] })
  references!: readonly PublishedReferenceDto[];

  @Integer('How many batches it is about', 12)
  affectedBatches!: number;
}

/** A notice over many batches. */
export class NoticeDto extends NoticeSummaryDto {
  @ApiProperty({
    description: 'What it is about, by brand and batch. It also holds for certificates that are published later',
    type: [AffectedBatchDto],
  })
  affected!: readonly AffectedBatchDto[];
}

export class NoticeQueryDto {
  @ApiPropertyOptional({
    description: 'How many of its batches to answer; all if left out. `affectedBatches` is the number of all',
    type: 'integer',
    minimum: 1,
    maximum: AFFECTED_MAX,
    default: AFFECTED_MAX,
    example: 100,
  })
  @Max(AFFECTED_MAX, { message: `batches must be a whole number from 1 to ${AFFECTED_MAX}` })
  @Min(1, { message: `batches must be a whole number from 1 to ${AFFECTED_MAX}` })
  @IsInt({ message: `batches must be a whole number from 1 to ${AFFECTED_MAX}` })
  @Type(() => Number)
  batches: number = AFFECTED_MAX;
}

export const toNoticeSummaryDto = (notice: PublicNotice & { readonly affectedBatches: number }): NoticeSummaryDto => {
  const { number, state, modifiedAt, publishedAt, withdrawnAt, withdrawalReason, content, affectedBatches } = notice;
  return {
    id: number,
    state: state === 'draft' ? 'published' : state,
    modified: modifiedAt,
    published: publishedAt,
    withdrawn: withdrawnAt,
    withdrawalReason,
    kind: content.kind,
    title: NOTICE_WORDS[content.kind],
    doNotDrink: saysNotToDrink(content),
    sourceName: content.sourceName,
    sourceNumber: content.sourceNumber,
    summary: content.summary,
    details: content.details,
    sentence: noticeSentenceOfAll(batchNoticeOf(notice)),
    references: content.references,
    affectedBatches,
  };
};

export const toNoticeDto = (notice: NoticeWithBatches): NoticeDto => ({
  ...toNoticeSummaryDto(notice),
  affected: notice.affected.map(toAffectedBatchDto),
});
