import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * For routes with `@RouteConfig({ streamedBody })`: the body is passed on as a stream, may take long to arrive, and has no
 * size limit but the route's own.
 */
export interface StreamedBody {
  /** Media types, e.g. `application/x-ndjson`. */
  readonly types: readonly string[];
  /** Whether it may be compressed with gzip; the route limits the decompressed size. */
  readonly mayBeGzip: boolean;
  /** Whether it must arrive in the time of any other request, because it is small. */
  readonly isSmall?: boolean;
  /** What to send, for people who sent another media type. */
  readonly explanation: string;
}

export const streamedBodyOf = ({ routeOptions }: FastifyRequest): StreamedBody | undefined =>
  (routeOptions?.config as { streamedBody?: StreamedBody } | undefined)?.streamedBody;

/** Media types that any route streams. */
export const STREAMED_TYPES = ['application/x-ndjson', 'text/csv', 'application/pdf'];

/** Whether the body is compressed with gzip. `x-gzip` is the same (RFC 9110 section 8.4.1.3). */
export const isGzip = ({ headers }: FastifyRequest) => /^(x-)?gzip$/i.test(headers['content-encoding'] ?? '');

/** The content type may be right, but the route does not decompress this encoding. */
class UnsupportedEncoding extends UnsupportedMediaTypeException {}

/** Only streamed bodies may be compressed, where their route says so. */
export function rejectCompressed(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = request.headers;
  const hasBody = length !== '0' || request.headers['transfer-encoding'] !== undefined;
  const mayBeGzip = streamedBodyOf(request)?.mayBeGzip ?? false;
  const isAccepted = encoding.toLowerCase() === 'identity' || (mayBeGzip && isGzip(request));
  done(hasBody && !isAccepted ? new UnsupportedEncoding() : undefined);
}

/** Runs before a parser of another type would reject the body as invalid JSON. */
export function rejectOtherThanStreamed(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const streamed = streamedBodyOf(request);
  const given = request.headers['content-type'];
  // Without a type no parser runs, and the guards answer first.
  const isOther = streamed && given !== undefined && !streamed.types.includes(mediaTypeOf(given));
  done(isOther ? new UnsupportedMediaTypeException() : undefined);
}

/** The media type of a `Content-Type` header, without its parameters. */
export const mediaTypeOf = (header = ''): string => header.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Sets the headers of a 415 that name what is accepted: `Accept-Encoding` (RFC 7694 section 3) or `Accept-Post`.
 * @returns a more exact `detail`; undefined where the usual one fits
 */
export function explainMediaType(error: unknown, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const streamed = streamedBodyOf(request);
  if (error instanceof UnsupportedEncoding) {
    reply.header('accept-encoding', streamed?.mayBeGzip ? 'gzip' : 'identity');
    if (!streamed) return undefined;
    return streamed.mayBeGzip
      ? 'Compress the file with gzip and nothing else, or send it uncompressed.'
      : 'Send the file uncompressed, without Content-Encoding.';
  }
  if (request.method === 'POST') reply.header('accept-post', streamed?.types.join(', ') ?? 'application/json');
  return streamed?.explanation;
}
