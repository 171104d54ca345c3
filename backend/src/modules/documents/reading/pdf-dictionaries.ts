/**
 * Tokens of a file that PDFium wrote: the ends of dictionaries and arrays, names, and strings, which are skipped. PDFium
 * escapes the parentheses in a string, so none is nested.
 */
const TOKEN = /<<|>>|\[|\]|\/[^\s()<>[\]{}/%\0]*|\((?:\\[\s\S]|[^\\()])*\)|<[^<>]*>/g;

/** The names in the dictionary that a text begins with, each with its depth: 1 for the dictionary's own keys and values. */
export function namesByDepth(text: string): readonly { readonly name: string; readonly depth: number }[] {
  if (!/^\s*<</.test(text)) return [];
  const found: { name: string; depth: number }[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '<<' || token === '[') depth += 1;
    else if (token === '>>' || token === ']') depth -= 1;
    else if (token.startsWith('/')) found.push({ name: token.slice(1), depth });
    if (depth === 0) break;
  }
  return found;
}
