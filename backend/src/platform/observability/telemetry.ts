import type { Config } from '../config.js';
import type { PrometheusMetrics } from './prometheus-metrics.js';
import type { Tracing } from './tracing.js';

/** Metrics and traces. Both are off unless configured, and their libraries are loaded only when they are on. */
export class Telemetry {
  /** @param metrics null when they are off, like `tracing` */
  constructor(
    readonly metrics: PrometheusMetrics | null = null,
    readonly tracing: Tracing | null = null,
    readonly close: () => Promise<void> = async () => {},
  ) {}
}

/** @throws Error when the metrics port cannot be opened */
export async function openTelemetry(config: Config): Promise<Telemetry> {
  const metrics = await openMetrics(config);
  const tracing = await loadTracing(config);
  return new Telemetry(metrics?.metrics, tracing, async () => {
    await Promise.all([metrics?.close(), tracing?.close()]);
  });
}

async function openMetrics({ metricsPort, metricsHost, instanceName, databaseAnswerMs }: Config) {
  if (metricsPort === null) return null;
  const { PrometheusMetrics } = await import('./prometheus-metrics.js');
  const { serveMetrics } = await import('./metrics-server.js');
  const metrics = new PrometheusMetrics(instanceName, databaseAnswerMs);
  return { metrics, close: await serveMetrics(metrics, metricsPort, metricsHost) };
}

async function loadTracing({ traces, instanceName }: Config) {
  if (traces === null) return null;
  const { openTracing } = await import('./open-tracing.js');
  return openTracing(traces, instanceName);
}
