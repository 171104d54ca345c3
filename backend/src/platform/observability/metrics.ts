/** Labels never hold anything about a person. */
export interface MetricDefinition {
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
export interface RequestLabels {
  readonly method: string;
  /** The route's template; null when no route matched. */
  readonly route: string | null;
  readonly status: number;
}

/**
 * Where each part of the application registers its metrics while it starts (`onModuleInit`). All but the request
 * durations are read during a scrape.
 */
export abstract class MetricsRegistry {
  abstract readonly isEnabled: boolean;

  /** Metrics of this process. */
  abstract registerLocal(definitions: MetricDefinitions, read: () => readonly Sample[]): void;

  /**
   * Metrics from one cheap SQL statement. Every instance reports the same values. While the database does not answer,
   * they are left out and `clearbatch_source_up` is 0.
   */
  abstract registerQueried(
    source: string,
    definitions: MetricDefinitions,
    query: () => Promise<readonly Sample[]>,
  ): void;

  abstract observeRequest(labels: RequestLabels, seconds: number): void;
}

export class NoMetrics extends MetricsRegistry {
  readonly isEnabled = false;
  registerLocal(): void {}
  registerQueried(): void {}
  observeRequest(): void {}
}
