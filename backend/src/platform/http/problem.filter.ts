import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from './problem.js';

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
  const problem = problemOf(error, request.id);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  if (problem.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    // An address that cannot be read, or a page of another site, is answered before the hooks that set these.
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none';frame-ancestors 'none'")
    .send(JSON.stringify(problem));
}
