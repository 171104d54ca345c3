import { useNavigate } from 'react-router';
import { paths } from '../../../paths';
import { toast } from '../../../ui/messages/toast-store';
import { useRefreshReference } from './use-refresh-reference';

/** Goes to the page of a proposal that was just made. */
export function useAfterProposal(): (change: { readonly id: string }) => Promise<void> {
  const navigate = useNavigate();
  const refresh = useRefreshReference();
  return async ({ id }) => {
    toast({ title: 'Proposed', description: 'It counts once a second reviewer has confirmed it.' });
    navigate(paths.staff.change(id));
    await refresh();
  };
}
