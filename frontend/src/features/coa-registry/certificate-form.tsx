import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { ApiError, errorMessage } from '../../api/api';
import { checkCoaMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { FindingDto, FindingsDto, SubmissionReceiptDto, SubmitCoaDto } from '../../api/generated/types.gen';
import { certificateControls, ProductFields, WebsiteField } from '../../components/coa-registry/certificate-fields';
import {
  certificateFormOf,
  EMPTY_FORM,
  type SubmitCertificateForm,
  withoutBlanks,
} from '../../components/coa-registry/certificate-values';
import { Findings } from '../../components/coa-registry/findings';
import { useLazyResolver } from '../../hooks/use-lazy-resolver';
import { fieldErrorsOf, useSubmittedForm } from '../../hooks/use-submitted-form';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast-store';

export interface CertificateFormProps {
  defaultValues: SubmitCertificateForm;
  /** Results that did not come from the form and are sent back unchanged. */
  testResults?: SubmitCoaDto['testResults'];
  send: (body: SubmitCoaDto) => Promise<SubmissionReceiptDto>;
  onSent: (receipt: SubmissionReceiptDto) => void;
  submitText: string;
}

/** The receipt of a form that was sent without scripts, or null. */
export function useSubmissionReceipt(): SubmissionReceiptDto | null {
  const submitted = useSubmittedForm<SubmissionReceiptDto>();
  return (submitted && submitted.values.step !== CHECK && submitted.answer) || null;
}

/** Value of the button that checks instead of sending; forms.ts reads it. */
const CHECK = 'check';

const loadResolver = () =>
  import('../../components/coa-registry/certificate-form.schema').then((module) => module.submitCertificateResolver);

/** The form state of a submission, which can be checked before it is sent. */
function useSubmission({ defaultValues, testResults, send, onSent }: Omit<CertificateFormProps, 'submitText'>) {
  const submitted = useSubmittedForm<FindingsDto>();
  const initial = submitted ? certificateFormOf(submitted.values) : defaultValues;
  const { resolver, preload } = useLazyResolver(loadResolver);
  const form = useForm<SubmitCertificateForm>({
    resolver,
    defaultValues: initial,
    errors: useMemo(() => fieldErrorsOf(submitted?.error), [submitted]),
  });
  const showFieldErrors = (error: unknown) => {
    for (const { field, message } of error instanceof ApiError ? error.fields : []) {
      if (field in EMPTY_FORM) form.setError(field as Path<SubmitCertificateForm>, { message }, { shouldFocus: true });
    }
  };
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Submission Failed', description: serverMessage(error) });
      showFieldErrors(error);
    },
  });
  const checking = useMutation({ ...checkCoaMutation(), onError: showFieldErrors });
  const bodyOf = (values: SubmitCertificateForm): SubmitCoaDto => ({
    ...withoutBlanks(values),
    ...(testResults !== undefined && { testResults }),
  });
  const isCheck = submitted?.values.step === CHECK;
  const failure = submitted?.error;
  return {
    form,
    preload,
    firstInvalid: failure?.fields[0]?.field,
    sending,
    sendingError: sending.error ?? (sending.isIdle && !isCheck ? failure : undefined),
    checking,
    checkingError: checking.error ?? (checking.isIdle && isCheck ? failure : undefined),
    findings: checking.data?.findings ?? (checking.isIdle && isCheck ? submitted?.answer?.findings : undefined),
    submit: form.handleSubmit((values) => sending.mutate(bodyOf(values))),
    check: form.handleSubmit((values) => checking.mutate({ body: bodyOf(values) })),
    /** The findings describe the values as they were when checked, so a change clears them. */
    clearCheck: () => {
      if (!checking.isIdle) checking.reset();
    },
  };
}

/** Form to submit a certificate, or to resubmit one after requested changes. */
export function CertificateForm({ submitText, ...options }: CertificateFormProps) {
  const {
    form,
    preload,
    firstInvalid,
    sending,
    sendingError,
    checking,
    checkingError,
    findings,
    submit,
    check,
    clearCheck,
  } = useSubmission(options);
  const { text, milligrams } = certificateControls(form, firstInvalid);
  return (
    <form method="post" noValidate onFocus={preload} onChange={clearCheck} onSubmit={submit} className="stack gap-8">
      <p className="text-sm text-ink-soft">Fields marked * are required.</p>
      <fieldset className="stack gap-5">
        <legend className="mb-4 font-serif text-xl font-semibold">Brand and contact</legend>
        <TextField label="Brand name" required autoComplete="organization" {...text('brandName')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Contact name" required autoComplete="name" {...text('contactName')} />
          <TextField
            label="Contact email"
            type="email"
            required
            autoComplete="email"
            hint="For updates and questions about this submission. We don't publish it."
            {...text('contactEmail')}
          />
        </div>
        <WebsiteField text={text} />
      </fieldset>
      <fieldset className="stack gap-5">
        <legend className="mb-4 font-serif text-xl font-semibold">Product and results</legend>
        <ProductFields text={text} milligrams={milligrams} />
      </fieldset>
      <div role="status">
        {findings && <CheckResult findings={findings} />}
        {checkingError instanceof Error && (
          <Notice tone="danger" title="We couldn't run the check">
            {errorMessage(checkingError)}
          </Notice>
        )}
      </div>
      {sendingError && (
        <Notice tone="danger" title="Submission Failed" role="alert">
          {serverMessage(sendingError)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" pending={sending.isPending} pendingText="Submitting...">
          {submitText}
        </Button>
        <Button
          type="submit"
          name="step"
          value={CHECK}
          size="lg"
          variant="secondary"
          pending={checking.isPending}
          pendingText="Checking…"
          onClick={check}
        >
          Check before you submit
        </Button>
      </div>
    </form>
  );
}

const serverMessage = (error: Error) => error.message || 'There was an error submitting your COA. Please try again.';

function CheckResult({ findings }: { findings: readonly FindingDto[] }) {
  if (findings.length === 0) {
    return (
      <Notice tone="success" title="Our automatic checks found no problems">
        A reviewer will still compare it with the lab's report.
      </Notice>
    );
  }
  return (
    <Notice tone="caution" title="What our automatic checks found">
      <Findings findings={findings} className="my-2" />
      You can still submit it. These are reasons to take another look, and the reviewer will see them too.
    </Notice>
  );
}
