import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type MetricDefinition,
  type MetricDefinitions,
  MetricsRegistry,
  type RequestLabels,
  type Sample,
} from './metrics.js';
import { VERSION } from './version.js';

/** From an answer out of memory to the longest wait that anything here has. */
const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Whoever looks does not wait longer for the database. */
const TIMEOUT_MS = 2_000;

/** Every other word would be a label that strangers choose. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const SOURCE_UP: MetricDefinition = {
  kind: 'gauge',
  help: '1 when the database answered this part of the last look, 0 when it did not and its figures are missing',
  labels: ['source'],
};

const BUILD: MetricDefinitions = {
  clearbatch_build_info: {
    kind: 'gauge',
    help: 'Always 1; what runs here',
    labels: ['version', 'node', 'instance_name'],
  },
};

/** Figures as Prometheus reads them. */
export class PrometheusMetrics extends MetricsRegistry {
  readonly isEnabled = true;
  private readonly registry = new Registry();
  private readonly metrics = new Map<string, Gauge | Counter>();
  private readonly sources: (() => Promise<readonly Sample[]> | readonly Sample[])[] = [];
  private readonly requests: Histogram;
  private collecting: Promise<string> | null = null;

  /** @param timeoutMs how long the database may take for an answer */
  constructor(
    instanceName: string | null,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'clearbatch_http_request_duration_seconds',
      help: 'Requests that are over, by how long they took',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [this.registry],
    });
    this.define({ clearbatch_source_up: SOURCE_UP });
    const labels = { version: VERSION, node: process.version, instance_name: instanceName ?? '' };
    this.registerLocal(BUILD, () => [{ metric: 'clearbatch_build_info', value: 1, labels }]);
  }

  registerLocal(figures: MetricDefinitions, read: () => readonly Sample[]): void {
    this.define(figures);
    this.sources.push(read);
  }

  registerQueried(source: string, figures: MetricDefinitions, read: () => Promise<readonly Sample[]>): void {
    this.define(figures);
    const ask = shareInFlight(read);
    this.sources.push(async () => {
      const samples = await withTimeout(ask(), this.timeoutMs);
      return [...(samples ?? []), { metric: 'clearbatch_source_up', value: samples ? 1 : 0, labels: { source } }];
    });
  }

  observeRequest({ method, route, status }: RequestLabels, seconds: number): void {
    const labels = { method: METHODS.includes(method) ? method : 'other', route: route ?? 'none', status };
    this.requests.observe(labels, seconds);
  }

  /** All of it. Who asks while it is put together gets the same. */
  text(): Promise<string> {
    this.collecting ??= this.collect().finally(() => {
      this.collecting = null;
    });
    return this.collecting;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private async collect(): Promise<string> {
    const samples = await Promise.all(this.sources.map((read) => read()));
    for (const figure of this.metrics.values()) clear(figure);
    for (const { metric: figure, value, labels = {} } of samples.flat()) this.record(figure, labels, value);
    return this.registry.metrics();
  }

  private record(name: string, labels: Readonly<Record<string, string>>, value: number): void {
    const figure = this.metrics.get(name);
    if (!figure) throw new Error(`The figure ${name} was read and never defined`);
    figure.inc(labels, value);
  }

  /** Several may read one figure, each with labels of its own. */
  private define(figures: MetricDefinitions): void {
    for (const [name, { kind, help, labels = [] }] of Object.entries(figures)) {
      if (this.metrics.has(name)) continue;
      const options = { name, help, labelNames: [...labels], registers: [this.registry] };
      this.metrics.set(name, kind === 'gauge' ? new Gauge(options) : new Counter(options));
    }
  }
}

/** Leaves no value at all: without labels the library would go on with a zero, which nobody has read. */
function clear(figure: Gauge | Counter): void {
  figure.reset();
  figure.remove({});
}

/** While one answer is waited for, nobody asks again: a slow database is not asked more often for being looked at. */
function shareInFlight<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

/** @returns null for what failed or took too long */
async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
