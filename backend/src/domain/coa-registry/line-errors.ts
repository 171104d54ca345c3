import type { FieldError } from '../shared/domain-error.js';
import type { LineResult } from './bulk-job.js';

/** More than any real correction; a thousand lines are read in one query. */
export const LINE_ERRORS_MAX = 20;

/** An error repeats the name of an unknown field, which can be any text. */
const TEXT_MAX = 200;

const shortened = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;

/** Keeps the first errors of a line and the beginning of each, so that the stored result does not grow with the request. */
export const truncateErrors = (result: LineResult): LineResult => ({
  ...result,
  errors: result.errors
    .slice(0, LINE_ERRORS_MAX)
    .map(({ field, message }): FieldError => ({ field: shortened(field), message: shortened(message) })),
});
