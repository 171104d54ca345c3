import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from './version.js';

/** Labels never hold anything about a person. */
interface MetricDefinition {
  readonly kind: 'gauge' | 'counter';
  readonly help: string;
  readonly labels?: readonly string[];
}

/** By full name, so that searching the source for a name from a dashboard finds it. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

export interface Sample {
  readonly metric: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Labels of a finished request. Each has few possible values. */
interface RequestLabels {
  readonly method: string;
  /** The route's template; null when no route matched. */
  readonly route: string | null;
  readonly status: number;
}

/** From a response out of the cache to the longest timeout in the application. */
const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Clients can send any word as a method. All others share one label value. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const SOURCE_UP: MetricDefinition = {
  kind: 'gauge',
  help: '1 if the database answered this query of the last scrape, 0 if it did not and its metrics are missing',
  labels: ['source'],
};

const BUILD: MetricDefinitions = {
  clearbatch_build_info: {
    kind: 'gauge',
    help: 'Always 1; the labels name the running version',
    labels: ['version', 'node', 'instance_name'],
  },
};

type Source = () => Promise<readonly Sample[]>;

/**
 * Where each part of the application registers its metrics while it starts (`onModuleInit`). All but the request
 * durations are read during a scrape.
 */
export class PrometheusMetrics {
  private readonly registry = new Registry();
  private readonly sources = new Map<string, Source[]>();
  private readonly requests: Histogram;

  /** @param timeoutMs how long a scrape waits for the database */
  constructor(
    instanceName: string | null,
    private readonly timeoutMs: number,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.requests = new Histogram({
      name: 'clearbatch_http_request_duration_seconds',
      help: 'Completed requests, by duration',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [this.registry],
    });
    const labels = { version: VERSION, node: process.version, instance_name: instanceName ?? '' };
    this.registerLocal(BUILD, () => [{ metric: 'clearbatch_build_info', value: 1, labels }]);
  }

  /** Metrics of this process. */
  registerLocal(definitions: MetricDefinitions, read: () => readonly Sample[]): void {
    this.register(definitions, async () => read());
  }

  /**
   * Metrics from one cheap SQL statement. Every instance reports the same values. While the database does not answer,
   * they are left out and `clearbatch_source_up` is 0.
   */
  registerQueried(source: string, definitions: MetricDefinitions, query: Source): void {
    // A query that outlives its timeout is still shared, so a slow database gets no second one.
    const running = shareInFlight(query);
    const read = shareInFlight(async () => {
      // Once what is local has been read: it counts statements that wait for a connection, and would count these.
      await Promise.resolve();
      const samples = await withTimeout(running(), this.timeoutMs);
      return [...(samples ?? []), { metric: 'clearbatch_source_up', value: samples ? 1 : 0, labels: { source } }];
    });
    this.register({ ...definitions, clearbatch_source_up: SOURCE_UP }, read);
  }

  observeRequest({ method, route, status }: RequestLabels, seconds: number): void {
    const labels = { method: METHODS.includes(method) ? method : 'other', route: route ?? 'none', status };
    this.requests.observe(labels, seconds);
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Several sources can share a metric, each with its own label values. prom-client collects all metrics at once. */
  private register(definitions: MetricDefinitions, read: Source): void {
    for (const [name, { kind, help, labels = [] }] of Object.entries(definitions)) {
      const sources = this.sources.get(name) ?? [];
      sources.push(read);
      if (this.sources.has(name)) continue;
      this.sources.set(name, sources);
      const collect = () => this.collect(metric, name, sources);
      const options = { name, help, labelNames: [...labels], registers: [this.registry], collect };
      const metric: Gauge | Counter = kind === 'gauge' ? new Gauge(options) : new Counter(options);
    }
  }

  private async collect(metric: Gauge | Counter, name: string, sources: readonly Source[]): Promise<void> {
    const samples = (await Promise.all(sources.map((read) => read()))).flat();
    clear(metric);
    for (const sample of samples) {
      if (sample.metric === name) metric.inc(sample.labels ?? {}, sample.value);
      else if (!this.sources.has(sample.metric)) throw new Error(`The metric ${sample.metric} is not defined`);
    }
  }
}

/** Removes every value. After `reset` alone, a metric without labels would report 0. */
function clear(metric: Gauge | Counter): void {
  metric.reset();
  metric.remove({});
}

/** Callers get the result of the call in progress instead of starting another. */
function shareInFlight<T>(call: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | null = null;
  return () => {
    inFlight ??= call().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}

/** @returns null if the promise is rejected or takes too long */
async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([promise, timeout]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
