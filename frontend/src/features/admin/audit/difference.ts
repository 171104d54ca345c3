export interface Change {
  /** Where the fact stands, e.g. `panels.pesticides`. */
  readonly name: string;
  /** Null where there was nothing. */
  readonly before: string | null;
  /** Null where there is nothing any more. */
  readonly after: string | null;
}

type Facts = Readonly<Record<string, unknown>> | null;

/** What differs between the facts before and after, one line each; what stayed is left out. */
export function difference(before: Facts, after: Facts): readonly Change[] {
  const old = linesOf(before);
  const now = linesOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

function linesOf(facts: Facts): ReadonlyMap<string, string> {
  return new Map(facts === null ? [] : Object.entries(facts).flatMap(([name, value]) => lines(name, value)));
}

/** Facts within facts are named by their place; lists are one fact. */
function lines(name: string, value: unknown): [string, string][] {
  if (value === null) return [[name, 'none']];
  if (typeof value !== 'object') return [[name, String(value)]];
  const within = Object.entries(value);
  if (Array.isArray(value) || within.length === 0) return [[name, JSON.stringify(value)]];
  return within.flatMap(([inner, fact]) => lines(`${name}.${inner}`, fact));
}
