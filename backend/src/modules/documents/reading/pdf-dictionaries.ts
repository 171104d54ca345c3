/** A token of PDF syntax: a dictionary's begin or end, an array's, a name, or a string, which is only skipped. */
const TOKEN = /<<|>>|\[|\]|\/[^\s()<>[\]{}/%\0]*|\((?:\\[\s\S]|[^\\()])*\)|<[^<>]*>/g;

/** The names in a dictionary, with how deep each is: 1 for its own keys and values. Empty where there is no dictionary. */
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
