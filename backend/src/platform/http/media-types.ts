import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a route is marked by `@RouteConfig({ takesLines: true })`: it reads a file of lines as it arrives. */
export const acceptsNdjson = ({ routeOptions }: FastifyRequest) =>
  (routeOptions?.config as { takesLines?: boolean } | undefined)?.takesLines === true;

/** Whether the body is packed with gzip. `x-gzip` is the same (RFC 9110 section 8.4.1.3). */
export const isGzip = ({ headers }: FastifyRequest) => /^(x-)?gzip$/i.test(headers['content-encoding'] ?? '');

/** The type may be right, but the body is packed in a way that the route does not unpack. */
class UnsupportedCoding extends UnsupportedMediaTypeException {}

/** Bodies are small and come as they are. Only a file of lines may be packed, and its route limits what comes out. */
export function rejectCompressed(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { 'content-encoding': coding = 'identity', 'content-length': length = '0' } = request.headers;
  const hasBody = length !== '0' || request.headers['transfer-encoding'] !== undefined;
  const isTaken = coding.toLowerCase() === 'identity' || (acceptsNdjson(request) && isGzip(request));
  done(hasBody && !isTaken ? new UnsupportedCoding() : undefined);
}

/** Before a parser of another type fails at a file of lines, and says that it is no JSON. */
export function rejectOtherThanNdjson(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const type = request.headers['content-type'];
  // Without a type no parser is tried, and who may call comes first.
  const isOther = type !== undefined && !/^\s*application\/x-ndjson\s*(;|$)/i.test(type);
  done(acceptsNdjson(request) && isOther ? new UnsupportedMediaTypeException() : undefined);
}

/**
 * Says in the headers of a 415 what would be right: `Accept-Encoding` where the coding is wrong (RFC 7694 section 3), and
 * `Accept-Post` where the type is.
 * @returns the sentence for people; undefined where the usual one says it
 */
export function explainMediaType(error: unknown, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const isFile = acceptsNdjson(request);
  if (error instanceof UnsupportedCoding) {
    reply.header('accept-encoding', isFile ? 'gzip' : 'identity');
    return isFile ? 'Compress the file with gzip and nothing else, or send it uncompressed.' : undefined;
  }
  if (request.method === 'POST') reply.header('accept-post', isFile ? 'application/x-ndjson' : 'application/json');
  return isFile
    ? 'Send the file as application/x-ndjson, one JSON object per line. You can compress it with gzip.'
    : undefined;
}
