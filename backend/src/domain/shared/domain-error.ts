/** What went wrong, in the terms the edge needs to answer: it decides the HTTP status, nothing else does. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'stale'
  | 'precondition-required'
  | 'too-large'
  | 'unprocessable'
  | 'too-many';

/** One field of the caller's input and what is wrong with it, as a sentence for people. */
export interface FieldError {
  /** The field's name as the caller sent it; nested fields are joined with dots. */
  readonly field: string;
  readonly message: string;
}

/**
 * The only exception that rules throw. `code` is stable and machine-readable (kebab-case, it ends the problem's
 * `type` address); `message` is one plain sentence that says what happened and, where there is one, what to do next.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly fields: readonly FieldError[] = [],
    /** When the same may succeed; null where waiting changes nothing. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Input that is well-formed but breaks a rule. The sentence shown is that of the first field. */
export class InvalidInput extends DomainError {
  constructor(fields: readonly FieldError[]) {
    super('invalid', 'invalid-input', fields[0]?.message ?? 'Please check what you entered', fields);
  }
}
