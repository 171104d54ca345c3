import { useQueryClient } from '@tanstack/react-query';

/** Refetches what a proposal or a decision changes: names, rules, changes and their counts, and public pages. */
export function useRefreshReference(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}
