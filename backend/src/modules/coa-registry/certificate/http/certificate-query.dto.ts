import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { z } from 'zod';
import { CONTENT_MG, isCalendarDay } from '../../../../domain/coa-registry/certificate/certificate.js';
import { SAMPLED_BY, type SampledBy } from '../../../../domain/coa-registry/certificate/printed-sample.js';
import {
  CERTIFICATE_STATUSES,
  type CertificateStatus,
} from '../../../../domain/coa-registry/certificate/test-results.js';
import {
  CERTIFICATE_SORTS,
  type CertificateCursor,
  type CertificateSort,
} from '../../../../domain/coa-registry/registry/published-certificate.js';
import { PAGE_LIMIT } from '../../../../domain/shared/page.js';
import { RULE_VERDICTS, type RuleVerdict } from '../../../../domain/shared/result-terms.js';
import { OneOfOptional } from '../../../../platform/http/fields.js';
import { PageLimit } from '../../../../platform/http/page-query.js';
import { encodeCursor } from '../../../../platform/http/paging.js';

const blankToUndefined = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value));

/** A text that may be left out or blank. */
const FilterText = (name: string, max: number, document: { description: string; example: string }) =>
  applyDecorators(
    ApiPropertyOptional({ ...document, maxLength: max }),
    IsString({ message: `send ${name} only once` }),
    MaxLength(max, { message: `${name} can be at most ${max} characters` }),
    IsOptional(),
    blankToUndefined(),
  );

/** Days back from today that a test may have been made, at most. */
const TESTED_WITHIN_DAYS_MAX = 3650;

const numberOf = (text: string) => (text === '' ? undefined : Number(text));

function TestedWithinDays() {
  const message = `testedWithinDays must be a whole number from 1 to ${TESTED_WITHIN_DAYS_MAX}`;
  return applyDecorators(
    ApiPropertyOptional({
      description:
        'Only certificates tested at most this many days before today (UTC). 365 leaves out tests older than twelve months',
      type: 'integer',
      minimum: 1,
      maximum: TESTED_WITHIN_DAYS_MAX,
      example: 365,
    }),
    Max(TESTED_WITHIN_DAYS_MAX, { message }),
    Min(1, { message }),
    IsInt({ message }),
    IsOptional(),
    Transform(({ value }) => (typeof value === 'string' ? numberOf(value.trim()) : value)),
  );
}

/** Order, page and filters of every list of published certificates. */
export class CoaPageQueryDto {
  @OneOfOptional('sort', CERTIFICATE_SORTS, 'CoaSort', {
    description:
      '`newest` (unless said otherwise) and `oldest` go by test date, `strongest` and `mildest` by measured THC',
    default: 'newest',
    example: 'newest',
  })
  sort: CertificateSort = 'newest';

  @PageLimit('Certificates of one page')
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

  @TestedWithinDays()
  testedWithinDays?: number;

  @blankToUndefined()
  @OneOfOptional('panels', ['complete'], 'PanelsFilter', {
    description: '`complete`: only certificates that report a result for all four contaminant panels, passed or failed',
    example: 'complete',
  })
  panels?: 'complete';

  @blankToUndefined()
  @OneOfOptional('sampledBy', SAMPLED_BY, 'SampledBy', {
    description: 'Only certificates with this `sampledBy`: who picked the can',
    example: 'store',
  })
  sampledBy?: SampledBy;

  @FilterText('rule', 60, {
    description:
      'Only certificates with the `verdict` on this rule: the id of a rule of `listRules` that has not ended. Verdicts are ' +
      'arithmetic on the figures of the laboratory, not legal advice',
    example: 'us-ct-infused-beverage',
  })
  rule?: string;

  @blankToUndefined()
  @OneOfOptional('verdict', RULE_VERDICTS, 'RuleVerdict', {
    description: 'How they compare with `rule`; `above` unless said otherwise. Needs `rule`',
    example: 'above',
  })
  verdict?: RuleVerdict;
}

export class CoaListQueryDto extends CoaPageQueryDto {
  @FilterText('search', 100, {
    description:
      'Matches anywhere in product name, brand name and batch id, ignoring case, accents and punctuation; in batch ids ' +
      'also ignoring spaces and look-alikes (O and 0; I, l and 1). ' +
      'A term without three letters or digits in a row matches beginnings of words only. ' +
      'When nothing matches, words are tried in a similar spelling: see `X-Search-Match`.',
    example: 'yuzu',
  })
  search?: string;

  @FilterText('brand', 120, { description: 'Only this brand; compared without case', example: 'Juniper & Tide' })
  brand?: string;

  @blankToUndefined()
  @OneOfOptional('status', CERTIFICATE_STATUSES, 'CertificateStatus', {
    description: 'Only certificates with this `statusMark`; `failed` has all of a batch that failed',
    example: 'passed',
  })
  status?: CertificateStatus;
}

/** Which brand's certificate of a batch is meant. */
export class BatchQueryDto {
  @FilterText('brand', 120, {
    description: 'Only this brand, by its present or a former name; compared without case',
    example: 'Juniper & Tide',
  })
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
