import type { ErrorKind, KindAndCode, ProblemCode } from './problem-codes.js';

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
  readonly kind: ErrorKind;
  readonly code: ProblemCode;
  readonly fields: readonly FieldError[];
  /** When the same may succeed; null where waiting changes nothing. */
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

/** Input that is well-formed but breaks a rule. The sentence shown is that of the first field. */
export class InvalidInput extends DomainError {
  constructor(fields: readonly FieldError[]) {
    super('invalid', 'invalid-input', fields[0]?.message ?? 'Please check what you entered', fields);
  }
}
