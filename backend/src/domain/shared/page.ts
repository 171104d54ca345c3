/** A total, exact up to {@link COUNTED_EXACTLY_UP_TO} and a lower bound beyond it. */
export interface Total {
  readonly count: number;
  /** `eq`: exactly `count`; `gte`: `count` or more. */
  readonly relation: 'eq' | 'gte';
}

/** One page of a list in a stable order. */
export interface Page<T, Cursor> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last one. */
  readonly next: Cursor | null;
  readonly total: Total;
}

/** Default and maximum number of entries per page. */
export const PAGE_LIMIT = { default: 50, max: 200 } as const;

/** Counting further is expensive and tells people nothing more (the badge reads "1,000+", decision 0036). */
export const COUNTED_EXACTLY_UP_TO = 1000;

/**
 * Maximum bytes of text in one page. A larger page ends early and the rest moves to the next one, so that memory use does
 * not depend on how long the submitted texts are.
 */
export const PAGE_BYTES_MAX = 1_000_000;

/**
 * How many leading rows fit into a page of {@link PAGE_BYTES_MAX}. At least one, or a single large row would end the
 * list.
 * @param sizes bytes of each row, in order
 * @param limit maximum rows per page
 */
export function rowsThatFit(sizes: readonly number[], limit: number): number {
  let bytes = 0;
  const tooMany = sizes.findIndex((size, index) => {
    bytes += size;
    return index > 0 && bytes > PAGE_BYTES_MAX;
  });
  return Math.min(limit, tooMany === -1 ? sizes.length : tooMany);
}

/** @param counted rows counted, at most {@link COUNTED_EXACTLY_UP_TO} + 1 */
export function totalOf(counted: number): Total {
  return counted > COUNTED_EXACTLY_UP_TO
    ? { count: COUNTED_EXACTLY_UP_TO, relation: 'gte' }
    : { count: counted, relation: 'eq' };
}

/**
 * Builds a page.
 * @param rows the page's rows, plus one if there is a next page
 * @param limit rows per page
 * @param counted see {@link totalOf}
 */
export function pageOf<T, Cursor>(
  rows: readonly T[],
  limit: number,
  cursorOf: (last: T) => Cursor,
  counted: number,
): Page<T, Cursor> {
  return pageEndingWith(rows.slice(0, limit), rows.length > limit, cursorOf, counted);
}

/**
 * Builds a page whose end is already known.
 * @param hasMore whether more rows follow
 * @param counted see {@link totalOf}
 */
export function pageEndingWith<T, Cursor>(
  items: readonly T[],
  hasMore: boolean,
  cursorOf: (last: T) => Cursor,
  counted: number,
): Page<T, Cursor> {
  const last = items.at(-1);
  return { items, next: hasMore && last !== undefined ? cursorOf(last) : null, total: totalOf(counted) };
}
