/** The current time. A port, so that tests can control it. */
export abstract class Clock {
  abstract now(): Date;
}

/** Generates ids. */
export abstract class Ids {
  /** A random UUID (RFC 9562, version 4). */
  abstract uuid(): string;
}

/** Runs work in a database transaction that includes the repositories of all contexts. */
export abstract class Transactions {
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
