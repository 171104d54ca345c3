/** A total that is counted exactly up to {@link COUNTED_EXACTLY_UP_TO} and only bounded from below beyond it. */
export interface Total {
  readonly count: number;
  /** `eq`: exactly `count`; `gte`: `count` or more. */
  readonly relation: 'eq' | 'gte';
}

/** One page of a list in a stable order. */
export interface Page<T, Cursor> {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last one. */
  readonly next: Cursor | null;
  readonly total: Total;
}

/** How many entries a page has when nobody says how many, and at most. */
export const PAGE_LIMIT = { default: 50, max: 200 } as const;

/** Counting on is costly and tells a person nothing more (the badge reads "1,000+", decision 0036). */
export const COUNTED_EXACTLY_UP_TO = 1000;

/**
 * The most bytes that the texts of one page may take. A page that would be larger ends early, and the next one begins
 * behind it: what a list takes in memory must not depend on the length of what senders wrote.
 */
export const PAGE_BYTES_MAX = 1_000_000;

/**
 * How many rows make a page, from the first on: as many as fit into {@link PAGE_BYTES_MAX}, but always one, because
 * otherwise a single large row would end the list.
 * @param sizes bytes of each row, in order
 * @param limit rows of one page
 */
export function fitting(sizes: readonly number[], limit: number): number {
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
 * @param rows of the page, and one more when there is a next page
 * @param limit rows of one page
 * @param counted as {@link totalOf} takes it
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
 * @param hasMore whether rows follow behind these
 * @param counted as {@link totalOf} takes it
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
