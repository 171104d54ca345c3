import { trustedHtml } from './trusted-html';

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3 | 4;
}

/** The headings of a text, h2 to h4, in reading order. [source:table-of-contents] */
export function tableOfContents(html: string): ContentsEntry[] {
  const body = new DOMParser().parseFromString(trustedHtml(html), 'text/html').body;
  return [...body.querySelectorAll('h2[id], h3[id], h4[id]')].map(({ id, textContent, tagName }) => ({
    id,
    text: textContent?.trim() ?? '',
    level: Number(tagName[1]) as 2 | 3 | 4,
  }));
}

/**
 * Which heading one is reading under: the last one that has passed the reading line, the first until one has.
 * @param tops distance of each heading from the top of the window
 * @param line how far below the top of the window reading begins
 * @returns its place
 */
export const headingInView = (tops: readonly number[], line: number) =>
  Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  );
