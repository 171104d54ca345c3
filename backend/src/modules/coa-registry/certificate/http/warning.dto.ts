import { ApiProperty } from '@nestjs/swagger';
import {
  type AffectedBatch,
  type BatchNotice,
  batchNoticeSentence,
  NOTICE_KINDS,
  NOTICE_WORDS,
  type NoticeKind,
} from '../../../../domain/coa-registry/certificate/batch-notice.js';
import { isIncident, isNotice, type Warning } from '../../../../domain/coa-registry/certificate/warning.js';
import { OneOf, TextList, TextOrNull } from '../../../../platform/http/response-fields.js';
import { type LabIncidentNoticeDto, toLabIncidentNoticeDto } from './lab-incident.dto.js';

export const NoticeNumber = () =>
  ApiProperty({ description: 'Public number of the notice; read it with `getNotice`', example: 'CBN-2026-0007' });

export const KindOfNotice = () =>
  OneOf(
    NOTICE_KINDS,
    'NoticeKind',
    'What the source says: `recall` is one that an authority published, with its number. There can be more kinds one day',
    'recall',
  );

export const NoticeSource = () =>
  ApiProperty({ description: 'Who says so, such as an authority or the brand', example: 'Example Food Agency' });

export const NoticeSourceNumber = () =>
  TextOrNull('The number that the source gave it; null for one that has none', 'F-0417-2026');

export const NoticeSummary = () =>
  ApiProperty({
    description: 'What it means for people who have the can, in our words',
    example: 'Do not drink it. Take it back to the store.',
  });

/** A notice about batches as a certificate carries it. */
export class BatchNoticeDto implements BatchNotice {
  @NoticeNumber()
  id!: string;

  @KindOfNotice()
  kind!: NoticeKind;

  @ApiProperty({ description: 'The kind as words for people', example: 'Recall' })
  title!: string;

  @NoticeSource()
  sourceName!: string;

  @NoticeSourceNumber()
  sourceNumber!: string | null;

  @ApiProperty({ description: 'Where the source says it', example: 'https://agency.example/recalls/417' })
  sourceUrl!: string;

  @ApiProperty({ description: 'The day of the source', format: 'date', example: '2026-11-02' })
  sourceDate!: string;

  @NoticeSummary()
  summary!: string;

  @ApiProperty({
    description: 'All of it in words, to show to people before the verdict of a certificate',
    example:
      'Notice about this batch (CBN-2026-0007). Example Food Agency (November 2, 2026, number F-0417-2026) says that it is ' +
      'recalled. Do not drink it. Take it back to the store.',
  })
  sentence!: string;
}

/** On everything that shows a certificate. */
export const NoticesOf = () =>
  ApiProperty({
    description:
      'Current notices about its batch, such as a recall; show them before its verdict. While there is any, nothing about ' +
      'the certificate counts as good news',
    type: [BatchNoticeDto],
    example: [],
  });

const toBatchNoticeDto = (notice: BatchNotice): BatchNoticeDto => ({
  id: notice.id,
  kind: notice.kind,
  title: NOTICE_WORDS[notice.kind],
  sourceName: notice.sourceName,
  sourceNumber: notice.sourceNumber,
  sourceUrl: notice.sourceUrl,
  sourceDate: notice.sourceDate,
  summary: notice.summary,
  sentence: batchNoticeSentence(notice),
});

/** The warnings about a certificate, each kind in its own field. */
export const toWarningDtos = (
  warnings: readonly Warning[],
): { readonly labIncidents: readonly LabIncidentNoticeDto[]; readonly notices: readonly BatchNoticeDto[] } => ({
  labIncidents: warnings.filter(isIncident).map(toLabIncidentNoticeDto),
  notices: warnings.filter(isNotice).map(toBatchNoticeDto),
});

/** A batch that a notice is about. */
export class AffectedBatchDto {
  @ApiProperty({ description: 'Brand', example: 'Example Drinks' })
  brand!: string;

  @TextOrNull('Product; null if neither the notice nor a certificate names it', 'Yuzu Seltzer 5 mg')
  product!: string | null;

  @ApiProperty({ description: 'Batch or lot as printed', example: 'JT-26-1014' })
  batch!: string;

  @TextList('References of certificates that are or were published of it; empty if there is none', ['CB-7K3M-9QXD'])
  references!: readonly string[];
}

export const toAffectedBatchDto = (batch: AffectedBatch): AffectedBatchDto => ({
  brand: batch.brandName,
  product: batch.productName,
  batch: batch.batchId,
  references: batch.references,
});
