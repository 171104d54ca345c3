/**
 * A PostgreSQL array as text (its manual, section 8.15.2), for columns of thousands of values: the driver builds the same
 * many times slower.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  return String(value);
}
