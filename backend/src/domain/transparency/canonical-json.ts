/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON in the one form that RFC 8785 gives it, so that equal values have equal hashes.
 * @throws RangeError for what that form cannot hold: a number that is not finite, or half of a surrogate pair
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is not JSON`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('The text is not Unicode');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
