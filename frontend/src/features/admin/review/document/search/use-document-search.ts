import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { getDocumentPageTextOptions } from '../../../../../api/generated/@tanstack/react-query-staff.gen';
import type { PageBox } from '../../../../../components/documents/page-boxes';
import { boxesOf, findMatches, type Match, type SearchablePage, searchablePage } from './page-search';

export type DocumentSearch = ReturnType<typeof useDocumentSearch>;

type Step = 1 | -1;

/** Searches the text of all pages that have a picture. */
export function useDocumentSearch(
  sha256: string,
  pages: readonly { number: number }[],
  onShow: (box: PageBox) => void,
) {
  const [isStarted, start] = useState(false);
  const [query, setQuery] = useState('');
  /** Index of the match that is shown; -1 before the first. */
  const [current, setCurrent] = useState(-1);
  /** A step that waits for the texts. */
  const [waiting, setWaiting] = useState<Step | null>(null);
  const { searchable, ...texts } = usePageTexts(sha256, pages, isStarted);
  const matches = useMemo(() => findMatches(searchable, query), [searchable, query]);
  const placesOf = (match: Match) => {
    const page = searchable.find(({ number }) => number === match.page);
    return page ? boxesOf(match, page.lines, textWidth) : [];
  };
  /** Shows the next or previous match, starting over at the end. */
  const go = (step: Step) => {
    if (texts.isLoading) return setWaiting(step);
    const index = nextIndex(current, step, matches.length);
    const match = matches[index];
    if (!match) return;
    setCurrent(index);
    const [box] = placesOf(match);
    if (box) onShow(box);
  };
  const isDue = waiting !== null && !texts.isLoading;
  useEffect(() => {
    if (!isDue || !waiting) return;
    setWaiting(null);
    go(waiting);
  });
  return {
    ...texts,
    query,
    setQuery: (text: string) => {
      setQuery(text);
      setCurrent(-1);
      setWaiting(null);
    },
    // The texts of the pages are loaded when the search is first used.
    start: () => start(true),
    // Scans have none.
    hasText: searchable.some(({ rows }) => rows.text.trim() !== ''),
    matches,
    current,
    go,
    boxesOn: (page: number) => around(matches, current, page).flatMap(placesOf),
  };
}

function usePageTexts(sha256: string, pages: readonly { number: number }[], isStarted: boolean) {
  const texts = useQueries({
    queries: pages.map(({ number }) => ({
      ...getDocumentPageTextOptions({ path: { sha256, number: String(number) } }),
      enabled: isStarted,
    })),
  });
  const loaded = texts.flatMap(({ data }) => (data ? [data] : []));
  const failed = texts.filter(({ isError, isFetching }) => isError && !isFetching);
  const key = loaded.map(({ number }) => number).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of a page never changes, so its number stands for it
  const searchable = useMemo<readonly SearchablePage[]>(
    () => loaded.map(({ number, lines }) => searchablePage(number, lines)),
    [sha256, key],
  );
  return {
    searchable,
    isLoading: isStarted ? texts.some(({ isFetching }) => isFetching) : true,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

const nextIndex = (current: number, step: Step, count: number) =>
  current === -1 && step === -1 ? count - 1 : (current + step + count) % Math.max(count, 1);

/** Too many marks would make the browser slow. */
const MAX_MARKED = 200;

/** The matches to mark on a page: of many, those around the current one. */
export function around(matches: readonly Match[], current: number, page: number): readonly Match[] {
  const onPage = matches.filter((match) => match.page === page);
  const shown = matches[current];
  const index = shown ? Math.max(0, onPage.indexOf(shown)) : 0;
  const start = Math.max(0, Math.min(index - MAX_MARKED / 2, onPage.length - MAX_MARKED));
  return onPage.slice(start, start + MAX_MARKED);
}

let context: CanvasRenderingContext2D | null | undefined;

/** Width of a text in a common typeface: closer to what is printed than its number of characters. */
function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  return context?.measureText(text).width ?? text.length;
}
