import type { FieldError } from '../../shared/domain-error.js';
import type { LineResult } from './bulk-job.js';

/** More than any real correction; a thousand lines are read in one query. */
export const LINE_ERRORS_MAX = 20;

/** An error repeats the name of an unknown field, which can be any text. */
const TEXT_MAX = 200;

const shortened = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;

const truncated = ({ pointer, ...error }: FieldError): FieldError => ({
  ...error,
  field: shortened(error.field),
  message: shortened(error.message),
  ...(pointer === undefined ? {} : { pointer: enclosing(pointer) }),
});

/**
 * Shortens a pointer that is too long to a parent of the field, because its first characters would point to something
 * else.
 */
const enclosing = (pointer: string): string =>
  pointer.length <= TEXT_MAX ? pointer : enclosing(pointer.slice(0, pointer.lastIndexOf('/')));

/** Keeps the first errors of a line and the beginning of each, so that the stored result does not grow with the request. */
export const truncateErrors = (result: LineResult): LineResult => ({
  ...result,
  errors: result.errors.slice(0, LINE_ERRORS_MAX).map(truncated),
});
