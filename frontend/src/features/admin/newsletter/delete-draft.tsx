import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { listNewsletterIssuesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { deleteNewsletterIssueMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { MutationDialog } from '../../../components/admin/mutation-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/messages/toast-store';

export function DeleteDraft({ issue: { id, version, subject }, onReload }: { issue: IssueDto; onReload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...deleteNewsletterIssueMutation(),
    onSuccess: async () => {
      toast({ title: 'Draft deleted' });
      navigate(paths.staff.newsletter, { replace: true });
      await queryClient.invalidateQueries({ queryKey: listNewsletterIssuesQueryKey() });
    },
  });
  return (
    <MutationDialog
      open={isOpen}
      onOpenChange={setOpen}
      mutation={remove}
      trigger={
        <Button variant="secondary" className="justify-self-start">
          Delete draft
        </Button>
      }
      title="Delete this draft"
      description={`“${subject}” was never sent. You can't undo this.`}
    >
      <div className="stack gap-4">
        <SaveError
          error={remove.error}
          onReload={() => {
            setOpen(false);
            onReload();
          }}
        />
        <Button
          variant="destructive"
          pending={remove.isPending}
          pendingText="Deleting…"
          onClick={() => remove.mutate({ path: { id }, query: { version } })}
        >
          Delete draft
        </Button>
      </div>
    </MutationDialog>
  );
}
