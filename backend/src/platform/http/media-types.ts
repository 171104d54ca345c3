import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a route has `@RouteConfig({ takesLines: true })`: it streams newline-delimited JSON. */
export const acceptsNdjson = ({ routeOptions }: FastifyRequest) =>
  (routeOptions?.config as { takesLines?: boolean } | undefined)?.takesLines === true;

/** Whether the body is compressed with gzip. `x-gzip` is the same (RFC 9110 section 8.4.1.3). */
export const isGzip = ({ headers }: FastifyRequest) => /^(x-)?gzip$/i.test(headers['content-encoding'] ?? '');

/** The content type may be right, but the route does not decompress this encoding. */
class UnsupportedEncoding extends UnsupportedMediaTypeException {}

/** Only NDJSON uploads may be compressed; their route limits the decompressed size. */
export function rejectCompressed(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = request.headers;
  const hasBody = length !== '0' || request.headers['transfer-encoding'] !== undefined;
  const isAccepted = encoding.toLowerCase() === 'identity' || (acceptsNdjson(request) && isGzip(request));
  done(hasBody && !isAccepted ? new UnsupportedEncoding() : undefined);
}

/** Runs before a parser of another type would reject the lines as invalid JSON. */
export function rejectOtherThanNdjson(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const type = request.headers['content-type'];
  // Without a type no parser runs, and the guards answer first.
  const isOther = type !== undefined && !/^\s*application\/x-ndjson\s*(;|$)/i.test(type);
  done(acceptsNdjson(request) && isOther ? new UnsupportedMediaTypeException() : undefined);
}

/**
 * Sets the headers of a 415 that name what is accepted: `Accept-Encoding` (RFC 7694 section 3) or `Accept-Post`.
 * @returns a more exact `detail`; undefined where the usual one fits
 */
export function explainMediaType(error: unknown, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const isFile = acceptsNdjson(request);
  if (error instanceof UnsupportedEncoding) {
    reply.header('accept-encoding', isFile ? 'gzip' : 'identity');
    return isFile ? 'Compress the file with gzip and nothing else, or send it uncompressed.' : undefined;
  }
  if (request.method === 'POST') reply.header('accept-post', isFile ? 'application/x-ndjson' : 'application/json');
  return isFile
    ? 'Send the file as application/x-ndjson, one JSON object per line. You can compress it with gzip.'
    : undefined;
}
