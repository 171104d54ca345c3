import { useQueryClient } from '@tanstack/react-query';
import { getLabQueryKey, listLabsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import type { LabDto } from '../../../api/generated/types.gen';

/** Puts a lab into the cache as the server returned it, and refetches the list of labs. */
export function useStoreLab(): (lab: LabDto) => Promise<void> {
  const queryClient = useQueryClient();
  return async (lab) => {
    queryClient.setQueryData(getLabQueryKey({ path: { id: lab.id } }), lab);
    await queryClient.invalidateQueries({ queryKey: listLabsQueryKey() });
  };
}
