import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../../api/api';
import { requestDocumentReadingMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import { Button } from '../../../../ui/button';
import { toast } from '../../../../ui/messages/toast-store';

/** Has software read the document once more, for instance after a repair or with a newer reader. */
export function ReadAgain({ sha256 }: { sha256: string }) {
  const queryClient = useQueryClient();
  const read = useMutation({
    ...requestDocumentReadingMutation(),
    onSuccess: async () => {
      toast({ title: 'The PDF will be read again' });
      await queryClient.invalidateQueries();
    },
    onError: (error) =>
      toast({ title: "We couldn't have it read", description: errorMessage(error), variant: 'destructive' }),
  });
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={read.isPending}
      pendingText="Asking…"
      onClick={() => read.mutate({ path: { sha256 } })}
    >
      Read it again
    </Button>
  );
}
