import type { Config } from '../config.js';
import { type MetricsRegistry, NoMetrics } from './metrics.js';
import { NoTracer, type Tracer } from './tracer.js';

/** How the process is seen from outside: figures and traces. Both are off, and their libraries not loaded, unless configured. */
export class Telemetry {
  constructor(
    readonly metrics: MetricsRegistry = new NoMetrics(),
    readonly tracer: Tracer = new NoTracer(),
    readonly close: () => Promise<void> = async () => {},
  ) {}
}

/** @throws Error when the port for the figures cannot be had */
export async function openTelemetry(config: Config): Promise<Telemetry> {
  const metrics = await openMetrics(config);
  const traces = await openTracer(config);
  return new Telemetry(metrics?.metrics, traces?.tracer, async () => {
    await Promise.all([metrics?.close(), traces?.close()]);
  });
}

async function openMetrics({ metricsPort, metricsHost, instanceName }: Config) {
  if (metricsPort === null) return null;
  const { PrometheusMetrics } = await import('./prometheus-metrics.js');
  const { serveMetrics } = await import('./metrics-server.js');
  const metrics = new PrometheusMetrics(instanceName);
  return { metrics, close: await serveMetrics(metrics, metricsPort, metricsHost) };
}

async function openTracer({ traces, instanceName }: Config) {
  if (traces === null) return null;
  const { OtlpTracer } = await import('./otlp-tracer.js');
  const tracer = new OtlpTracer(traces, instanceName);
  return { tracer, close: () => tracer.close() };
}
