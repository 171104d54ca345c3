import { useQueryClient } from '@tanstack/react-query';
import { getNewsletterIssueQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import type { IssueDto } from '../../../api/generated/types.gen';

/** Puts an issue into the cache as the server returned it. */
export function useStoreIssue(): (issue: IssueDto) => void {
  const queryClient = useQueryClient();
  return (issue) => queryClient.setQueryData(getNewsletterIssueQueryKey({ path: { id: issue.id } }), issue);
}
