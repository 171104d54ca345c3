import type { FieldError } from '../shared/domain-error.js';
import type { LineResult } from './bulk-import.js';

/** More than any real correction; a thousand lines are read in one query. */
export const LINE_ERRORS_MAX = 20;

/** A field may be called anything, and its error repeats the name. */
const TEXT_MAX = 200;

const shortened = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;

/** What became of a line, with its first errors: what is stored and read again must not grow with what was sent. */
export const truncateErrors = (result: LineResult): LineResult => ({
  ...result,
  errors: result.errors
    .slice(0, LINE_ERRORS_MAX)
    .map(({ field, message }): FieldError => ({ field: shortened(field), message: shortened(message) })),
});
