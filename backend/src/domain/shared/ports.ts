/** The time now. A port, because a rule that reads the clock itself cannot be tested at its edges. */
export abstract class Clock {
  abstract now(): Date;
}

/** New identities. */
export abstract class Ids {
  /** A random UUID (RFC 9562, version 4). */
  abstract uuid(): string;
}

/** All or nothing, across contexts: what their repositories store while the work runs is kept together or not at all. */
export abstract class Transactions {
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
