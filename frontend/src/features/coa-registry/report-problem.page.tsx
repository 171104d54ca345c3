import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useParams } from 'react-router';
import { ApiError, errorMessage } from '../../api/api';
import { getCertificateOptions, reportProblemMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { CoaDto, ProblemReason, ProblemReceiptDto } from '../../api/generated/types.gen';
import { PROBLEM_REASONS } from '../../components/coa-registry/problem-words';
import { ButtonLink, StandaloneLink, TextLink } from '../../components/links';
import { ReceiptPanel } from '../../components/receipt-panel';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { fieldErrorsOf, useSubmittedForm } from '../../hooks/use-submitted-form';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields/select-field';
import { TextField } from '../../ui/fields/text-field';
import { TextareaField } from '../../ui/fields/textarea-field';
import { Notice } from '../../ui/messages/notice';

export function Component() {
  const { reference = '' } = useParams();
  return (
    <RecordPage
      query={useQuery(getCertificateOptions({ path: { reference } }))}
      loading={<RecordSkeleton label="Loading the lab report" />}
      missing={{ head: 'coaNotFound', title: 'COA Not Found', text: 'We have no lab report with this reference.' }}
      failed={{ head: 'coas', title: "We couldn't load this lab report" }}
      actions={<StandaloneLink to={paths.coas}>Back to COA Database</StandaloneLink>}
    >
      {(coa) => <ReportProblem coa={coa} />}
    </RecordPage>
  );
}

/** The server checks the form, so that it says the same with and without scripts. */
function ReportProblem({ coa }: { coa: CoaDto }) {
  usePageMeta('reportProblem', { reference: coa.reference });
  const send = useMutation(reportProblemMutation());
  const submitted = useSubmittedForm<ProblemReceiptDto>();
  const receipt = send.data ?? submitted?.answer;
  if (receipt) return <Received receipt={receipt} coa={coa} />;
  const failure = send.error ?? (send.isIdle ? submitted?.error : null);
  const errors = fieldErrorsOf(failure instanceof ApiError ? failure : undefined);
  const field = (name: string) => ({ name, defaultValue: submitted?.values[name], error: errors[name]?.message });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const value = (name: string) => String(values.get(name) ?? '').trim();
    send.mutate({
      path: { reference: coa.reference },
      body: { reason: value('reason') as ProblemReason, text: value('text'), email: value('email') },
    });
  }

  return (
    <div className="stack max-w-text gap-8">
      <header className="stack gap-3">
        <h1>Report a Problem</h1>
        <p className="text-lg wrap-anywhere">
          With the lab report{' '}
          <TextLink to={paths.certificate(coa.reference)}>
            {coa.productName}, batch {coa.batchId}
          </TextLink>
        </p>
        <p>
          A person reads it within one business day. Then we ask the brand and the lab, and decide within ten business
          days. Until then nothing on the page of the lab report changes. After that, it says what we found. We never
          publish who reported a problem, or what they wrote.
        </p>
        <p>
          Does someone feel sick? Don't wait for us. Open the <TextLink to={paths.emergency}>emergency page</TextLink>.
        </p>
      </header>
      <form method="post" noValidate onSubmit={submit} className="stack content-start gap-5">
        <SelectField
          label="What is wrong?"
          required
          options={[{ value: '', label: 'Choose one' }, ...PROBLEM_REASONS]}
          {...field('reason')}
        />
        <TextareaField
          label="What did you find?"
          required
          rows={6}
          hint="10 to 2,000 characters. Say where we can see it, such as on the can."
          {...field('text')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="Optional. We use it only to tell you what we found."
          {...field('email')}
        />
        {failure && (
          <Notice tone="danger" title="We couldn't send your report" role="alert">
            {Object.keys(errors).length > 0 ? 'Check the marked fields.' : errorMessage(failure)} What you wrote is
            still here.
          </Notice>
        )}
        <Button type="submit" size="lg" pending={send.isPending} pendingText="Sending…">
          Send Report
        </Button>
      </form>
    </div>
  );
}

const Received = ({ receipt, coa }: { receipt: ProblemReceiptDto; coa: CoaDto }) => (
  <ReceiptPanel
    title="Report Received"
    lead={receipt.message}
    reference={receipt.reference}
    fact={{ label: 'Lab report', value: `${coa.productName}, batch ${coa.batchId}` }}
    note="Keep this reference and include it if you write to us about this."
    actions={<ButtonLink to={paths.certificate(coa.reference)}>Back to the Lab Report</ButtonLink>}
  />
);
