import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, messageOf } from '../../api/api';
import {
  approveSubmissionMutation,
  getSubmissionOptions,
  rejectSubmissionMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { CertificateStatus, PanelVerdict, PanelVerdictsDto, SubmissionDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { BatchId } from '../../ui/batch-id';
import { Breadcrumbs } from '../../ui/breadcrumbs';
import { Button } from '../../ui/button';
import { CanGauge } from '../../ui/can-gauge';
import { DataList } from '../../ui/data-list';
import { formatAge, formatDay } from '../../ui/days';
import { ErrorState } from '../../ui/error-state';
import { formatMg } from '../../ui/figures';
import { textLink } from '../../ui/link-styles';
import { Mono } from '../../ui/mono';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { SelectField } from '../../ui/select-field';
import { Loading, Skeleton } from '../../ui/skeleton';
import { TextareaField } from '../../ui/textarea-field';
import { toast } from '../../ui/toast-store';

const STATUSES: readonly { value: CertificateStatus; label: string }[] = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending: results outstanding' },
];

const VERDICTS: readonly { value: PanelVerdict; label: string }[] = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'not_tested', label: 'Not tested' },
  { value: 'pending', label: 'Pending' },
];

const PANELS: readonly { key: keyof PanelVerdictsDto; label: string }[] = [
  { key: 'pesticides', label: 'Pesticides' },
  { key: 'heavyMetals', label: 'Heavy metals' },
  { key: 'microbials', label: 'Microbials' },
  { key: 'residualSolvents', label: 'Residual solvents' },
];

export function Component() {
  const { id = '' } = useParams();
  const submission = useQuery({ ...getSubmissionOptions({ path: { id } }), staleTime: 0 });
  if (submission.isPending) {
    return (
      <Loading label="Loading the submission">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  if (submission.isError) {
    return (
      <ErrorState headingLevel={1} title="This submission did not load" onRetry={() => submission.refetch()}>
        {messageOf(submission.error)}
      </ErrorState>
    );
  }
  const waiting = submission.data.submissionStatus === 'pending';
  return (
    <div className="grid gap-8 lg:grid-cols-[3fr_2fr]">
      <Facts submission={submission.data} />
      {waiting ? <Decision id={id} onReload={() => submission.refetch()} /> : <Decided submission={submission.data} />}
    </div>
  );
}

function Facts({ submission }: { submission: SubmissionDto }) {
  return (
    <section aria-labelledby="submission" className="stack content-start gap-6">
      <Breadcrumbs
        links={[
          <Link key="queue" to={paths.staff.queue}>
            Review queue
          </Link>,
        ]}
        current={submission.reference}
      />
      <h1 id="submission" className="text-2xl wrap-anywhere">
        {submission.productName}
      </h1>
      <CanGauge
        measuredMg={submission.thcContent}
        labelMg={submission.labelDose.mg}
        labelAssumed={submission.labelDose.basis !== 'stated'}
        testDate={`Tested ${formatDay(submission.testDate)}, ${formatAge(submission.testDate)}`}
        tone={submission.underDosed ? 'caution' : 'plain'}
        note={submission.underDosed ? 'Under-dosed: more than 1 mg below the label.' : undefined}
      />
      <DataList
        items={[
          { label: 'Reference', value: <Mono>{submission.reference}</Mono> },
          { label: 'Brand', value: submission.brandName },
          { label: 'Batch', value: <BatchId>{submission.batchId}</BatchId> },
          { label: 'THC', value: formatMg(submission.thcContent) },
          { label: 'CBD', value: formatMg(submission.cbdContent) },
          { label: 'Laboratory', value: submission.labName },
          { label: "Laboratory's file", value: <External address={submission.coaFileUrl} /> },
          { label: 'Website', value: <External address={submission.website} /> },
          { label: 'Contact', value: `${submission.contactName ?? '–'}, ${submission.contactEmail ?? '–'}` },
          { label: 'Notes', value: submission.notes ?? '–' },
          { label: 'Received', value: formatDay(submission.createdAt.slice(0, 10)) },
          { label: 'Due', value: formatDay(submission.dueDate) },
        ]}
      />
      {submission.submittedResults && (
        <div className="stack gap-2">
          <h2 className="text-lg">Results as submitted</h2>
          <pre className="max-h-96 overflow-auto rounded-md border border-rule bg-surface p-4 font-mono text-xs">
            {submission.submittedResults}
          </pre>
        </div>
      )}
    </section>
  );
}

function External({ address }: { address: string | null }) {
  if (!address) return '–';
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={textLink}>
      {address}
    </a>
  );
}

function Decision({ id, onReload }: { id: string; onReload: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [reason, setReason] = useState<string | null>(null);
  const done = (title: string) => async () => {
    toast({ title });
    // What is public, what waits, and what brands count all changed with this one decision.
    await queryClient.invalidateQueries();
    navigate(paths.staff.queue);
  };
  const approve = useMutation({ ...approveSubmissionMutation(), onSuccess: done('Published') });
  const reject = useMutation({ ...rejectSubmissionMutation(), onSuccess: done('Rejected') });
  const error = approve.error ?? reject.error;

  const sendApproval = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const verdict = (key: keyof PanelVerdictsDto) => values.get(key) as PanelVerdict;
    approve.mutate({
      path: { id },
      body: {
        status: values.get('status') as CertificateStatus,
        panels: {
          pesticides: verdict('pesticides'),
          heavyMetals: verdict('heavyMetals'),
          microbials: verdict('microbials'),
          residualSolvents: verdict('residualSolvents'),
        },
      },
    });
  };

  return (
    <Panel as="section" aria-labelledby="decision" className="stack content-start gap-6 self-start">
      <h2 id="decision" className="text-lg">
        Decision
      </h2>
      {error instanceof Error && (
        <Notice
          tone="danger"
          role="alert"
          actions={
            error instanceof ApiError &&
            error.status === 409 && (
              <Button size="sm" variant="secondary" onClick={onReload}>
                Reload
              </Button>
            )
          }
        >
          {error.message}
        </Notice>
      )}
      <form onSubmit={sendApproval} className="stack gap-4">
        <SelectField label="The certificate says" name="status" options={STATUSES} defaultValue="passed" />
        {PANELS.map(({ key, label }) => (
          <SelectField key={key} label={label} name={key} options={VERDICTS} defaultValue="passed" />
        ))}
        <Button type="submit" pending={approve.isPending} pendingText="Publishing…">
          Approve and publish
        </Button>
      </form>
      {reason === null ? (
        <Button variant="quiet" onClick={() => setReason('')}>
          Reject instead
        </Button>
      ) : (
        <form
          className="stack gap-4 border-t border-rule pt-6"
          onSubmit={(event) => {
            event.preventDefault();
            reject.mutate({ path: { id }, body: { reason } });
          }}
        >
          <TextareaField
            label="Reason"
            required
            maxLength={1000}
            hint="In words the submitter can act on."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" variant="destructive" pending={reject.isPending} pendingText="Rejecting…">
            Reject
          </Button>
          <Button variant="quiet" onClick={() => setReason(null)}>
            Back
          </Button>
        </form>
      )}
    </Panel>
  );
}

function Decided({ submission }: { submission: SubmissionDto }) {
  const isPublished = submission.submissionStatus === 'approved';
  return (
    <Panel as="section" aria-label="Decision" className="stack content-start gap-3 self-start">
      <Notice tone={isPublished ? 'success' : 'danger'} title={isPublished ? 'Published' : 'Rejected'}>
        {isPublished ? (
          <Link to={paths.coa(submission.batchId)} className={textLink}>
            See the public certificate
          </Link>
        ) : (
          submission.rejectionReason
        )}
      </Notice>
    </Panel>
  );
}
