/** Who did something: a signed-in staff member, or the system itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/**
 * One line of the append-only audit log. It is written in the transaction of the change it describes, so that neither
 * can exist without the other. `before` and `after` hold the facts decided on, never a visitor's personal data.
 */
export interface AuditEntry {
  readonly at: Date;
  readonly actor: Actor;
  /** What was done, as `thing.verb`, e.g. `submission.approved`. */
  readonly action: string;
  /** The thing it was done to, as `thing:id`. */
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
