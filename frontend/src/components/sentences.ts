/** Sentences of a page in its language by the English ones. `#` stands for a number, in both in the same order. */
export type Sentences = Readonly<Record<string, string>>;

const NUMBER = /\d+(?:\.\d+)?[¼½¾]?/g;

/**
 * A text in the page's language, with the numbers of the English one.
 * @returns null when there is no translation
 */
export function translationOf(sentences: Sentences, text: string): string | null {
  const numbers = text.match(NUMBER) ?? [];
  // Numbers are kept together with their unit; the table has plain spaces.
  const found = sentences[text.replaceAll('\u00a0', ' ').replace(NUMBER, '#')];
  if (found === undefined) return null;
  let next = 0;
  const filled = found.replace(/#/g, () => numbers[next++] ?? '');
  return text.includes('\u00a0') ? filled.replaceAll(' mg', '\u00a0mg') : filled;
}

/**
 * The same for sentences with names in them, `*` in the table, such as those of a verdict. A name without a translation
 * stays as it is printed on the report, and so do the figures in it.
 */
export function translationWithNames(sentences: Sentences, names: Sentences, text: string): string | null {
  const plain = translationOf(sentences, text);
  if (plain !== null) return plain;
  for (const [english, spanish] of Object.entries(sentences)) {
    if (!english.includes('*')) continue;
    const found = patternOf(english).exec(text)?.slice(1);
    if (!found) continue;
    const kinds = english.match(/[#*]/g) ?? [];
    const parts = found.map((part, index) => (kinds[index] === '*' ? namesIn(names, part) : part));
    let next = 0;
    return spanish.replace(/[#*]/g, () => parts[next++] ?? '');
  }
  return null;
}

const patternOf = (sentence: string) =>
  new RegExp(
    `^${sentence
      .replace(/[.?()[\]^$+|\\{}]/g, '\\$&')
      .replaceAll('*', '(.+)')
      .replaceAll('#', '(\\d+(?:\\.\\d+)?)')}$`,
  );

/** A list such as "lead, mercury and 2 more". One with an unknown name stays as printed: "yeast and mold" is one name. */
function namesIn(names: Sentences, list: string): string {
  const parts = list.split(/, | and /);
  const translated = parts.map((part) => names[part.toLowerCase()] ?? /^\d+(?= more$)/.exec(part)?.[0].concat(' más'));
  if (!translated.every((part) => part !== undefined)) return list;
  return translated.length < 2 ? translated.join('') : `${translated.slice(0, -1).join(', ')} y ${translated.at(-1)}`;
}
