import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/api';
import { type ToastMessage, toast } from '../../ui/messages/toast-store';

export interface ChangeOptions<Data> {
  /** The toast once the server has made the change. */
  done?: ToastMessage | ((data: Data) => ToastMessage);
  /** The title of a toast with the reason if it fails, where no other place shows the error. */
  failed?: string;
  /** The query whose data the response is. */
  storedAs?: (data: Data) => QueryKey;
  onDone?: (data: Data) => void;
  /** What is fetched again afterwards: everything, unless it is only these queries. */
  refetch?: readonly QueryKey[];
  /** Fetches it again after an error too, to show what someone else changed meanwhile. */
  refetchAfterError?: boolean;
}

/** A change that staff make: the mutation, with what happens after the server has answered. */
export function useChange<Data, Failure, Request>(
  mutation: UseMutationOptions<Data, Failure, Request>,
  { done, failed, storedAs, onDone, refetch = [[]], refetchAfterError = false }: ChangeOptions<Data> = {},
) {
  const queryClient = useQueryClient();
  // An empty key matches every query.
  const fetchAgain = () => Promise.all(refetch.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    ...mutation,
    onSuccess: async (data) => {
      if (storedAs) queryClient.setQueryData(storedAs(data), data);
      onDone?.(data);
      if (done) toast(typeof done === 'function' ? done(data) : done);
      await fetchAgain();
    },
    onError: async (error) => {
      if (failed) toast({ title: failed, description: errorMessage(error), variant: 'destructive' });
      if (refetchAfterError) await fetchAgain();
    },
  });
}
