import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  type AffectedSet,
  DETAILS_MAX,
  NOTICE_KINDS,
  NOTICE_SOURCE_MAX,
  NOTICE_STATES,
  type Notice,
  type NoticeDraft,
  type NoticeKind,
  NoticeNotFound,
  type NoticeReference,
  type NoticeSelection,
  type NoticeState,
  type NoticeText,
  type ProductRange,
  REFERENCES_MAX,
  SOURCE_NUMBER_MAX,
  SUMMARY_MAX,
} from '../../../../domain/coa-registry/certificate/batch-notice.js';
import { Notices } from '../../../../domain/coa-registry/review/notices.js';
import type { Actor } from '../../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../../platform/http/access.js';
import { ApiProblems } from '../../../../platform/http/api-problems.js';
import { OptionalText, RequiredDay, RequiredText, RequiredUrl, SeenVersion } from '../../../../platform/http/fields.js';
import { Created, Ok, Operation, UuidParam } from '../../../../platform/http/operation.js';
import {
  Integer,
  OneOf,
  TextList,
  TextOrNull,
  Time,
  TimeOrNull,
  Uuid,
} from '../../../../platform/http/response-fields.js';
import { AffectedBatchDto, toAffectedBatchDto } from '../../certificate/http/warning.dto.js';

const NAME_MAX = 200;

/** A list of the largest size. The body of a request can be 256 kB. */
const LIST_MAX = 200_000;

/** Batches that a preview shows; the counts are of all. */
const PREVIEWED_MAX = 500;

class ProductRangeDto implements ProductRange {
  @RequiredText('Brand', NAME_MAX, { description: 'The brand, by a present or former name', example: 'Example Drinks' })
  brandName!: string;

  @RequiredText('Product', NAME_MAX, { description: 'The product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @RequiredDay('First test day', { description: 'First day of the tests of its batches', example: '2026-09-01' })
  testedFrom!: string;

  @RequiredDay('Last test day', { description: 'Last day of the tests of its batches', example: '2026-10-31' })
  testedTo!: string;
}

class NoticeSelectionDto {
  @ApiPropertyOptional({
    description:
      'One batch in each line: a reference such as `CB-7K3M-9QXD`, or brand and batch as CSV, with the product behind them if ' +
      'you like. A batch without a lab report counts, too: one that comes later will show the notice',
    type: String,
    maxLength: LIST_MAX,
    example: 'Example Drinks,JT-26-1014',
  })
  @IsOptional()
  @IsString({ message: 'Batches must be text' })
  @MaxLength(LIST_MAX, { message: `Batches can be at most ${LIST_MAX} characters` })
  batches?: string;

  @ApiPropertyOptional({
    description: 'Batches of one product by the days of their tests, besides those in `batches`',
    type: ProductRangeDto,
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: 'product must be an object' })
  @ValidateNested()
  @Type(() => ProductRangeDto)
  product?: ProductRangeDto;
}

class NoticeReferenceDto implements NoticeReference {
  @RequiredUrl('Link', { description: 'Where it is said; public', example: 'https://agency.example/recalls/417' })
  url!: string;

  @RequiredDay('Day', { description: 'The day of what is there', example: '2026-11-02' })
  date!: string;
}

class NoticeDraftDto extends NoticeSelectionDto {
  @OneOf(NOTICE_KINDS, 'NoticeKind', 'What the source says', 'recall')
  @IsIn(NOTICE_KINDS, { message: `kind must be one of ${NOTICE_KINDS.join(', ')}` })
  kind!: NoticeKind;

  @RequiredText('Source', NOTICE_SOURCE_MAX, {
    description: 'Who says so, such as an authority or the brand; public',
    example: 'Example Food Agency',
  })
  sourceName!: string;

  @OptionalText('Number', SOURCE_NUMBER_MAX, {
    description: 'The number that the source gave it. Needed for `recall`',
    example: 'F-0417-2026',
  })
  sourceNumber?: string;

  @RequiredText('Public sentence', SUMMARY_MAX, {
    description: 'What it means for people who have the can. Public: no addresses, phone numbers or links',
    example: 'Do not drink it. Take it back to the store.',
  })
  summary!: string;

  @OptionalText('Details', DETAILS_MAX, {
    description: 'More about it, for its page. Public: no addresses, phone numbers or links',
    example: 'Some cans hold twice the THC of their label.',
  })
  details?: string;

  @ApiProperty({
    description: 'Where it is said, the source itself first',
    type: [NoticeReferenceDto],
    minItems: 1,
    maxItems: REFERENCES_MAX,
  })
  @IsArray({ message: 'Give at least one link' })
  @ArrayMinSize(1, { message: 'Give at least one link' })
  @ArrayMaxSize(REFERENCES_MAX, { message: `Give at most ${REFERENCES_MAX} links` })
  @IsObject({ each: true, message: 'Each link must be an object' })
  @ValidateNested({ each: true })
  @Type(() => NoticeReferenceDto)
  references!: NoticeReferenceDto[];
}

class NoticeRedraftDto extends NoticeDraftDto {
  @SeenVersion()
  version!: number;
}

class NoticePublicationDto {
  @SeenVersion()
  version!: number;

  @ApiProperty({
    description: 'The number of batches that `previewNotice` answered. If it has changed since, nothing is published',
    type: 'integer',
    minimum: 1,
    example: 12,
  })
  @IsInt({ message: 'Confirm how many batches it is about' })
  @Min(1, { message: 'Confirm how many batches it is about' })
  batches!: number;
}

class NoticeWithdrawalDto {
  @SeenVersion()
  version!: number;

  @RequiredText('Reason', SUMMARY_MAX, {
    description: 'Why; public if the notice was published, so no addresses, phone numbers or links',
    example: 'The agency ended the recall on November 20, 2026.',
  })
  reason!: string;
}

class NoticePreviewDto {
  @Integer('How many batches it would be about', 12)
  batches!: number;

  @Integer('How many of them have no lab report in the registry yet', 2)
  withoutReport!: number;

  @TextList('References and products that were not found. A notice with any of them is refused', ['CB-0000-0000'])
  notFound!: readonly string[];

  @ApiProperty({
    description: `The batches, at most ${PREVIEWED_MAX}, those without a lab report first`,
    type: [AffectedBatchDto],
  })
  listed!: readonly AffectedBatchDto[];
}

class StaffNoticeTextDto {
  @OneOf(NOTICE_KINDS, 'NoticeKind', 'What the source says', 'recall')
  kind!: NoticeKind;

  @ApiProperty({ description: 'Who says so', example: 'Example Food Agency' })
  sourceName!: string;

  @TextOrNull('The number that the source gave it', 'F-0417-2026')
  sourceNumber!: string | null;

  @ApiProperty({ description: 'What it means', example: 'Do not drink it. Take it back to the store.' })
  summary!: string;

  @ApiProperty({ description: 'More about it; can be empty', example: '' })
  details!: string;

  @ApiProperty({ description: 'Where it is said', type: [NoticeReferenceDto] })
  references!: readonly NoticeReferenceDto[];
}

class StaffNoticeDto {
  @Uuid('Identity of the notice', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @TextOrNull('Its public number; null until it is published', 'CBN-2026-0007')
  number!: string | null;

  @OneOf(
    NOTICE_STATES,
    'NoticeState',
    '`draft`: not public. `updated`: published, and changed since. `withdrawn`: no longer stands, or never published',
    'draft',
  )
  state!: NoticeState;

  @ApiProperty({
    description: 'What is published; null until then',
    type: StaffNoticeTextDto,
    nullable: true,
    example: null,
  })
  content!: StaffNoticeTextDto | null;

  @ApiProperty({
    description: 'What waits for a second person; null if nothing does',
    type: StaffNoticeTextDto,
    nullable: true,
    example: null,
  })
  draft!: StaffNoticeTextDto | null;

  @Time('When it was written', '2026-11-03T14:00:00.000Z')
  draftedAt!: Date;

  @ApiProperty({ description: 'Who wrote it', example: 'robin' })
  draftedBy!: string;

  @TimeOrNull('When it was published', null)
  publishedAt!: Date | null;

  @TextOrNull('Who published it last', null)
  publishedBy!: string | null;

  @TimeOrNull('When it was withdrawn', null)
  withdrawnAt!: Date | null;

  @TextOrNull('Who withdrew it', null)
  withdrawnBy!: string | null;

  @TextOrNull('Why it was withdrawn', null)
  withdrawalReason!: string | null;

  @Integer('Optimistic lock', 1)
  version!: number;
}

class ChosenBatchesDto {
  @ApiProperty({
    description: 'The list of batches of the draft, as it was sent',
    example: 'Example Drinks,JT-26-1014',
  })
  batches!: string;

  @ApiProperty({ description: 'The product of the draft', type: ProductRangeDto, nullable: true, example: null })
  product!: ProductRangeDto | null;
}

/** One notice, with its batches. */
class StaffNoticeDetailDto extends StaffNoticeDto {
  @ApiProperty({
    description: 'What the draft chooses, or else a list of the batches that it is about',
    type: ChosenBatchesDto,
  })
  selection!: ChosenBatchesDto;
}

const toText = ({ kind, sourceName, sourceNumber, summary, details, references }: NoticeText): StaffNoticeTextDto => ({
  kind,
  sourceName,
  sourceNumber,
  summary,
  details,
  references,
});

const toDto = (notice: Notice): StaffNoticeDto => ({
  id: notice.id,
  number: notice.number,
  state: notice.state,
  content: notice.content && toText(notice.content),
  draft: notice.draft && toText(notice.draft),
  draftedAt: notice.draftedAt,
  draftedBy: notice.draftedBy,
  publishedAt: notice.publishedAt,
  publishedBy: notice.publishedBy,
  withdrawnAt: notice.withdrawnAt,
  withdrawnBy: notice.withdrawnBy,
  withdrawalReason: notice.withdrawalReason,
  version: notice.version,
});

const selectionOf = ({ batches = '', product }: NoticeSelectionDto): NoticeSelection => ({
  batches,
  product: product ? { ...product } : null,
});

function draftOf({ references, ...body }: NoticeDraftDto): NoticeDraft {
  const { kind, sourceName, summary, sourceNumber, details = '' } = body;
  const [first, ...others] = references.map(({ url, date }) => ({ url, date }));
  if (!first) throw new Error('the request was validated');
  return {
    ...{ kind, sourceName, sourceNumber: sourceNumber ?? null, summary, details },
    references: [first, ...others],
    selection: selectionOf(body),
  };
}

function toPreviewDto({ batches, unknown }: AffectedSet): NoticePreviewDto {
  const without = batches.filter(({ references }) => references.length === 0);
  const withReport = batches.filter(({ references }) => references.length > 0);
  return {
    batches: batches.length,
    withoutReport: without.length,
    notFound: unknown,
    listed: [...without, ...withReport].slice(0, PREVIEWED_MAX).map(toAffectedBatchDto),
  };
}

const NoticeId = () => UuidParam('id', 'Identity of the notice', NoticeNotFound);

@ApiTags('Staff labs')
@Controller('api/staff/notices')
@StaffOnly('administrator')
export class StaffNoticeController {
  constructor(private readonly notices: Notices) {}

  @Get()
  @Operation('List notices with drafts', 'All of them, with those that were withdrawn, the last written first.')
  @Ok([StaffNoticeDto], 'All notices')
  async listStaffNotices(): Promise<StaffNoticeDto[]> {
    return (await this.notices.all()).map(toDto);
  }

  @Get(':id')
  @Operation('Get a notice with its draft', 'With its batches, as `previewNotice` takes them.')
  @Ok(StaffNoticeDetailDto, 'The notice')
  async getStaffNotice(@NoticeId() id: string): Promise<StaffNoticeDetailDto> {
    const notice = await this.notices.one(id);
    return { ...toDto(notice), selection: await this.notices.selectionOf(notice) };
  }

  @Post('preview')
  @Operation(
    'Look at what a notice would be about',
    'The batches that were chosen, with those of which there is no lab report, and what was not found. Nothing is saved.',
  )
  @Ok(NoticePreviewDto, 'What it would be about')
  async previewNotice(@Body() body: NoticeSelectionDto): Promise<NoticePreviewDto> {
    return toPreviewDto(await this.notices.preview(selectionOf(body)));
  }

  @Post()
  @Operation(
    'Write a notice',
    'It is not public until a second administrator publishes it with `publishNotice`. Everything in it but its author will be.',
  )
  @Created(StaffNoticeDto, 'Written')
  async createNotice(@Body() body: NoticeDraftDto, @CurrentActor() actor: Actor): Promise<StaffNoticeDto> {
    return toDto(await this.notices.draft(draftOf(body), actor));
  }

  @Put(':id')
  @Operation(
    'Write a notice anew',
    'Also one that is published: the public sees the change once a second administrator publishes it.',
  )
  @Ok(StaffNoticeDto, 'Written')
  @ApiProblems(409)
  async changeNotice(
    @NoticeId() id: string,
    @Body() { version, ...body }: NoticeRedraftDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffNoticeDto> {
    return toDto(await this.notices.redraft(id, draftOf(body), version, actor));
  }

  @Post(':id/publication')
  @Operation(
    'Publish a notice, or an update of it',
    'Only a second administrator can: the answer to the author, and to accounts that this one made or reset in the last 30 ' +
      'days, is 403 `second-person-needed`. From then on every certificate of its batches carries it before its verdict, ' +
      'also those that come later, and those who follow them get an email. If the number of batches is no longer the one ' +
      'you send, the answer is 409 `notice-count-changed`.',
  )
  @Ok(StaffNoticeDto, 'Published')
  @ApiProblems(409)
  async publishNotice(
    @NoticeId() id: string,
    @Body() { version, batches }: NoticePublicationDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffNoticeDto> {
    return toDto(await this.notices.publish(id, version, batches, actor));
  }

  @Post(':id/withdrawal')
  @Operation(
    'Withdraw a notice',
    'Certificates are shown as before. Its page stays, with your reason. One that was never published is discarded.',
  )
  @Ok(StaffNoticeDto, 'Withdrawn')
  @ApiProblems(409)
  async withdrawNotice(
    @NoticeId() id: string,
    @Body() { version, reason }: NoticeWithdrawalDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffNoticeDto> {
    return toDto(await this.notices.withdraw(id, version, reason, actor));
  }
}
