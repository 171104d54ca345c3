import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { z } from 'zod';
import { CONTENT_MG, isCalendarDay } from '../../../domain/coa-registry/certificate.js';
import {
  CERTIFICATE_SORTS,
  type CertificateCursor,
  type CertificateSort,
} from '../../../domain/coa-registry/published-certificate.js';
import { CERTIFICATE_STATUSES, type CertificateStatus } from '../../../domain/coa-registry/test-results.js';
import { PAGE_LIMIT } from '../../../domain/shared/page.js';
import { encodeCursor } from '../../../platform/http/paging.js';

const blankToUndefined = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value));

/** What every list of published certificates can be asked. */
export class CoaPageQueryDto {
  @ApiPropertyOptional({
    description:
      '`newest` (unless said otherwise) and `oldest` go by test date, `strongest` and `mildest` by measured THC',
    enum: CERTIFICATE_SORTS,
    enumName: 'CoaSort',
    default: 'newest',
    example: 'newest',
  })
  @IsIn(CERTIFICATE_SORTS, { message: `sort must be one of ${CERTIFICATE_SORTS.join(', ')}` })
  sort: CertificateSort = 'newest';

  @ApiPropertyOptional({
    description: 'Certificates of one page',
    type: 'integer',
    minimum: 1,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.default,
    example: 50,
  })
  @Type(() => Number)
  @IsInt({ message: `limit must be a whole number from 1 to ${PAGE_LIMIT.max}` })
  @Min(1, { message: `limit must be a whole number from 1 to ${PAGE_LIMIT.max}` })
  @Max(PAGE_LIMIT.max, { message: `limit must be a whole number from 1 to ${PAGE_LIMIT.max}` })
  limit: number = PAGE_LIMIT.default;

  @ApiPropertyOptional({
    description:
      'Where the page begins: taken from the `Link` header of the page before, with the same other parameters',
    maxLength: 300,
    example: 'eyJzIjoibmV3ZXN0IiwidiI6IjIwMjYtMTAtMTQiLCJpZCI6IjBmOGZhZDViLWQ5Y2ItNDY5Zi1hMTY1LTcwODY3NzI4OTUwZSJ9',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(300, { message: 'cursor is too long' })
  @IsString({ message: 'send cursor only once' })
  cursor?: string;
}

export class CoaListQueryDto extends CoaPageQueryDto {
  @ApiPropertyOptional({
    description:
      'Matches anywhere in product name, brand name and batch id, ignoring case, accents and punctuation; in batch ids ' +
      'also ignoring spaces and look-alikes (O and 0; I, l and 1). ' +
      'A term without three letters or digits in a row matches beginnings of words only. ' +
      'When nothing matches, words are tried in a similar spelling: see `X-Search-Match`.',
    maxLength: 100,
    example: 'yuzu',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(100, { message: 'search can be at most 100 characters' })
  @IsString({ message: 'send search only once' })
  search?: string;

  @ApiPropertyOptional({
    description: 'Only this brand; compared without case',
    maxLength: 120,
    example: 'Juniper & Tide',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(120, { message: 'brand can be at most 120 characters' })
  @IsString({ message: 'send brand only once' })
  brand?: string;

  @ApiPropertyOptional({
    description: 'Only certificates of this status',
    enum: CERTIFICATE_STATUSES,
    enumName: 'CertificateStatus',
    example: 'passed',
  })
  @blankToUndefined()
  @IsOptional()
  @IsIn(CERTIFICATE_STATUSES, { message: `status must be one of ${CERTIFICATE_STATUSES.join(', ')}` })
  status?: CertificateStatus;
}

/** Which brand's certificate of a batch is meant. */
export class BatchQueryDto {
  @ApiPropertyOptional({
    description: 'Only this brand, by its present or a former name; compared without case',
    maxLength: 120,
    example: 'Juniper & Tide',
  })
  @blankToUndefined()
  @IsOptional()
  @MaxLength(120, { message: 'brand can be at most 120 characters' })
  @IsString({ message: 'send brand only once' })
  brand?: string;
}

const calendarDay = z.string().refine(isCalendarDay);

/** A cursor contains its sort order, so that it cannot be used with another one. */
const cursorSchemas: Record<CertificateSort, z.ZodType<CertificateCursor>> = {
  newest: cursorSchema('newest', calendarDay),
  oldest: cursorSchema('oldest', calendarDay),
  strongest: cursorSchema('strongest', z.number().min(0).max(CONTENT_MG.max)),
  mildest: cursorSchema('mildest', z.number().min(0).max(CONTENT_MG.max)),
};

function cursorSchema(sort: CertificateSort, value: z.ZodType<string | number>): z.ZodType<CertificateCursor> {
  return z.object({ s: z.literal(sort), v: value, id: z.uuid() }).transform(({ v, id }) => ({ value: v, id }));
}

export const coaCursorSchema = (sort: CertificateSort) => cursorSchemas[sort];

export const encodeCoaCursor =
  (sort: CertificateSort) =>
  ({ value, id }: CertificateCursor) =>
    encodeCursor({ s: sort, v: value, id });
