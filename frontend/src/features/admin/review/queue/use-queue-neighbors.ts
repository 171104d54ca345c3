import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type QueueFilters, submissionPages } from '../../../../api/staff-lists';
import { pendingDecisions } from '../decision/pending-decisions';
import { queueNeighbors } from './queue';

/** The previous and next submission in the filtered queue, and the submission's index in it. Skips those just decided. */
export function useQueueNeighbors(id: string, filters: QueueFilters) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...submissionPages(filters),
    staleTime: 0,
  });
  useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.getSnapshot);
  const queue = (data?.pages ?? [])
    .flatMap((page) => page.rows)
    .filter((row) => row.id === id || !pendingDecisions.isBeingDecided(row))
    .map((row) => row.id);
  const isLast = queue.at(-1) === id;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLast, hasNextPage, isFetching, fetchNextPage]);
  return { ...queueNeighbors(id, queue), index: queue.indexOf(id) };
}
