import type { ErrorKind, KindAndCode, ProblemCode } from './problem-codes.js';

/** What is wrong with a field, for programs. `invalid` where no other code fits. */
export const FIELD_ERROR_CODES = [
  'required',
  'wrong-type',
  'malformed',
  'no-such-day',
  'not-allowed',
  'unknown-field',
  'out-of-range',
  'too-precise',
  'too-long',
  'too-many',
  'unseen-character',
  'contradictory',
  'invalid',
] as const;
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

/** An invalid input field and a message for people. */
export interface FieldError {
  /** The field's name in the request; nested fields are joined with dots. */
  readonly field: string;
  readonly message: string;
  readonly code?: FieldErrorCode;
  /** The field as a JSON Pointer (RFC 6901), if the name with dots is ambiguous. */
  readonly pointer?: string;
  /** The values that the field can have, where there is a list. */
  readonly allowed?: readonly string[];
  /** The allowed value, or the name of a field, that was probably meant. */
  readonly suggestion?: string;
}

type DomainErrorArguments = readonly [
  ...KindAndCode,
  message: string,
  fields?: readonly FieldError[],
  retryAfterSeconds?: number | null,
];

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

  constructor(...[kind, code, message, fields = [], retryAfterSeconds = null]: DomainErrorArguments) {
    super(message);
    this.name = new.target.name;
    this.kind = kind;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The class of an error that always has the same kind, code and message. */
export const domainError = (...given: DomainErrorArguments): (new () => DomainError) =>
  class extends DomainError {
    constructor() {
      super(...given);
    }
  };

/** Input that is well-formed but breaks a rule. Its message is that of the first field. */
export class InvalidInput extends DomainError {
  constructor(fields: readonly FieldError[]) {
    super('invalid', 'invalid-input', fields[0]?.message ?? 'Please check what you entered', fields);
  }
}
