import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  confirmSpotCheckMutation,
  withdrawCertificateMutation,
} from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../../api/generated/types.gen';
import { FormDialog } from '../../../../components/admin/mutation-dialog';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { MutationError } from '../../../../ui/messages/mutation-error';
import { Notice } from '../../../../ui/messages/notice';
import { toast } from '../../../../ui/messages/toast-store';

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
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={setOpen}
      mutation={withdraw}
      trigger={<Button variant="secondary">Withdraw…</Button>}
      title="Withdraw this certificate?"
      description="It leaves the database and the totals. Its page stays and says that it was withdrawn, and why. You can't undo this."
      submitLabel="Withdraw certificate"
      pendingText="Withdrawing…"
      isDestructive
      onSend={(values) => withdraw.mutate({ path: { id }, body: { version, reason: String(values.get('reason')) } })}
    >
      <TextareaField
        label="Reason"
        name="reason"
        required
        maxLength={1000}
        hint="Anyone can read this on the certificate's page."
      />
    </FormDialog>
  );
}

/** A trusted lab's certificate that no reviewer has seen yet. */
export function SpotCheck({ submission: { id, version } }: { submission: SubmissionDto }) {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    ...confirmSpotCheckMutation(),
    onSuccess: async () => {
      toast({ title: 'Checked', description: 'It agrees with the evidence.' });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Notice
      tone="caution"
      title="Published automatically, to be checked afterwards"
      actions={
        <Button
          variant="secondary"
          pending={confirm.isPending}
          pendingText="Recording…"
          onClick={() => confirm.mutate({ path: { id }, body: { version } })}
        >
          Checked, Agrees
        </Button>
      }
    >
      <p>
        Compare it with its PDF and lines. If something differs, amend or withdraw it: then more of this lab's
        certificates are checked for 90 days.
      </p>
      <MutationError error={confirm.error} />
    </Notice>
  );
}
