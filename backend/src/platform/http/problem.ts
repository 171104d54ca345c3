import { HttpException } from '@nestjs/common';
import { DomainError, type FieldError } from '../../domain/shared/domain-error.js';
import type { ErrorKind } from '../../domain/shared/problem-codes.js';
import { isDatabaseUnavailable } from '../database/errors.js';
import type { ProblemDto } from './api-problems.js';

const BY_KIND: Record<ErrorKind, { status: number; title: string }> = {
  invalid: { status: 400, title: 'Invalid input' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'No longer kept' },
  stale: { status: 412, title: 'Changed meanwhile' },
  'too-large': { status: 413, title: 'Too large' },
  unprocessable: { status: 422, title: 'Cannot be processed' },
  'precondition-required': { status: 428, title: 'Precondition required' },
  'too-many': { status: 429, title: 'Too many requests' },
};

/** For problems that come from HTTP itself and not from a rule: a code, a title and a sentence. */
const BY_STATUS: Record<number, { code: string; title: string; detail: string }> = {
  400: {
    code: 'bad-request',
    title: 'Bad request',
    detail: "We couldn't read the request. Check that the body is valid JSON and the URL has no broken characters.",
  },
  403: {
    code: 'cross-site',
    title: 'Refused',
    detail: 'This request came from another site, so we refused it.',
  },
  404: { code: 'not-found', title: 'Not found', detail: "We couldn't find anything at this address." },
  405: { code: 'method-not-allowed', title: 'Method not allowed', detail: "This address doesn't support that method." },
  408: { code: 'timeout', title: 'Timeout', detail: 'The request took too long to arrive. Please try again.' },
  413: { code: 'too-large', title: 'Too large', detail: 'The request is larger than 256 kB.' },
  414: { code: 'address-too-long', title: 'Address too long', detail: 'Part of the address is too long.' },
  415: {
    code: 'unsupported-media-type',
    title: 'Unsupported type',
    detail: 'Send the body as application/json, uncompressed.',
  },
  429: {
    code: 'too-many',
    title: 'Too many requests',
    detail: 'Too many requests. Please wait a minute and try again.',
  },
  431: { code: 'headers-too-large', title: 'Headers too large', detail: 'The headers are larger than 16 kB.' },
  503: {
    code: 'unavailable',
    title: 'Unavailable',
    detail: 'The registry cannot reach its database right now. Please try again in a moment.',
  },
};

const UNEXPECTED = {
  code: 'unexpected',
  title: 'Unexpected error',
  detail: 'Something went wrong on our side. Nothing was published. Please try again, and tell us if it happens again.',
};

export function problemOf(error: unknown, requestId: string): ProblemDto {
  if (error instanceof DomainError) {
    const { kind, code, message, fields } = error;
    const { status, title } = BY_KIND[kind];
    return problem(status, code, title, message, requestId, fields);
  }
  const status = httpStatusOf(error);
  const { code, title, detail } =
    BY_STATUS[status] ?? (status < 500 ? { ...BY_STATUS[400], ...clientError } : UNEXPECTED);
  return problem(status, code, title, detail, requestId);
}

const clientError = { code: 'bad-request', title: 'Bad request', detail: "We couldn't complete the request." };

function httpStatusOf(error: unknown): number {
  if (isHangUp(error)) return 400;
  if (isDatabaseUnavailable(error)) return 503;
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}

/** The client closed the connection while sending the body. Database errors have the same code. */
const isHangUp = (error: unknown) =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';

function problem(
  status: number,
  code: string,
  title: string,
  detail: string,
  requestId: string,
  fields: readonly FieldError[] = [],
): ProblemDto {
  const errors = fields.map(fieldErrorOf);
  return { type: `/problems/${code}`, title, status, detail, error: detail, errors, requestId };
}

/** A JSON Pointer (RFC 6901). */
export const pointerOf = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The place of a field whose name has no dots but those between its parts. */
export const pointerTo = (field: string): string => (field === '' ? '' : pointerOf(field.split('.')));

/** A field error as it is sent: with a pointer into the body and a code. */
export const fieldErrorOf = ({ code = 'invalid', ...error }: FieldError): FieldError => ({
  ...error,
  pointer: error.pointer ?? pointerTo(error.field),
  code,
});
