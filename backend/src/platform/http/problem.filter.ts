import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/shared/domain-error.js';
import type { ProblemDto } from './api-problems.js';
import { explainMediaType } from './media-types.js';
import { problemOf } from './problem.js';
import { API_CONTENT_SECURITY_POLICY } from './security.js';

/** Status by error code, for requests that Node could not parse. All others get 400. */
const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const RETRY_AFTER_SECONDS = 5;

/** Turns every error into a problem (RFC 9457). Unexpected errors are logged once, and clients get no details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    sendProblem(error, request, host.switchToHttp().getResponse<FastifyReply>());
  }
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = placed(explained(problemOf(error, request.id), error, request, reply), request);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  if (problem.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (error instanceof DomainError && error.retryAfterSeconds !== null) {
    reply.header('retry-after', error.retryAfterSeconds);
  }
  reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    // Malformed URLs and cross-site requests are rejected before the hooks that set these.
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', API_CONTENT_SECURITY_POLICY)
    .send(JSON.stringify(problem));
}

/** Pointers lead into a JSON body. Fields of the URL are in none. */
function placed(problem: ProblemDto, { body }: FastifyRequest): ProblemDto {
  const hasBody = typeof body === 'object' && body !== null && !(body instanceof Readable);
  if (hasBody) return problem;
  return { ...problem, errors: problem.errors.map(({ pointer: _, ...error }) => error) };
}

/** A 415 names the accepted types and encodings. */
function explained(problem: ProblemDto, error: unknown, request: FastifyRequest, reply: FastifyReply): ProblemDto {
  const detail = problem.status === 415 ? explainMediaType(error, request, reply) : undefined;
  return detail === undefined ? problem : { ...problem, detail, error: detail };
}

/**
 * Responds to a request that Node could not parse: not HTTP, too large, or too slow.
 * @returns the problem that was sent; null when the connection is closed already
 */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): ProblemDto | null {
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return null;
  const problem = problemOf({ statusCode: UNREADABLE[error.code ?? ''] ?? 400 }, randomUUID());
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${problem.requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  lingeringClose(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  return problem;
}

/** How long the client may take to read the response. Whatever it still sends is discarded. */
const LINGER_MS = 1_000;

/** Closing while the client still sends resets the connection, and the response can get lost (RFC 9112 section 9.6). */
function lingeringClose(socket: Socket, response: string): void {
  socket.end(response);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
