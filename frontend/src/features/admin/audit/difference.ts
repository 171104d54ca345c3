export interface Change {
  /** The property's path, such as `panels.pesticides`. */
  readonly name: string;
  /** Null if the property was added. */
  readonly before: string | null;
  /** Null if the property was removed. */
  readonly after: string | null;
}

type Facts = Readonly<Record<string, unknown>> | null;

/** The properties that differ, one entry each. */
export function changedProperties(before: Facts, after: Facts): readonly Change[] {
  const old = linesOf(before);
  const now = linesOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

function linesOf(facts: Facts): ReadonlyMap<string, string> {
  return new Map(facts === null ? [] : Object.entries(facts).flatMap(([name, value]) => lines(name, value)));
}

/** Nested properties are named by their path. An array is one value. */
function lines(name: string, value: unknown): [string, string][] {
  if (value === null) return [[name, 'none']];
  if (typeof value !== 'object') return [[name, String(value)]];
  const within = Object.entries(value);
  if (Array.isArray(value) || within.length === 0) return [[name, JSON.stringify(value)]];
  return within.flatMap(([inner, fact]) => lines(`${name}.${inner}`, fact));
}
