import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/** A code point that a well-formed text can have. */
const codePoint = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((n) => (n < SURROGATES.first ? n : n + SURROGATES.count))
  .map((point) => String.fromCodePoint(point));

/**
 * Any well-formed text, and those that programs stumble over, such as `__proto__`. fast-check's unit `binary` makes the same
 * texts, but first takes seconds to make a table of all characters.
 */
export const anyText = (length: { minLength?: number; maxLength?: number } = {}) =>
  fc.oneof(
    { arbitrary: fc.array(codePoint, length).map((characters) => characters.join('')), weight: 3 },
    { arbitrary: fc.string(length), weight: 1 },
  );
