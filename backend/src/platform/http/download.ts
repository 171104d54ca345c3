import { Readable } from 'node:stream';
import { applyDecorators, HttpCode, StreamableFile } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** Streams text as a file, with backpressure. If the source fails, the response is cut off. */
export function sendFile(
  reply: FastifyReply,
  { name, type, text }: { name: string; type: string; text: AsyncIterable<string> },
): StreamableFile {
  reply.header('cache-control', 'no-store');
  // Without object mode, the buffer limit is in bytes.
  const stream = Readable.from(text, { objectMode: false });
  return new StreamableFile(stream, { type: `${type}; charset=utf-8`, disposition: `attachment; filename="${name}"` });
}

/** Documents a file in one or more media types, with the beginning of a file as the example of each. */
export function ApiFile(description: string, examples: Readonly<Record<string, string>>) {
  return applyDecorators(
    HttpCode(200),
    ApiResponse({
      status: 200,
      description,
      headers: {
        'Content-Disposition': {
          description: 'That it is a file, and what it is called',
          schema: { type: 'string', example: 'attachment; filename="list-2026-11-20.csv"' },
        },
      },
      content: Object.fromEntries(
        Object.entries(examples).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
      ),
    }),
  );
}
