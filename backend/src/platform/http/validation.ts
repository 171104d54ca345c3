import { Readable } from 'node:stream';
import { UnsupportedMediaTypeException, type ValidationError, ValidationPipe } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import type { FastifyRequest } from 'fastify';
import { type FieldError, type FieldErrorCode, InvalidInput } from '../../domain/shared/domain-error.js';
import { nearest } from '../../domain/shared/spelling.js';
import { pointerOf } from './problem.js';

/**
 * Unknown fields are refused, nothing is converted silently, each field reports its first error, with the object that
 * it is in, because suggestions depend on its class.
 */
const STRICT = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: true, value: true },
};

/** Checks every DTO. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    ...STRICT,
    transform: true,
    exceptionFactory: (errors) => new InvalidInput(allErrors(errors)),
  });
}

/** Validates an object that is not a request body, such as a line of a bulk file. @returns the DTO, or the errors */
export function validate<T extends object>(Dto: new () => T, sent: object): T | FieldError[] {
  const unstorableField = unstorable(sent);
  if (unstorableField) return [unstorableField];
  const dto = plainToInstance(Dto, sent);
  const errors = validateSync(dto, STRICT);
  return errors.length > 0 ? allErrors(errors) : dto;
}

/** Bounds the response: it must not be many times as long as the request. */
const ERRORS_MAX = 1_000;

const allErrors = (errors: readonly ValidationError[]) =>
  errors.flatMap((error) => fieldErrors(error, [])).slice(0, ERRORS_MAX);

type Path = readonly string[];

/** Where a field is: as a name, and as a JSON Pointer, which is unambiguous even for names with dots. */
const placeOf = (path: Path) => ({ field: path.join('.'), pointer: pointerOf(path) });

function fieldErrors(error: ValidationError, parent: Path): FieldError[] {
  const path = error.property === undefined ? parent : [...parent, error.property];
  const nested = (error.children ?? []).flatMap((child) => fieldErrors(child, path));
  const [constraint, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (constraint === undefined || message === undefined) return nested;
  const place = placeOf(path);
  return [{ ...place, ...explained(constraint, message, error, place.field) }, ...nested];
}

function explained(
  constraint: string,
  message: string,
  error: ValidationError,
  field: string,
): Omit<FieldError, 'field'> {
  const code = codeOf(constraint, error.value);
  if (constraint === 'unknownValue') return { code, message: 'Send a JSON object with the fields for this call' };
  if (constraint === 'whitelistValidation') {
    return withSuggestion({ code, message: `Unknown field "${field}"` }, nearest(error.property, namesIn(error)));
  }
  const allowed = constraint === 'isIn' ? allowedIn(error) : undefined;
  if (allowed === undefined) return { code, message };
  return withSuggestion({ code, message, allowed }, nearest(error.value, allowed));
}

const withSuggestion = (error: Omit<FieldError, 'field'>, suggestion: string | undefined): Omit<FieldError, 'field'> =>
  suggestion === undefined
    ? error
    : { ...error, message: `${error.message}. Did you mean "${suggestion}"?`, suggestion };

/** The message of a failed check. */
const CODES: Readonly<Record<string, FieldErrorCode>> = {
  whitelistValidation: 'unknown-field',
  unknownValue: 'wrong-type',
  isString: 'wrong-type',
  isNumber: 'wrong-type',
  isInt: 'wrong-type',
  isBoolean: 'wrong-type',
  isArray: 'wrong-type',
  isObject: 'wrong-type',
  isIn: 'not-allowed',
  isEmail: 'malformed',
  isUrl: 'malformed',
  matches: 'malformed',
  decimalText: 'malformed',
  existingDay: 'no-such-day',
  decimalWithin: 'out-of-range',
  min: 'out-of-range',
  max: 'out-of-range',
  twoDecimals: 'too-precise',
  minLength: 'required',
  maxLength: 'too-long',
  arrayMaxSize: 'too-many',
  visible: 'unseen-character',
};

function codeOf(constraint: string, value: unknown): FieldErrorCode {
  const code = CODES[constraint] ?? 'invalid';
  if (code === 'unknown-field') return code;
  if (value === undefined || value === null || value === '') return 'required';
  return code === 'malformed' && typeof value !== 'string' ? 'wrong-type' : code;
}

/** Collecting them goes through the fields of all classes, and a body can have a thousand errors. */
const checksByClass = new WeakMap<object, readonly ValidationMetadata[]>();

/** The checks of the class of an object. */
function checksOf({ target }: ValidationError): readonly ValidationMetadata[] {
  if (target === undefined) return [];
  const known = checksByClass.get(target.constructor);
  if (known) return known;
  const checks = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  checksByClass.set(target.constructor, checks);
  return checks;
}

/** The names of the fields that an object can have. */
const namesIn = (error: ValidationError) => [...new Set(checksOf(error).map(({ propertyName }) => propertyName))];

/** The values that a field can have. */
const allowedIn = (error: ValidationError): readonly string[] | undefined =>
  checksOf(error).find(({ propertyName, name }) => propertyName === error.property && name === 'isIn')?.constraints[0];

/** Deeper than any real test results, and far below the limits of recursion and of PostgreSQL's jsonb. */
const NESTING_MAX = 128;

/**
 * More than any result sheet has. The time for turning an object into a DTO grows with the square of its members:
 * 26,000 take 0.6 s.
 */
const MEMBERS_MAX = 1_000;

/** Values in one body: four times those of a certificate with 500 analytes. */
const VALUES_MAX = 20_000;

/**
 * Refuses texts that the database can't store unchanged (NUL characters, halves of surrogate pairs), values nested so
 * deep that recursive code would run out of stack, and values with so many parts that checking them all would delay
 * other requests.
 */
export async function rejectUnsafeInput(request: FastifyRequest): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    const found = unstorable(part);
    if (found) throw new InvalidInput([found]);
  }
}

/** @returns the first value that can't be accepted; null when there is none */
function unstorable(sent: unknown): FieldError | null {
  let values = 0;
  const firstIn = (value: unknown, path: Path): FieldError | null => {
    values += 1;
    const tooMany = (message: string): FieldError => ({ ...placeOf(path.slice(0, 1)), code: 'too-many', message });
    if (values > VALUES_MAX) return tooMany(`Send at most ${count(VALUES_MAX)} values`);
    if (typeof value === 'string') return textError(value, path);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Readable) return null;
    if (path.length === NESTING_MAX) {
      return tooMany(`This is nested too deeply. Use at most ${NESTING_MAX} levels`);
    }
    const members = Object.entries(value);
    if (members.length > MEMBERS_MAX && !Array.isArray(value)) {
      return tooMany(`Send at most ${count(MEMBERS_MAX)} fields in one object`);
    }
    for (const [key, child] of members) {
      const found = nameError(key, path) ?? firstIn(child, [...path, key]);
      if (found) return found;
    }
    return null;
  };
  return firstIn(sent, []);
}

const count = (number: number) => number.toLocaleString('en-US');

/** class-transformer calls an object's own `constructor` member, and treats `__proto__` as the object's prototype. */
const UNUSABLE_NAMES = new Set(['constructor', '__proto__']);

/** At the top level they are harmless, because the class is given. */
function nameError(name: string, parent: Path): FieldError | null {
  if (parent.length === 0 || !UNUSABLE_NAMES.has(name)) return textError(name, parent);
  const place = placeOf([...parent, name]);
  return { ...place, code: 'unknown-field', message: `A field can't be named "${name}". Leave it out` };
}

function textError(text: string, path: Path): FieldError | null {
  const isStorable = !text.includes('\0') && text.isWellFormed();
  if (isStorable) return null;
  return { ...placeOf(path), code: 'unseen-character', message: "This text has characters we can't store" };
}

/** The API accepts no plain forms. Pages outside of /api may have them, to work without JavaScript. */
export function rejectFormBodies(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const isForm = /^\s*application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const isRefused = isForm && request.routeOptions.url?.startsWith('/api/');
  done(isRefused ? new UnsupportedMediaTypeException() : undefined);
}
