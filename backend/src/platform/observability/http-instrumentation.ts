import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { OpenSpan } from './tracer.js';
import type { Watch } from './telemetry.js';

/** As nginx notes it: the sender was gone before there was an answer. */
const GONE = 499;

/**
 * One line, one measurement and one span for each request, however it ends: answered by a handler or by a hook before
 * it, refused because it cannot be read, or left by its sender. A request is known by the route's template, because
 * addresses can hold personal data.
 */
export class HttpWatch {
  constructor(
    private readonly watch: Watch,
    private readonly logger: Logger,
    private readonly believesProxy: boolean,
  ) {}

  /** Before all other hooks, so that what they answer is seen, too. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, next) => this.begin(request, reply, next));
  }

  begin(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const span = this.beginSpan(request, reply);
    const began = performance.now();
    // Not Fastify's own hook: that one is not called when the sender leaves.
    reply.raw.once('close', () => this.end(request, reply, span, performance.now() - began));
    if (span) span.within(next);
    else next();
  }

  /** What never became a request. */
  unreadable(status: number, requestId: string): void {
    this.logger.info({ reqId: requestId, status }, 'unreadable request');
    this.watch.meters.request({ method: 'none', route: null, status }, 0);
  }

  private beginSpan(request: FastifyRequest, reply: FastifyReply): OpenSpan | null {
    if (!this.watch.tracer.isOn) return null;
    const { method, headers } = request;
    const given = this.believesProxy ? headers.traceparent : undefined;
    const traceparent = typeof given === 'string' ? given : undefined;
    const attributes = { 'http.request.method': method, 'clearbatch.request_id': request.id };
    const span = this.watch.tracer.begin(method, { kind: 'server', attributes, traceparent });
    if (!span) return null;
    request.log = reply.log = request.log.child({ traceId: span.traceId });
    return span;
  }

  private end(request: FastifyRequest, reply: FastifyReply, span: OpenSpan | null, tookMs: number): void {
    const { method, log, raw } = request;
    // Our own pages ask our own API without a connection: that is part of a request, and nobody can leave.
    const isOwn = !(raw.socket instanceof Socket);
    const hasLeft = !isOwn && !reply.raw.writableFinished;
    const status = hasLeft && !reply.raw.headersSent && reply.statusCode < 400 ? GONE : reply.statusCode;
    const route = request.routeOptions.url ?? null;
    const durationMs = Math.round(tookMs * 10) / 10;
    log.info({ method, route: route ?? undefined, status, durationMs, ...(hasLeft && { aborted: true }) }, 'request');
    if (!isOwn) this.watch.meters.request({ method, route, status }, tookMs / 1000);
    span?.end({
      name: route === null ? method : `${method} ${route}`,
      attributes: { 'http.response.status_code': status, ...(route !== null && { 'http.route': route }) },
      hasFailed: status >= 500,
    });
  }
}
