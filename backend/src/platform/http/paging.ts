import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { InvalidInput } from '../../domain/shared/domain-error.js';
import type { Page } from '../../domain/shared/page.js';
import { canonicalUrl } from '../cache/cached-routes.js';

/** An opaque text for the position where a page begins. */
export function encodeCursor(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws InvalidInput when the text is not one that {@link encodeCursor} made for this list */
export function decodeCursor<T>(text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) {
    throw new InvalidInput([{ field: 'cursor', message: 'This cursor is not for this list. Start again without it' }]);
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

/**
 * Sends the link to the next page (RFC 8288), the total, and whether the total is exact, as headers.
 * @param encode turns a cursor into text
 */
export function sendPageHeaders<Cursor>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page<unknown, Cursor>,
  encode: (cursor: Cursor) => string,
): void {
  reply.header('x-total-count', page.total.count).header('x-total-count-relation', page.total.relation);
  if (page.next === null) return;
  const next = new URL(canonicalUrl(request) ?? request.url, 'http://localhost');
  next.searchParams.set('cursor', encode(page.next));
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}

/**
 * Documents a paged list.
 * @param headers further headers of this list
 */
export function ApiPage(options: ApiResponseOptions, headers: ApiResponseOptions['headers'] = {}) {
  return ApiResponse({
    ...options,
    status: 200,
    headers: {
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
      ...headers,
    },
  });
}
