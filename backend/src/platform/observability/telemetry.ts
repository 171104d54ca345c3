import type { Config } from '../config.js';
import { type Meters, NoMeters } from './metrics.js';
import { NoTracer, type Tracer } from './tracer.js';

/** How the process is seen from outside: figures and traces. Both are off, and their libraries not loaded, unless configured. */
export class Watch {
  constructor(
    readonly meters: Meters = new NoMeters(),
    readonly tracer: Tracer = new NoTracer(),
    readonly close: () => Promise<void> = async () => {},
  ) {}
}

/** @throws Error when the port for the figures cannot be had */
export async function openWatch(config: Config): Promise<Watch> {
  const figures = await openMeters(config);
  const traces = await openTracer(config);
  return new Watch(figures?.meters, traces?.tracer, async () => {
    await Promise.all([figures?.close(), traces?.close()]);
  });
}

async function openMeters({ metricsPort, metricsHost, instanceName }: Config) {
  if (metricsPort === null) return null;
  const { PrometheusMeters } = await import('./prometheus-metrics.js');
  const { serveMetrics } = await import('./metrics-server.js');
  const meters = new PrometheusMeters(instanceName);
  return { meters, close: await serveMetrics(meters, metricsPort, metricsHost) };
}

async function openTracer({ traces, instanceName }: Config) {
  if (traces === null) return null;
  const { OtlpTracer } = await import('./otlp-tracer.js');
  const tracer = new OtlpTracer(traces, instanceName);
  return { tracer, close: () => tracer.close() };
}
