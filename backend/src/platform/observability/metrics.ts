/** What a figure means. Gauges go up and down, counters only up. Labels never hold anything about a person. */
export interface Figure {
  readonly kind: 'gauge' | 'counter';
  readonly help: string;
  readonly labels?: readonly string[];
}

/** By their whole names, so that a name seen on a dashboard is found in the source. */
export type Figures = Readonly<Record<string, Figure>>;

export interface Reading {
  readonly figure: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A request that is over, as it is counted: each of these is one of few. */
export interface CountedRequest {
  readonly method: string;
  /** The route's template; null when no route is meant. */
  readonly route: string | null;
  readonly status: number;
}

/**
 * Where the parts of the program say what can be measured about them. Nothing is measured between two looks: whoever
 * looks has everything read at that moment. Each part registers while the application starts (`onModuleInit`).
 */
export abstract class Meters {
  abstract readonly areOn: boolean;

  /** Figures that this process knows by itself. */
  abstract known(figures: Figures, read: () => readonly Reading[]): void;

  /**
   * Figures that the database knows, by one cheap statement. They are the same from each instance. While it does not
   * answer they are left out, and `clearbatch_source_up` says so.
   */
  abstract asked(source: string, figures: Figures, read: () => Promise<readonly Reading[]>): void;

  abstract request(counted: CountedRequest, seconds: number): void;
}

export class NoMeters extends Meters {
  readonly areOn = false;
  known(): void {}
  asked(): void {}
  request(): void {}
}
