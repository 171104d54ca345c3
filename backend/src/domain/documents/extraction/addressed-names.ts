import { readDay } from './dates.js';
import { isLabel } from './labels.js';
import { isIncomplete, type LinedPage, overlapping, type Segment } from './segments.js';
import { isAddress, isEnd } from './wrapped-values.js';

/** A name right above an address: a laboratory's, or a customer's. */
export interface AddressedName {
  readonly text: string;
  readonly page: number;
  readonly segment: Segment;
  readonly isInHeader: boolean;
}

/** Two pages: the first one often has a day between a customer's name and its address. */
const PAGES = 2;
const LONGEST = 80;
/** The part of a page in which its header is. */
const HEADER = 0.4;

export const addressedNames = (pages: readonly LinedPage[]): readonly AddressedName[] =>
  pages.slice(0, PAGES).flatMap((page) =>
    page.lines.flatMap(({ segments }) =>
      segments
        .filter((segment) => isName(segment) && isFirstLine(page, segment) && isAboveAddress(page, segment, 3))
        .map((segment) => ({
          text: segment.text,
          page: page.number,
          segment,
          isInHeader: segment.mid < HEADER * page.height,
        })),
    ),
  );

const isName = ({ text }: Segment): boolean =>
  /^[\p{Lu}\d].*\p{L}{2}/u.test(text) &&
  text.length <= LONGEST &&
  !/[:;@#©]|\.\s|www\.|\d{3}|\b(?:sample|certificate|report|only|pass(?:ed)?|fail(?:ed)?|page)\b/i.test(text) &&
  !isIncomplete(text) &&
  !isAddress(text) &&
  !isLabel(text) &&
  !isEnd(text) &&
  readDay(text, 'month-first') === null;

/** A name that wraps is not whole. */
function isFirstLine(page: LinedPage, { line, mid, size, x, right }: Segment): boolean {
  const above = page.lines.slice(0, line).findLast((one) => overlapping(one, { x, right }).length > 0);
  if (!above || mid - above.mid > 1.7 * size) return true;
  return overlapping(above, { x, right }).every((part) => Math.abs(part.x - x) > 2);
}

/** A customer's name stands above an address. @param within type sizes */
export function isAboveAddress(page: LinedPage, name: Segment, within = 2.5): boolean {
  const below = nextBelow(page, name, within);
  return below !== undefined && isAddress(below.text);
}

/** The first phrase below another one, if it is near. */
export function nextBelow(
  page: LinedPage,
  { line, mid, size, x, right }: Segment,
  within: number,
): Segment | undefined {
  const below = page.lines.slice(line + 1).find((one) => overlapping(one, { x, right }).length > 0);
  return below && below.mid - mid <= within * size ? overlapping(below, { x, right })[0] : undefined;
}
