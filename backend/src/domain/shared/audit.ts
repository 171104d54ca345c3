/** The signed-in staff member, or the system itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
}

/**
 * An entry of the append-only audit log, written in the same transaction as the change it describes. `before` and `after`
 * contain the changed facts, never a visitor's personal data.
 */
export interface AuditEntry {
  readonly at: Date;
  readonly actor: Actor;
  /** What was done, as `thing.verb`, e.g. `submission.approved`. */
  readonly action: string;
  /** The object of the action, as `thing:id`. */
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
