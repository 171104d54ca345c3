import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Telemetry } from './telemetry.js';
import type { ActiveSpan } from './tracer.js';

/** As nginx notes it: the sender was gone before there was an answer. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * One line, one measurement and one span for each request, however it ends: answered by a handler or by a hook before
 * it, refused because it cannot be read, or left by its sender. A request is known by the route's template, because
 * addresses can hold personal data.
 */
export class HttpInstrumentation {
  constructor(
    private readonly telemetry: Telemetry,
    private readonly logger: Logger,
    private readonly trustProxy: boolean,
  ) {}

  /** Before all other hooks, so that what they answer is seen, too. */
  instrument(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, next) => this.onRequest(request, reply, next));
  }

  onRequest(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const span = this.beginSpan(request, reply);
    const began = performance.now();
    // Not Fastify's own hook: that one is not called when the sender leaves.
    reply.raw.once('close', () => this.onClose(request, reply, span, performance.now() - began));
    if (span) span.within(next);
    else next();
  }

  /** What never became a request. */
  recordUnreadable(status: number, requestId: string): void {
    this.logger.info({ reqId: requestId, status }, 'unreadable request');
    this.telemetry.metrics.observeRequest({ method: 'none', route: null, status }, 0);
  }

  private beginSpan(request: FastifyRequest, reply: FastifyReply): ActiveSpan | null {
    if (!this.telemetry.tracer.isEnabled) return null;
    const { method, headers } = request;
    const given = this.trustProxy ? headers.traceparent : undefined;
    const traceparent = typeof given === 'string' ? given : undefined;
    const attributes = { 'http.request.method': method, 'clearbatch.request_id': request.id };
    const span = this.telemetry.tracer.startSpan(method, { kind: 'server', attributes, traceparent });
    if (!span) return null;
    request.log = reply.log = request.log.child({ traceId: span.traceId });
    return span;
  }

  private onClose(request: FastifyRequest, reply: FastifyReply, span: ActiveSpan | null, tookMs: number): void {
    const { method, log, raw } = request;
    // Our own pages ask our own API without a connection: that is part of a request, and nobody can leave.
    const isOwn = !(raw.socket instanceof Socket);
    const hasLeft = !isOwn && !reply.raw.writableFinished;
    const status =
      hasLeft && !reply.raw.headersSent && reply.statusCode < 400 ? CLIENT_CLOSED_REQUEST : reply.statusCode;
    const route = request.routeOptions.url ?? null;
    const durationMs = Math.round(tookMs * 10) / 10;
    log.info({ method, route: route ?? undefined, status, durationMs, ...(hasLeft && { aborted: true }) }, 'request');
    if (!isOwn) this.telemetry.metrics.observeRequest({ method, route, status }, tookMs / 1000);
    span?.end({
      name: route === null ? method : `${method} ${route}`,
      attributes: { 'http.response.status_code': status, ...(route !== null && { 'http.route': route }) },
      hasFailed: status >= 500,
    });
  }
}
