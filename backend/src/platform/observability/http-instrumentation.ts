import { Socket } from 'node:net';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Telemetry } from './telemetry.js';
import type { Tracing } from './tracing.js';

/** nginx's status for a client that left before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Writes one log line, one metric sample and one span per request, also when a hook answers it, when it cannot be parsed,
 * or when the client leaves. Requests are recorded by the template of their route: URLs can contain personal data.
 */
export class HttpInstrumentation {
  constructor(
    private readonly telemetry: Telemetry,
    private readonly logger: Logger,
    private readonly trustProxy: boolean,
  ) {}

  /** Call this before adding other hooks, so that requests they answer are recorded. */
  instrument(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, next) => this.onRequest(request, reply, next));
  }

  onRequest(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const { tracing } = this.telemetry;
    const startedAt = performance.now();
    const span = tracing && this.startSpan(tracing, request, reply);
    // Fastify's onResponse hook does not run when the client leaves.
    reply.raw.once('close', () => this.onClose(request, reply, span, performance.now() - startedAt));
    if (tracing && span) tracing.api.context.with(tracing.api.trace.setSpan(tracing.api.context.active(), span), next);
    else next();
  }

  /** Records a request that Node could not parse. */
  recordUnreadable(status: number, requestId: string): void {
    this.logger.info({ reqId: requestId, status }, 'unreadable request');
    this.telemetry.metrics?.observeRequest({ method: 'none', route: null, status }, 0);
  }

  private startSpan({ api, tracer }: Tracing, request: FastifyRequest, reply: FastifyReply): Span {
    const { method, headers } = request;
    const { traceparent } = this.trustProxy ? headers : {};
    const parent = api.propagation.extract(api.context.active(), { traceparent });
    const attributes = { 'http.request.method': method, 'clearbatch.request_id': request.id };
    const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER, attributes }, parent);
    request.log = reply.log = request.log.child({ traceId: span.spanContext().traceId });
    return span;
  }

  private onClose(request: FastifyRequest, reply: FastifyReply, span: Span | null, durationMs: number): void {
    const { method, log, raw } = request;
    // Pages call our own API in process, without a socket. Such a call is part of the page's request and can't be aborted.
    const isInternal = !(raw.socket instanceof Socket);
    const aborted = !isInternal && !reply.raw.writableFinished;
    const status =
      aborted && !reply.raw.headersSent && reply.statusCode < 400 ? CLIENT_CLOSED_REQUEST : reply.statusCode;
    const route = request.routeOptions.url ?? null;
    const rounded = Math.round(durationMs * 10) / 10;
    log.info(
      { method, route: route ?? undefined, status, durationMs: rounded, ...(aborted && { aborted }) },
      'request',
    );
    if (!isInternal) this.telemetry.metrics?.observeRequest({ method, route, status }, durationMs / 1000);
    const { tracing } = this.telemetry;
    if (tracing && span) endSpan(tracing, span, method, route, status);
  }
}

function endSpan({ api }: Tracing, span: Span, method: string, route: string | null, status: number): void {
  if (route !== null) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end();
}
