import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, errorMessage } from '../../../api/api';
import { amendCertificateMutation, getSubmissionOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../api/generated/types.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { certificateControls, ProductFields, WebsiteField } from '../../../components/coa-registry/certificate-fields';
import {
  type CertificateContentForm,
  certificateContentSchema,
  certificateError,
  withoutBlanks,
} from '../../../components/coa-registry/certificate-form.schema';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Dialog, DialogClose } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { standaloneLink } from '../../../ui/link-styles';
import { Notice } from '../../../ui/notice';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import { TextareaField } from '../../../ui/textarea-field';
import { toast } from '../../../ui/toast-store';
import { certificateDifferences, toComparable } from './certificate-difference';
import { CertificateDifferenceTable } from './certificate-difference-table';
import { type Verdict, verdictProblems } from './decision';
import { VerdictFields } from './verdict-fields';

/** Corrects a published certificate by publishing a new one that replaces it. The old one stays readable. */
export function Component() {
  const { id = '' } = useParams();
  const submission = useQuery({ ...getSubmissionOptions({ path: { id } }), staleTime: 0 });
  if (submission.isPending) {
    return (
      <Loading label="Loading the certificate">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  const back = (
    <Link to={paths.staff.submission(id)} className={standaloneLink}>
      Back to the certificate
    </Link>
  );
  if (submission.isLoadingError) {
    return (
      <ErrorState headingLevel={1} title="We couldn't load this certificate" onRetry={() => submission.refetch()}>
        {errorMessage(submission.error)}
      </ErrorState>
    );
  }
  if (submission.data.submissionStatus !== 'approved') {
    return (
      <EmptyState headingLevel={1} title="You can't amend this one" actions={back}>
        You can only amend a published certificate.
      </EmptyState>
    );
  }
  return <AmendmentForm key={id} original={submission.data} />;
}

const contentOf = (original: SubmissionDto): CertificateContentForm => ({
  brandName: original.brandName,
  website: original.website ?? '',
  productName: original.productName,
  batchId: original.batchId,
  thcContent: original.thcContent,
  cbdContent: original.cbdContent,
  testDate: original.testDate,
  labName: original.labName,
  coaFileUrl: original.coaFileUrl ?? '',
  notes: original.notes ?? '',
});

function AmendmentForm({ original }: { original: SubmissionDto }) {
  const { id, version, testResults } = original;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<CertificateContentForm>({
    resolver: zodResolver(certificateContentSchema, { error: certificateError }),
    defaultValues: contentOf(original),
  });
  const { text, milligrams } = certificateControls(form);
  const [verdict, setVerdict] = useState<Verdict>({ status: original.status, panels: testResults.panels });
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** The valid form values while the confirmation dialog is open. */
  const [checked, setChecked] = useState<CertificateContentForm | null>(null);
  const amend = useMutation({
    ...amendCertificateMutation(),
    onSuccess: async (amended) => {
      toast({ title: 'Amended', description: "The old certificate's page now says what replaced it." });
      await queryClient.invalidateQueries();
      navigate(paths.staff.submission(amended.id));
    },
    onError: (error) => {
      setChecked(null);
      for (const { field, message } of error instanceof ApiError ? error.fields : []) {
        if (field in contentOf(original)) form.setError(field as Path<CertificateContentForm>, { message });
      }
    },
  });
  const check = form.handleSubmit((values) => {
    const found = {
      ...verdictProblems(verdict),
      ...(reason.trim() ? {} : { reason: 'Explain why you are replacing it' }),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) setChecked(values);
  });
  const differences = checked
    ? certificateDifferences(toComparable(original), { ...checked, analytes: testResults.analytes, verdict })
    : [];
  const publish = (values: CertificateContentForm) =>
    amend.mutate({
      path: { id },
      body: {
        ...withoutBlanks(values),
        ...verdict,
        version,
        reason,
        // The lab's analytes are not edited here and carry over to the new certificate.
        testResults: { analytes: testResults.analytes },
      },
    });

  return (
    <div className="mx-auto stack max-w-text gap-6">
      <header className="stack gap-3">
        <Breadcrumbs
          links={[
            { to: paths.staff.queue, label: 'Review queue' },
            { to: paths.staff.submission(id), label: original.reference },
          ]}
          current="Amend"
        />
        <h1 className="text-2xl">Amend a certificate</h1>
        <p className="text-ink-soft">
          We never edit a published certificate. What you enter here is published as a new one that replaces it. The old
          one keeps its page and shows your reason.
        </p>
      </header>
      <form noValidate onSubmit={check} className="stack gap-6">
        <TextareaField
          label="Reason"
          required
          maxLength={1000}
          hint="Anyone can read this on both certificates' pages."
          error={problems.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <fieldset className="stack gap-5">
          <legend className="mb-4 font-serif text-xl font-semibold">The certificate</legend>
          <TextField label="Brand name" required {...text('brandName')} />
          <WebsiteField text={text} />
          <ProductFields text={text} milligrams={milligrams} />
        </fieldset>
        <fieldset className="stack gap-5">
          <legend className="mb-4 font-serif text-xl font-semibold">Results</legend>
          <VerdictFields verdict={verdict} problems={problems} onChange={setVerdict} />
        </fieldset>
        {amend.error instanceof Error && (
          <Notice
            tone="danger"
            title="We couldn't publish the amendment"
            role="alert"
            actions={
              <Link to={paths.staff.submission(id)} className={standaloneLink}>
                See the current certificate
              </Link>
            }
          >
            {errorMessage(amend.error)}
          </Notice>
        )}
        <Button type="submit" className="justify-self-start">
          Compare and publish…
        </Button>
      </form>
      <Dialog
        open={checked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setChecked(null);
        }}
        title="Publish this amendment?"
        description="It replaces the published certificate right away. You can't undo this."
        actions={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Back to the form</Button>
            </DialogClose>
            <Button
              disabled={differences.length === 0}
              pending={amend.isPending}
              pendingText="Publishing…"
              onClick={() => checked && publish(checked)}
            >
              Publish amendment
            </Button>
          </>
        }
      >
        <div className="stack gap-4">
          <CertificateDifferenceTable differences={differences} />
          <p className="text-sm wrap-anywhere">Reason: {reason}</p>
        </div>
      </Dialog>
    </div>
  );
}
