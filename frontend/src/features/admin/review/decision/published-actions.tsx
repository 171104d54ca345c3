import { useState } from 'react';
import { Link } from 'react-router';
import {
  confirmSpotCheckMutation,
  dismissFailureMutation,
  reinstateFailureMutation,
  withdrawCertificateMutation,
} from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { DismissalReason, SubmissionDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { FormDialog, ReasonField } from '../../../../components/admin/form-dialog';
import { useChange } from '../../../../components/admin/use-change';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { MutationError } from '../../../../ui/messages/mutation-error';
import { Notice } from '../../../../ui/messages/notice';
import { Mono } from '../../../../ui/mono';
import { formatDay, formatInstant } from '../../../../ui/text/days';

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
  return (
    <FormDialog
      mutation={withdrawCertificateMutation()}
      toRequest={(values) => ({ path: { id }, body: { version, reason: String(values.get('reason')) } })}
      done={{ title: 'Withdrawn', description: 'Its page now says so, and why.' }}
      trigger={<Button variant="secondary">Withdraw…</Button>}
      title="Withdraw this certificate?"
      description="It leaves the database and the totals. Its page stays and says that it was withdrawn, and why. You can't undo this."
      submitLabel="Withdraw certificate"
      pendingText="Withdrawing…"
      isDestructive
    >
      <ReasonField maxLength={1000} hint="Anyone can read this on the certificate's page." />
    </FormDialog>
  );
}

/** A trusted lab's certificate that no reviewer has seen yet. */
export function SpotCheck({ submission: { id, version } }: { submission: SubmissionDto }) {
  const confirm = useChange(confirmSpotCheckMutation(), {
    done: { title: 'Checked', description: 'It agrees with the evidence.' },
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
  const [reason, setReason] = useState('');
  const retests = publishedForBatch.filter((one) => one.testDate > testDate && one.status === 'passed');
  const toRequest = (values: FormData) => {
    const retest = String(values.get('retest') ?? '') || undefined;
    const given = { reason: reason as DismissalReason, explanation: String(values.get('explanation')), retest };
    return { path: { id }, body: { version, ...given } };
  };
  return (
    <FormDialog
      mutation={dismissFailureMutation()}
      toRequest={toRequest}
      done={{ title: 'Recorded', description: 'Its page and the other pages of the batch now say so.' }}
      trigger={<Button variant="secondary">Failure no longer stands…</Button>}
      title="Record why this failure no longer stands"
      description="This certificate keeps saying that it failed. The other pages of its batch no longer begin with the failure; they still mention it, with your reason."
      submitLabel="Record in public"
      pendingText="Recording…"
      isDestructive
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
  const reinstate = useChange(reinstateFailureMutation(), {
    done: { title: 'Dismissal undone', description: 'All pages of the batch begin with the failure again.' },
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
