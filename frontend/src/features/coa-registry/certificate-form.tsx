import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api';
import { checkCoaMutation } from '../../api/generated/@tanstack/react-query.gen';
import type {
  AnalyteResultDto,
  FindingDto,
  FindingsDto,
  SubmissionReceiptDto,
  SubmitCoaDto,
} from '../../api/generated/types.gen';
import {
  certificateControls,
  ProductFields,
  readNoteId,
  WebsiteField,
} from '../../components/coa-registry/certificate-fields';
import {
  certificateFormOf,
  EMPTY_FORM,
  type SubmitCertificateForm,
  withoutBlanks,
} from '../../components/coa-registry/certificate-values';
import { Findings } from '../../components/coa-registry/findings';
import { samplerOptions, WHY_SAMPLER } from '../../components/coa-registry/printed-sample';
import { useForm } from '../../hooks/use-form';
import { useLazyResolver } from '../../hooks/use-lazy-resolver';
import { fieldErrorsOf, useSubmittedForm } from '../../hooks/use-submitted-form';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields/select-field';
import { TextField } from '../../ui/fields/text-field';
import { Notice } from '../../ui/messages/notice';
import { toast } from '../../ui/messages/toast-store';
import { LabReportField } from './lab-report-field';
import type { LabReportHandle } from './lab-report-panel';
import { SpreadsheetField, type SpreadsheetHandle } from './spreadsheet-field';

/** What the form sends. */
export interface Submission {
  readonly body: SubmitCoaDto;
  readonly query?: { readonly access: string };
}

export interface CertificateFormProps {
  defaultValues: SubmitCertificateForm;
  /** Content that the form has no fields for, returned unchanged unless lines of a PDF replace its lines. */
  unchanged?: { testResults?: { analytes: AnalyteResultDto[] }; sample?: SubmitCoaDto['sample'] };
  send: (submission: Submission) => Promise<SubmissionReceiptDto>;
  onSent: (receipt: SubmissionReceiptDto) => void;
  submitText: string;
  /** A PDF was sent before; it stays attached unless another one is chosen. */
  hasDocument?: boolean;
  /** Whether a row of a CSV file can fill it in. */
  takesSpreadsheet?: boolean;
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
function useSubmission({ defaultValues, unchanged = {}, send, onSent }: CertificateFormProps) {
  const submitted = useSubmittedForm<FindingsDto>();
  const initial = submitted ? certificateFormOf(submitted.values) : defaultValues;
  const { resolver, preload } = useLazyResolver(loadResolver);
  const form = useForm<SubmitCertificateForm>({
    resolver,
    defaultValues: initial,
    errors: fieldErrorsOf(submitted?.error),
  });
  const report = useRef<LabReportHandle>(null);
  const spreadsheet = useRef<SpreadsheetHandle>(null);
  const showFieldErrors = (error: unknown) => {
    for (const { field, message } of error instanceof ApiError ? error.fields : []) {
      if (field === 'documentSha256') report.current?.showError(message);
      if (field in EMPTY_FORM) form.setError(field as keyof SubmitCertificateForm, { message }, { shouldFocus: true });
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
  const submissionOf = (values: SubmitCertificateForm): Submission => {
    const access = report.current?.access();
    const { sample, ...others } = unchanged;
    const body = { ...withoutBlanks(values, sample), ...others, ...report.current?.body() };
    return access === undefined ? { body } : { body, query: { access } };
  };
  /**
   * Values that were filled in from the document are sent only after a person confirmed them, and an amount that could
   * not be read is never sent as 0.
   */
  const guarded = (send: (event: SyntheticEvent) => void) => (event: SyntheticEvent) => {
    if (report.current?.refuse() || spreadsheet.current?.refuse()) event.preventDefault();
    else send(event);
  };
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
    report,
    spreadsheet,
    submit: guarded(form.handleSubmit((values) => sending.mutate(submissionOf(values)))),
    check: guarded(form.handleSubmit((values) => checking.mutate(submissionOf(values)))),
    /** The findings describe the values as they were when checked, so a change clears them. */
    clearCheck: () => {
      if (!checking.isIdle) checking.reset();
    },
  };
}

/** A page around the form: a column of text, wider once the pages of a PDF are beside it. */
export const FORM_PAGE = 'mx-auto stack max-w-text gap-8 lg:has-[.beside:not(:empty)]:max-w-content';

/** Form to submit a certificate, or to resubmit one after requested changes. */
export function CertificateForm(props: CertificateFormProps) {
  const { submitText, hasDocument = false, takesSpreadsheet = false, unchanged } = props;
  const earlierLines = unchanged?.testResults?.analytes.length ?? 0;
  const { form, report, spreadsheet, sending, checking, ...submission } = useSubmission(props);
  const { text, milligrams } = certificateControls(form, submission.firstInvalid);
  const [pages, setPages] = useState<HTMLElement | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:has-[.beside:not(:empty)]:grid-cols-2">
      <form
        method="post"
        noValidate
        onFocus={(event) => {
          submission.preload();
          report.current?.onFocus(event);
        }}
        onChange={(event) => {
          submission.clearCheck();
          report.current?.onChange(event);
          spreadsheet.current?.onChange(event);
        }}
        onKeyDown={(event) => report.current?.onKeyDown(event)}
        onSubmit={submission.submit}
        className="stack gap-8"
      >
        <p className="text-sm text-ink-soft">Fields marked * are required.</p>
        {takesSpreadsheet && (
          <SpreadsheetField
            form={form}
            handle={spreadsheet}
            onFilled={(name) => {
              submission.clearCheck();
              report.current?.onFilled(name);
            }}
          />
        )}
        <LabReportField form={form} aside={pages} handle={report} {...{ hasDocument, earlierLines }} />
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
          <ProductFields text={text} milligrams={milligrams}>
            <SelectField
              label="Who picked the can"
              hint={WHY_SAMPLER}
              options={samplerOptions('brand')}
              {...text('sample.sampledBy')}
            />
            <TextField
              label="Report number"
              hint="The lab's own number of this report, if it prints one."
              {...text('labReportId')}
            />
          </ProductFields>
          {/* The lines that were read from the PDF. */}
          <div id={readNoteId('testResults')} className="empty:hidden" />
        </fieldset>
        <div role="status">
          {submission.findings && <CheckResult findings={submission.findings} />}
          {submission.checkingError instanceof Error && (
            <Notice tone="danger" title="We couldn't run the check">
              {errorMessage(submission.checkingError)}
            </Notice>
          )}
        </div>
        {submission.sendingError && (
          <Notice tone="danger" title="Submission Failed" role="alert">
            {serverMessage(submission.sendingError)}
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
            onClick={submission.check}
          >
            Check before you submit
          </Button>
        </div>
      </form>
      {/* The pages of the PDF, where there is room. */}
      <div ref={setPages} className="beside hidden lg:sticky lg:top-(--sticky-height) lg:block lg:self-start" />
    </div>
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
