/** Longer statements are cut. */
const TEXT_MAX = 2_000;

/** The application has a few hundred statements. Those with lists of values could be more. */
const CACHE_MAX = 1_000;

type Attributes = Readonly<Record<string, string>>;

const cache = new Map<string, { readonly name: string; readonly attributes: Attributes }>();

/**
 * The span name and attributes of a statement: operation, table, and its text without values. Parameters are sent
 * separately; literals in the text are replaced by `?`.
 */
export function sanitizeSql(sql: string): { readonly name: string; readonly attributes: Attributes } {
  const known = cache.get(sql);
  if (known) return known;
  const text = sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  const description = describe(text);
  if (cache.size < CACHE_MAX) cache.set(sql, description);
  return description;
}

function describe(text: string) {
  const [first = ''] = /^\w+/.exec(text) ?? [];
  const isCompound = /^with$/i.test(first);
  const operation = (
    isCompound ? (/\b(?:insert|update|delete)\b(?! OF\b)/i.exec(text)?.[0] ?? 'select') : first
  ).toUpperCase();
  const table = /\b(?:from|into|update|join)\s+"?([a-z]\w*)"?(?!\w*\s*\()/i.exec(text)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, TEXT_MAX),
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  };
}
