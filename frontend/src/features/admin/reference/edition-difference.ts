interface EditionDifference {
  readonly field: string;
  /** Null where the field was added. */
  readonly before: string | null;
  /** Null where the field was removed. */
  readonly after: string | null;
}

type Edition = Readonly<Record<string, unknown>>;

/** The fields that differ between two editions of a rule. The order of fields does not count. */
export function editionDifferences(before: Edition, after: Edition): readonly EditionDifference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((difference) => difference.before !== difference.after);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(sorted(value), null, 2) : String(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, sorted(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}
