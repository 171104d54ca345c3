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
    exceptionFactory: (errors) => new InvalidInput(errors.flatMap((error) => fieldErrors(error, ''))),
  });
}

/** The same for what does not arrive as the body of a request of its own. @returns the DTO, or what is wrong */
export function validated<T extends object>(Dto: new () => T, sent: object): T | FieldError[] {
  const unstorableField = unstorable(sent, '', 0);
  if (unstorableField) return [unstorableField];
  const dto = plainToInstance(Dto, sent);
  const errors = validateSync(dto, STRICT);
  return errors.length > 0 ? errors.flatMap((error) => fieldErrors(error, '')) : dto;
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : (error.property ?? '');
  const nested = (error.children ?? []).flatMap((child) => fieldErrors(child, field));
  const [constraint, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (constraint === undefined || message === undefined) return nested;
  return [{ field, message: sentence(constraint, message, field) }, ...nested];
}

function sentence(constraint: string, message: string, field: string): string {
  if (constraint === 'whitelistValidation') return `The field "${field}" is not known here`;
  if (constraint === 'unknownValue') return 'Send a JSON object with the fields of this call';
  return message;
}

/** Deeper than results of any laboratory, and far from where recursion or PostgreSQL's jsonb would give up. */
const NESTING_MAX = 128;

/**
 * Refuses what the database cannot keep as it is, NUL characters and halves of surrogate pairs, and what is nested so
 * deep that whatever walks it later would run out of stack.
 */
export async function refuseUnstorable(request: FastifyRequest): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    const found = unstorable(part, '', 0);
    if (found) throw new InvalidInput([found]);
  }
}

/** @returns the first thing that cannot be stored; null when there is none */
function unstorable(value: unknown, path: string, depth: number): FieldError | null {
  if (typeof value === 'string') return textError(value, path);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Readable) return null;
  if (depth === NESTING_MAX) {
    const field = path.split('.')[0] ?? '';
    return { field, message: `This is nested too deep: at most ${NESTING_MAX} levels are taken` };
  }
  for (const [key, child] of Object.entries(value)) {
    const found = textError(key, path) ?? unstorable(child, path ? `${path}.${key}` : key, depth + 1);
    if (found) return found;
  }
  return null;
}

function textError(text: string, field: string): FieldError | null {
  const isStorable = !text.includes('\0') && text.isWellFormed();
  return isStorable ? null : { field, message: 'This text contains characters that cannot be stored' };
}

/** The API takes JSON and nothing else. Plain forms are the age gate's and those of links in letters, outside of it. */
export function refuseForms(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const isForm = /^\s*application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const isRefused = isForm && request.routeOptions.url?.startsWith('/api/');
  done(isRefused ? new UnsupportedMediaTypeException() : undefined);
}
