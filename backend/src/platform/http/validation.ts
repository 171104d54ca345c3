import { type ValidationError, ValidationPipe } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type FieldError, InvalidInput } from '../../domain/shared/domain-error.js';

/** Checks every DTO: unknown fields are refused, nothing is converted silently, each field reports its first error. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => new InvalidInput(errors.flatMap((error) => fieldErrors(error, ''))),
  });
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

/** Refuses texts that the database cannot keep as they are: NUL characters and halves of surrogate pairs. */
export async function refuseUnstorableText(request: FastifyRequest): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    const field = unstorableField(part, '');
    if (field !== null) {
      throw new InvalidInput([{ field, message: 'This text contains characters that cannot be stored' }]);
    }
  }
}

/** @returns the path of the first text that cannot be stored; null when there is none */
function unstorableField(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return null;
  for (const [key, child] of Object.entries(value)) {
    const childPath = path ? `${path}.${key}` : key;
    if (unstorableField(key, childPath) !== null) return path;
    const found = unstorableField(child, childPath);
    if (found !== null) return found;
  }
  return null;
}
