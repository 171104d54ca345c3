import type { FieldError } from './domain-error.js';

const PERSONAL: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/[^\s@]+@[^\s@]+/u, 'an email address'],
  [/https?:|www\./iu, 'a link'],
  [/(?<!\d)(?:\+\d[\d\s().-]{6,}\d|\(?\d{3}\)?[\s.-]?\d{3}[\s.-]\d{4}|\d{10,})(?!\d)/u, 'a phone number'],
];

/** What a public text must not contain: email addresses, phone numbers, and links, which go in a source's own field. */
export function publicTextErrors(field: string, text: string): readonly FieldError[] {
  const found = PERSONAL.find(([pattern]) => pattern.test(text.normalize('NFKC')));
  if (!found) return [];
  return [{ field, message: `This text is public, and it seems to contain ${found[1]}. Take it out` }];
}
