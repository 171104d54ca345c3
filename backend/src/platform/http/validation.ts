import { Readable } from 'node:stream';
import { UnsupportedMediaTypeException, type ValidationError, ValidationPipe } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { type FieldError, InvalidInput } from '../../domain/shared/domain-error.js';

/** Unknown fields are refused, nothing is converted silently, each field reports its first error. */
const STRICT = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, stopAtFirstError: true };

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
  errors.flatMap((error) => fieldErrors(error, '')).slice(0, ERRORS_MAX);

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : (error.property ?? '');
  const nested = (error.children ?? []).flatMap((child) => fieldErrors(child, field));
  const [constraint, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (constraint === undefined || message === undefined) return nested;
  return [{ field, message: sentence(constraint, message, field) }, ...nested];
}

function sentence(constraint: string, message: string, field: string): string {
  if (constraint === 'whitelistValidation') return `Unknown field "${field}"`;
  if (constraint === 'unknownValue') return 'Send a JSON object with the fields for this call';
  return message;
}

/** Deeper than any real test results, and far below the limits of recursion and of PostgreSQL's jsonb. */
const NESTING_MAX = 128;

/** More than any result sheet has. Turning an object into a DTO takes time with the square of its members: 26,000 take 0.6 s. */
const MEMBERS_MAX = 1_000;

/** Values in one body: four times those of a certificate with 500 analytes. */
const VALUES_MAX = 20_000;

/**
 * Refuses what the database cannot keep as it is, NUL characters and halves of surrogate pairs, what is nested so
 * deep that whatever walks it later would run out of stack, and what has so many parts that looking at them all would
 * keep everybody else waiting.
 */
export async function rejectUnsafeInput(request: FastifyRequest): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    const found = unstorable(part);
    if (found) throw new InvalidInput([found]);
  }
}

/** @returns the first thing that cannot be taken; null when there is none */
function unstorable(sent: unknown): FieldError | null {
  let values = 0;
  const firstIn = (value: unknown, path: string, depth: number): FieldError | null => {
    values += 1;
    if (values > VALUES_MAX) return { field: top(path), message: `Send at most ${count(VALUES_MAX)} values` };
    if (typeof value === 'string') return textError(value, path);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Readable) return null;
    if (depth === NESTING_MAX) {
      return { field: top(path), message: `This is nested too deeply. Use at most ${NESTING_MAX} levels` };
    }
    const members = Object.entries(value);
    if (members.length > MEMBERS_MAX && !Array.isArray(value)) {
      return { field: top(path), message: `Send at most ${count(MEMBERS_MAX)} fields in one object` };
    }
    for (const [key, child] of members) {
      const found = nameError(key, path) ?? firstIn(child, path ? `${path}.${key}` : key, depth + 1);
      if (found) return found;
    }
    return null;
  };
  return firstIn(sent, '', 0);
}

const top = (path: string) => path.split('.')[0] ?? '';

const count = (number: number) => number.toLocaleString('en-US');

/** class-transformer calls what an object's own `constructor` holds, and takes `__proto__` for the object's prototype. */
const UNUSABLE_NAMES = new Set(['constructor', '__proto__']);

/** At the top they do no harm: the class of the whole is given. */
function nameError(name: string, parent: string): FieldError | null {
  if (parent === '' || !UNUSABLE_NAMES.has(name)) return textError(name, parent);
  return { field: `${parent}.${name}`, message: `A field can't be named "${name}". Leave it out` };
}

function textError(text: string, field: string): FieldError | null {
  const isStorable = !text.includes('\0') && text.isWellFormed();
  return isStorable ? null : { field, message: "This text has characters we can't store" };
}

/** The API accepts no plain forms. Pages outside of /api may have them, to work without JavaScript. */
export function rejectFormBodies(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const isForm = /^\s*application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const isRefused = isForm && request.routeOptions.url?.startsWith('/api/');
  done(isRefused ? new UnsupportedMediaTypeException() : undefined);
}
