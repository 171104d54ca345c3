import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type QueueFilters, submissionPages } from '../../api/api';
import { pendingDecisions } from './pending-decisions';
import { neighboursOf } from './queue';

/** Who stands before and after a submission in the queue that its reviewer came from; what is decided is left out. */
export function useNeighbours(id: string, filters: QueueFilters) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...submissionPages(filters),
    staleTime: 0,
  });
  const decisions = useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.shown);
  const isDecided = (other: string) =>
    decisions.some(({ submissionId, state }) => submissionId === other && state !== 'failed');
  const queue = (data?.pages ?? [])
    .flatMap((page) => page.rows.map((row) => row.id))
    .filter((other) => other === id || !isDecided(other));
  const isLast = queue.at(-1) === id;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLast, hasNextPage, isFetching, fetchNextPage]);
  return neighboursOf(id, queue);
}
