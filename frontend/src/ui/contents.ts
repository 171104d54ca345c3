import { trustedHtml } from './trusted-html';

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3 | 4;
}

/** Headings of an article, h2 to h4, in document order. [source:table-of-contents] */
export function tableOfContents(html: string): ContentsEntry[] {
  const body = new DOMParser().parseFromString(trustedHtml(html), 'text/html').body;
  return [...body.querySelectorAll('h2[id], h3[id], h4[id]')].map(({ id, textContent, tagName }) => ({
    id,
    text: textContent?.trim() ?? '',
    level: Number(tagName[1]) as 2 | 3 | 4,
  }));
}

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
