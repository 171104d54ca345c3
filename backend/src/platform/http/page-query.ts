import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { PAGE_LIMIT } from '../../domain/shared/page.js';
import { OptionalText } from './fields.js';

/** How many entries a page has. */
export function PageLimit(description: string) {
  const message = `limit must be a whole number from 1 to ${PAGE_LIMIT.max}`;
  return applyDecorators(
    ApiPropertyOptional({
      description,
      type: 'integer',
      minimum: 1,
      maximum: PAGE_LIMIT.max,
      default: PAGE_LIMIT.default,
      example: 50,
    }),
    Max(PAGE_LIMIT.max, { message }),
    Min(1, { message }),
    IsInt({ message }),
    Type(() => Number),
  );
}

/** Query parameters of every paged list. */
export class PageQueryDto {
  @PageLimit('Entries of one page')
  limit: number = PAGE_LIMIT.default;

  @OptionalText('cursor', 300, {
    description: 'Where the page begins: from the `Link` header of the page before, with the same other parameters',
    example: 'eyJhdCI6IjIwMjYtMTEtMjBUMTU6MDQ6MDUuMDAwWiIsImlkIjoiMTIzIn0',
  })
  cursor?: string;
}
