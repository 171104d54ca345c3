import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map } from 'rxjs';
import { z } from 'zod';
import { InvalidInput } from '../../domain/shared/domain-error.js';
import type { Page, Total } from '../../domain/shared/page.js';
import { canonicalUrl } from '../cache/cached-routes.js';
import { Ok } from './operation.js';

const PAGE_HEADERS: ApiResponseOptions['headers'] = {
  'X-Total-Count': {
    description: 'How many entries match in all; counted exactly up to 1,000',
    schema: { type: 'integer', example: 32 },
  },
  'X-Total-Count-Relation': {
    description: '`eq`: the total is exact; `gte`: there are that many or more',
    schema: { type: 'string', enum: ['eq', 'gte'] },
  },
  Link: {
    description: 'Address of the next page with `rel="next"` (RFC 8288); absent on the last page',
    schema: { type: 'string', example: '</api/coa?cursor=eyJ2IjoiMjAyNi0xMS0wMSJ9>; rel="next"' },
  },
};

/** A time in a cursor. */
export const cursorTime = z.iso.datetime().transform((text) => new Date(text));

/** An opaque text for the position where a page begins. */
export function encodeCursor(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/**
 * @param text the cursor in the query; undefined asks for the first page
 * @param field its name there
 * @throws InvalidInput when the text is not one that {@link encodeCursor} made for this list
 */
export function decodeCursor<T>(text: string | undefined, schema: z.ZodType<T>, field = 'cursor'): T | null {
  if (text === undefined) return null;
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) {
    throw new InvalidInput([{ field, message: 'This cursor is not for this list. Start again without it' }]);
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One page as a {@link PageOf} route returns it. */
export interface PageResponse<Dto> {
  readonly items: Dto[];
  /** Encoded cursor of the next page; null on the last one. */
  readonly next: string | null;
  readonly total: Total;
}

/** @param encode turns the cursor of the next page into text */
export function pageResponse<T, Dto, Cursor>(
  { items, next, total }: Page<T, Cursor>,
  toDto: (item: T) => Dto,
  encode: (cursor: Cursor) => string = encodeCursor,
): PageResponse<Dto> {
  return { items: items.map(toDto), next: next === null ? null : encode(next), total };
}

/** Sends the items of a {@link PageResponse} as the body, and the rest of it as headers: the next page's as RFC 8288 says. */
class PageInterceptor implements NestInterceptor<PageResponse<unknown>, unknown[]> {
  intercept(context: ExecutionContext, handler: CallHandler<PageResponse<unknown>>) {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return handler.handle().pipe(
      map(({ items, next, total }) => {
        reply.header('x-total-count', total.count).header('x-total-count-relation', total.relation);
        if (next === null) return items;
        const url = new URL(canonicalUrl(request) ?? request.url, 'http://localhost');
        url.searchParams.set('cursor', next);
        reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
        return items;
      }),
    );
  }
}

/**
 * The route returns a {@link PageResponse}.
 */
export const PageOf = (
  type: Type<unknown>,
  { description = 'One page', headers = {} }: Pick<ApiResponseOptions, 'description' | 'headers'> = {},
) => applyDecorators(UseInterceptors(PageInterceptor), Ok([type], description, { ...PAGE_HEADERS, ...headers }));
