import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import { withdrawCertificateMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Notice } from '../../../ui/notice';
import { TextareaField } from '../../../ui/textarea-field';
import { toast } from '../../../ui/toast-store';

/** The actions for a published certificate. It is never changed in place. */
export function PublishedActions({ submission }: { submission: SubmissionDto }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" asChild>
        <Link to={paths.staff.amendment(submission.id)}>Amend</Link>
      </Button>
      <Withdraw submission={submission} />
    </div>
  );
}

function Withdraw({ submission: { id, version } }: { submission: SubmissionDto }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const withdraw = useMutation({
    ...withdrawCertificateMutation(),
    onSuccess: async () => {
      setOpen(false);
      toast({ title: 'Withdrawn', description: 'Its page now says so, and why.' });
      await queryClient.invalidateQueries();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason'));
    withdraw.mutate({ path: { id }, body: { version, reason } });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="secondary">Withdraw…</Button>}
      title="Withdraw this certificate?"
      description="It leaves the database and the totals. Its page stays and says that it was withdrawn, and why. You can't undo this."
    >
      <form onSubmit={send} className="stack gap-4">
        <TextareaField
          label="Reason"
          name="reason"
          required
          maxLength={1000}
          hint="Anyone can read this on the certificate's page."
        />
        {withdraw.error instanceof Error && (
          <Notice tone="danger" role="alert">
            {errorMessage(withdraw.error)}
          </Notice>
        )}
        <Button type="submit" variant="destructive" pending={withdraw.isPending} pendingText="Withdrawing…">
          Withdraw certificate
        </Button>
      </form>
    </Dialog>
  );
}
