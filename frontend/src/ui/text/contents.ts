export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3 | 4;
}

/** Headings of an article, h2 to h4, in document order. [source:table-of-contents] */
export function tableOfContents(html: string): ContentsEntry[] {
  return [...html.matchAll(HEADING)].map(([, level, id = '', content = '']) => ({
    id,
    text: textOf(content),
    level: Number(level) as 2 | 3 | 4,
  }));
}

/** A heading as our Markdown renderers write it, the only source of this HTML (see trusted-html.ts). */
const HEADING = /<h([2-4])(?: [a-z-]+="[^"]*")*? id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim();

/**
 * Index of the current section: the last heading above the reading line, or the first.
 * @param tops distance of each heading from the top of the window
 * @param line distance of the reading line from the top of the window
 */
export const headingInView = (tops: readonly number[], line: number) =>
  Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
