import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/shared/domain-error.js';
import { explainMediaType } from './media-types.js';
import { type Problem, problemOf } from './problem.js';
import { API_CONTENT_SECURITY_POLICY } from './security.js';

/** What Node could not read as a request, by its code; everything else is a 400. */
const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const RETRY_AFTER_SECONDS = 5;

/** The one place where an error becomes an answer. What nobody expected is logged here, once, and not explained outside. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    sendProblem(error, request, host.switchToHttp().getResponse<FastifyReply>());
  }
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = explained(problemOf(error, request.id), error, request, reply);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  if (problem.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (error instanceof DomainError && error.retryAfterSeconds !== null) {
    reply.header('retry-after', error.retryAfterSeconds);
  }
  reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    // An address that cannot be read, or a page of another site, is answered before the hooks that set these.
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', API_CONTENT_SECURITY_POLICY)
    .send(JSON.stringify(problem));
}

/** A 415 says which types and codings would have been right. */
function explained(problem: Problem, error: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const detail = problem.status === 415 ? explainMediaType(error, request, reply) : undefined;
  return detail === undefined ? problem : { ...problem, detail, error: detail };
}

/**
 * Answers what never became a request, because it is no HTTP, too large or too slow.
 * @returns the answer; null when there is nobody to answer
 */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): Problem | null {
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
  endReadably(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  return problem;
}

/** So long a sender may take to read why, while whatever else they send is thrown away. */
const LINGER_MS = 1_000;

/** A connection that is closed at once while the sender goes on is reset, and takes our answer with it (RFC 9112 section 9.6). */
function endReadably(socket: Socket, answer: string): void {
  socket.end(answer);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
