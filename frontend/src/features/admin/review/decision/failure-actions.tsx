import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dismissFailureMutation,
  reinstateFailureMutation,
} from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { DismissalReason, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { FormDialog } from '../../../../components/admin/mutation-dialog';
import { Button } from '../../../../ui/button';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { MutationError } from '../../../../ui/messages/mutation-error';
import { Notice } from '../../../../ui/messages/notice';
import { toast } from '../../../../ui/messages/toast-store';
import { Mono } from '../../../../ui/mono';
import { formatDay, formatInstant } from '../../../../ui/text/days';

/** Records why the failure of a published certificate no longer counts, or removes that record. */
export function FailureActions({ submission }: { submission: SubmissionInContextDto }) {
  const { doNotDrink, failureDismissal } = submission;
  if (failureDismissal) return <Dismissed submission={submission} dismissal={failureDismissal} />;
  return doNotDrink ? <Dismiss submission={submission} /> : null;
}

const REASON_LABELS: Record<DismissalReason, string> = {
  'retest-after-remediation': 'Tested again after remediation, and passed',
  'lab-error': 'Error of the laboratory',
};

const REASONS = Object.entries(REASON_LABELS).map(([value, label]) => ({ value, label }));

function Dismiss({ submission }: { submission: SubmissionInContextDto }) {
  const { id, version, testDate, publishedForBatch } = submission;
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const dismiss = useMutation({
    ...dismissFailureMutation(),
    onSuccess: async () => {
      setOpen(false);
      toast({ title: 'Recorded', description: 'Its page and the other pages of the batch now say so.' });
      await queryClient.invalidateQueries();
    },
  });
  const retests = publishedForBatch.filter((one) => one.testDate > testDate && one.status === 'passed');
  const send = (values: FormData) => {
    const retest = String(values.get('retest') ?? '');
    const given = { reason: reason as DismissalReason, explanation: String(values.get('explanation')) };
    dismiss.mutate({ path: { id }, body: { version, ...given, ...(retest && { retest }) } });
  };
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={setOpen}
      mutation={dismiss}
      trigger={<Button variant="secondary">Failure no longer stands…</Button>}
      title="Record why this failure no longer stands"
      description="This certificate keeps saying that it failed. The other pages of its batch no longer begin with the failure; they still mention it, with your reason."
      submitLabel="Record in public"
      pendingText="Recording…"
      isDestructive
      onSend={send}
    >
      <SelectField
        label="Why"
        name="reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        options={[{ value: '', label: 'Choose', disabled: true }, ...REASONS]}
      />
      {reason === 'retest-after-remediation' && (
        <SelectField
          label="Certificate that passed"
          name="retest"
          required
          defaultValue=""
          hint={
            retests.length === 0
              ? 'This batch has no published certificate with a newer test that passed.'
              : 'If it is withdrawn or replaced, the failure stands again.'
          }
          options={[
            { value: '', label: 'Choose', disabled: true },
            ...retests.map((one) => ({
              value: one.reference,
              label: `${one.reference}, tested ${formatDay(one.testDate)}`,
            })),
          ]}
        />
      )}
      <TextareaField
        label="What happened"
        name="explanation"
        required
        maxLength={1000}
        hint="Anyone can read this on the pages of the batch."
      />
    </FormDialog>
  );
}

interface DismissedProps {
  submission: SubmissionInContextDto;
  dismissal: NonNullable<SubmissionInContextDto['failureDismissal']>;
}

function Dismissed({ submission: { id, version }, dismissal }: DismissedProps) {
  const { reason, retest, explanation, at } = dismissal;
  const queryClient = useQueryClient();
  const reinstate = useMutation({
    ...reinstateFailureMutation(),
    onSuccess: async () => {
      toast({ title: 'Dismissal undone', description: 'All pages of the batch begin with the failure again.' });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Notice
      tone="caution"
      title="Its failure no longer stands"
      actions={
        <Button
          variant="secondary"
          pending={reinstate.isPending}
          pendingText="Undoing…"
          onClick={() => reinstate.mutate({ path: { id }, body: { version } })}
        >
          Undo Dismissal
        </Button>
      }
    >
      <p>
        {REASON_LABELS[reason]}
        {retest && (
          <>
            {' '}
            (<Mono>{retest}</Mono>; the failure stands again while that one is not current)
          </>
        )}
        . Recorded on {formatInstant(at)}: <q className="wrap-anywhere">{explanation}</q>
      </p>
      <MutationError error={reinstate.error} />
    </Notice>
  );
}
