/** What a figure means. Gauges go up and down, counters only up. Labels never hold anything about a person. */
export interface MetricDefinition {
  readonly kind: 'gauge' | 'counter';
  readonly help: string;
  readonly labels?: readonly string[];
}

/** By their whole names, so that a name seen on a dashboard is found in the source. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

export interface Sample {
  readonly metric: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A request that is over, as it is counted: each of these is one of few. */
export interface RequestLabels {
  readonly method: string;
  /** The route's template; null when no route is meant. */
  readonly route: string | null;
  readonly status: number;
}

/**
 * Where the parts of the program say what can be measured about them. Nothing is measured between two looks: whoever
 * looks has everything read at that moment. Each part registers while the application starts (`onModuleInit`).
 */
export abstract class MetricsRegistry {
  abstract readonly isEnabled: boolean;

  /** Figures that this process knows by itself. */
  abstract registerLocal(figures: MetricDefinitions, read: () => readonly Sample[]): void;

  /**
   * Figures that the database knows, by one cheap statement. They are the same from each instance. While it does not
   * answer they are left out, and `clearbatch_source_up` says so.
   */
  abstract registerQueried(source: string, figures: MetricDefinitions, read: () => Promise<readonly Sample[]>): void;

  abstract observeRequest(counted: RequestLabels, seconds: number): void;
}

export class NoMetrics extends MetricsRegistry {
  readonly isEnabled = false;
  registerLocal(): void {}
  registerQueried(): void {}
  observeRequest(): void {}
}
