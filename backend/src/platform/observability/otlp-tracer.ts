import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { TracesConfig } from '../config.js';
import { type ActiveSpan, type SpanStart, Tracer } from './tracer.js';
import { VERSION } from './version.js';

/** What is not delivered by then is given up: nobody waits for spans. */
const EXPORT_TIMEOUT_MS = 3_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Spans for whoever takes OTLP over HTTP. Sampling, headers and limits follow OpenTelemetry's own OTEL_ variables. */
export class OtlpTracer extends Tracer {
  readonly isEnabled = true;
  private readonly contexts = new AsyncLocalStorageContextManager().enable();
  private readonly provider: BasicTracerProvider;

  constructor({ url, serviceName }: TracesConfig, instanceName: string | null) {
    super();
    const exporter = new LoggingExporter(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }));
    this.provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': VERSION,
        ...(instanceName !== null && { 'service.instance.id': instanceName }),
      }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
  }

  startSpan(name: string, { kind, attributes = {}, traceparent }: SpanStart): ActiveSpan {
    const asked = traceparent === undefined ? null : parseTraceparent(traceparent);
    const parent = asked ? trace.setSpanContext(ROOT_CONTEXT, asked) : this.contexts.active();
    const span = this.provider.getTracer('clearbatch').startSpan(name, { kind: KINDS[kind], attributes }, parent);
    return new OtlpSpan(span, trace.setSpan(parent, span), this.contexts);
  }

  startChildSpan(name: string, start: SpanStart): ActiveSpan | null {
    return trace.getSpan(this.contexts.active())?.isRecording() ? this.startSpan(name, start) : null;
  }

  /** Delivers what there is, and does not wait long for it. */
  async close(): Promise<void> {
    await Promise.race([this.provider.shutdown().catch(() => {}), sleep(EXPORT_TIMEOUT_MS, undefined, { ref: false })]);
    this.contexts.disable();
  }
}

class OtlpSpan implements ActiveSpan {
  constructor(
    private readonly span: Span,
    private readonly context: Context,
    private readonly contexts: AsyncLocalStorageContextManager,
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  within<T>(work: () => T): T {
    return this.contexts.with(this.context, work);
  }

  end({ name, attributes, hasFailed }: Parameters<ActiveSpan['end']>[0] = {}): void {
    if (name !== undefined) this.span.updateName(name);
    if (attributes) this.span.setAttributes(attributes);
    if (hasFailed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/** Says once in the log that spans cannot be delivered, and once that they can again. */
class LoggingExporter implements SpanExporter {
  private readonly logger = new Logger('Traces');
  private isFailing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, (result) => {
      const hasFailed = result.error !== undefined;
      if (hasFailed && !this.isFailing) this.logger.warn(`traces cannot be delivered: ${result.error?.message}`);
      if (!hasFailed && this.isFailing) this.logger.log('traces can be delivered again');
      this.isFailing = hasFailed;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header. @returns null for what is none */
function parseTraceparent(traceparent: string): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(traceparent) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : null;
}
