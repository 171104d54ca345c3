import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Config } from '../config.js';
import type { Tracing } from './tracing.js';
import { VERSION } from './version.js';

/** Spans that are not exported by then are dropped. */
const EXPORT_TIMEOUT_MS = 3_000;

/** Exports spans as OTLP over HTTP. Sampling, headers and limits follow OpenTelemetry's own OTEL_ variables. */
export function openTracing(
  { url, serviceName }: NonNullable<Config['traces']>,
  instanceName: string | null,
): Tracing & { readonly close: () => Promise<void> } {
  // Global, and a no-op from the second application of a process on. Each application has its own provider.
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new LoggingExporter(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }));
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
      ...(instanceName !== null && { 'service.instance.id': instanceName }),
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const close = async () => {
    await Promise.race([provider.shutdown().catch(() => {}), sleep(EXPORT_TIMEOUT_MS, undefined, { ref: false })]);
  };
  return { api, tracer: provider.getTracer('clearbatch'), close };
}

/** Logs the first failed export and the first successful one after it, and nothing in between. */
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
