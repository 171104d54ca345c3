import type { ErrorKind, KindAndCode, ProblemCode } from './problem-codes.js';

/** An invalid input field and a message for people. */
export interface FieldError {
  /** The field's name in the request; nested fields are joined with dots. */
  readonly field: string;
  readonly message: string;
}

/**
 * The only exception that domain code throws. `code` is stable, machine-readable kebab-case and ends the problem's `type`
 * URL; `message` is plain text that says what happened and, if possible, what to do next.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: ProblemCode;
  readonly fields: readonly FieldError[];
  /** Seconds until a retry may succeed; null if waiting doesn't help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    ...[kind, code, message, fields = [], retryAfterSeconds = null]: readonly [
      ...KindAndCode,
      message: string,
      fields?: readonly FieldError[],
      retryAfterSeconds?: number | null,
    ]
  ) {
    super(message);
    this.name = new.target.name;
    this.kind = kind;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Input that is well-formed but breaks a rule. Its message is that of the first field. */
export class InvalidInput extends DomainError {
  constructor(fields: readonly FieldError[]) {
    super('invalid', 'invalid-input', fields[0]?.message ?? 'Please check what you entered', fields);
  }
}
