import { type RefObject, useEffect, useRef, useState } from 'react';
import { isFocusAtStart } from '../../../../hooks/use-focus-on-navigation';
import { parsePosition, type QueuePosition } from './queue';

const DEBOUNCE_MS = 150;

/** More rows than fit in a window: the rows below the first one must be loaded too. */
const WINDOW_ROWS = 25;

/** Reference of the submission that was last opened from the queue. Going back focuses it. */
let lastOpened: string | null = null;

/** The timer that writes the position once scrolling has stopped. */
let pendingWrite: ReturnType<typeof setTimeout> | undefined;

export const rememberOpened = (reference: string) => {
  lastOpened = reference;
};

export interface LoadedQueue {
  readonly rows: number;
  readonly isReady: boolean;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Scroll restoration: keeps the row at the top of the window in the URL. After a reload or on going back, it loads enough
 * rows and scrolls to that row, or to the row that is now at its index. It bypasses the router, because the URL changes
 * with every scroll and nothing on the page depends on it.
 */
export function useQueuePosition(list: RefObject<HTMLElement | null>, queue: LoadedQueue): void {
  const [target, setTarget] = useState<QueuePosition | null>(() => parsePosition(new URLSearchParams(location.search)));
  const { rows, isReady, hasNextPage, isFetching, fetchNextPage } = queue;
  const load = useRef(fetchNextPage);
  load.current = fetchNextPage;
  const isFar = target !== null && isReady && rows <= target.index + WINDOW_ROWS && hasNextPage;
  useEffect(() => {
    if (isFar && !isFetching) void load.current();
  }, [isFar, isFetching]);
  // Not a layout effect: the router scrolls a new page to the top in a layout effect, and this must run after it.
  useEffect(() => {
    if (!target || !isReady || isFar) return;
    goTo(list.current, target);
    setTarget(null);
  }, [list, target, isReady, isFar]);
  useEffect(() => {
    if (target) return;
    const writeSoon = () => {
      clearTimeout(pendingWrite);
      pendingWrite = setTimeout(() => writePosition(positionOf(list.current)), DEBOUNCE_MS);
    };
    window.addEventListener('scroll', writeSoon, { passive: true });
    return () => {
      clearTimeout(pendingWrite);
      window.removeEventListener('scroll', writeSoon);
    };
  }, [list, target]);
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-reference]') ?? [])];

/** Height of the sticky bar that covers the top of the list. */
const coveredBy = () => document.querySelector('[data-queue-bar]')?.getBoundingClientRect().height ?? 0;

function goTo(list: HTMLElement | null, { index, row }: QueuePosition): void {
  const rows = rowsOf(list);
  const target = rows.find(({ dataset }) => dataset.reference === row) ?? rows[Math.min(index, rows.length - 1)];
  if (!target) return;
  // The browser may already have restored the scroll position.
  const { top, bottom } = target.getBoundingClientRect();
  if (top < coveredBy() || bottom > window.innerHeight)
    window.scrollBy({ top: top - coveredBy(), behavior: 'instant' });
  if (target.dataset.reference !== lastOpened) return;
  lastOpened = null;
  // Every navigation focuses the page's heading. This must run after it.
  setTimeout(() => {
    if (isFocusAtStart()) target.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
  });
}

function positionOf(list: HTMLElement | null): QueuePosition | null {
  if (window.scrollY === 0) return null;
  const rows = rowsOf(list);
  const index = rows.findIndex((row) => row.getBoundingClientRect().top >= coveredBy());
  const row = rows[index]?.dataset.reference;
  return index > 0 && row !== undefined ? { index, row } : null;
}

/** @param position null at the top of the list */
export function writePosition(position: QueuePosition | null): void {
  // A pending write would replace the row that was just opened with the row at the top of the window.
  clearTimeout(pendingWrite);
  const url = new URL(location.href);
  url.searchParams.delete('place');
  url.searchParams.delete('row');
  if (position) {
    url.searchParams.set('place', String(position.index));
    url.searchParams.set('row', position.row);
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
