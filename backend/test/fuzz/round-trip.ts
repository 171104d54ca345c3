import { foldSpaces, nameKey } from '../../src/domain/shared/name-key.js';
import { stripInvisible } from '../../src/platform/http/fields.js';
import type { Violations } from './oracles.js';

/** Request fields that responses return under another name. */
export type RenamedFields = Readonly<Record<string, string>>;

/** Names of brands, labs and people are stored with folded spaces and in one Unicode normalization form. */
const FOLDED = new Set(['name', 'productName', 'batchId', 'labName']);

/** Multi-line texts lose invisible characters. */
const LINES = new Set(['introduction', 'message', 'note', 'notes', 'reason', 'text']);

const normalized = (text: unknown): unknown => (typeof text === 'string' ? text.trim() || null : (text ?? null));

/** Whether a field came back as sent, apart from the documented normalization. */
function isRoundTripped(field: string, sent: unknown, found: unknown): boolean {
  // A known brand keeps its own spelling.
  if (field === 'brandName') return nameKey(String(sent)) === nameKey(String(found));
  if (field === 'username') return String(sent).trim().toLowerCase() === found;
  if (FOLDED.has(field) && typeof sent === 'string') {
    return normalized(foldSpaces(sent)) === normalized(found) || normalized(sent) === normalized(found);
  }
  const expected = normalized(sent);
  const actual = found ?? null;
  if (LINES.has(field) && typeof sent === 'string' && normalized(stripInvisible(sent)) === actual) return true;
  return Object.is(expected, actual) || JSON.stringify(expected) === JSON.stringify(actual);
}

/**
 * @param sent the body of a successful request
 * @param found what a later request read
 * @returns the fields that came back different
 */
export function roundTripViolations(sent: object, found: object, renamed: RenamedFields = {}): Violations {
  const there = found as Record<string, unknown>;
  return Object.entries(sent).flatMap(([field, value]) => {
    const name = renamed[field] ?? field;
    if (typeof value !== 'string' || !Object.hasOwn(there, name)) return [];
    if (isRoundTripped(field, value, there[name])) return [];
    return [`${field} was sent as ${JSON.stringify(value)} and came back as ${JSON.stringify(there[name])}`];
  });
}
