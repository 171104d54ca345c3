import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Path, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError } from '../../api/api';
import { listCoasQueryKey, submitCoaMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { SubmissionReceiptDto } from '../../api/generated/types.gen';
import { usePageMeta } from '../../layouts/use-page-meta';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { formatLongDay } from '../../ui/days';
import { CheckIcon } from '../../ui/icons';
import { Mono } from '../../ui/mono';
import { Notice } from '../../ui/notice';
import { NumberField } from '../../ui/number-field';
import { Panel } from '../../ui/panel';
import { TextField } from '../../ui/text-field';
import { TextareaField } from '../../ui/textarea-field';
import { toast } from '../../ui/toast-store';
import { EMPTY_FORM, type SubmitCoaForm, submitCoaSchema } from './submit-coa.schema';

export function Component() {
  usePageMeta('submitCoa');
  const [receipt, setReceipt] = useState<SubmissionReceiptDto | null>(null);
  return receipt ? (
    <Submitted receipt={receipt} onAgain={() => setReceipt(null)} />
  ) : (
    <SubmitForm onSubmitted={setReceipt} />
  );
}

function SubmitForm({ onSubmitted }: { onSubmitted: (receipt: SubmissionReceiptDto) => void }) {
  const queryClient = useQueryClient();
  const form = useForm<SubmitCoaForm>({ resolver: zodResolver(submitCoaSchema), defaultValues: EMPTY_FORM });
  const { errors } = form.formState;
  const submit = useMutation({
    ...submitCoaMutation(),
    onSuccess: async (receipt) => {
      await queryClient.invalidateQueries({ queryKey: listCoasQueryKey() });
      toast({
        title: 'COA Submitted Successfully',
        description: "Your COA has been submitted for review. We'll review it within 2-3 business days.",
      });
      onSubmitted(receipt);
    },
    onError: (error) => {
      const sentence = error instanceof Error ? error.message : '';
      toast({
        variant: 'destructive',
        title: 'Submission Failed',
        description: sentence || 'There was an error submitting your COA. Please try again.',
      });
      for (const { field, message } of error instanceof ApiError ? error.fields : []) {
        if (field in EMPTY_FORM) form.setError(field as Path<SubmitCoaForm>, { message }, { shouldFocus: true });
      }
    },
  });
  const send = form.handleSubmit((values) => submit.mutate({ body: withoutBlanks(values) }));
  const text = (name: Path<SubmitCoaForm>) => ({ ...form.register(name), error: errors[name]?.message });
  // What cannot be read as a number becomes 0 (SPEC section 5).
  const milligrams = (name: 'thcContent' | 'cbdContent') => ({
    ...form.register(name, { setValueAs: (value) => Number(value) || 0 }),
    error: errors[name]?.message,
    min: 0,
    max: 1000,
    step: 0.1,
    unit: 'mg',
    required: true,
  });

  return (
    <div className="mx-auto stack max-w-text gap-8">
      <header className="stack gap-3">
        <h1>Submit a COA</h1>
        <p className="text-lg text-ink-soft">
          Hand in a laboratory certificate. Staff compare it with the laboratory's report and publish it, usually within
          2-3 business days.
        </p>
      </header>
      <Notice tone="caution" title="Please send only what the certificate says">
        False information may lead to refusal of further submissions from your address.
      </Notice>
      <form noValidate onSubmit={send} className="stack gap-8">
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
              hint="For questions about this submission. It is not published."
              {...text('contactEmail')}
            />
          </div>
          <TextField label="Website" type="url" autoComplete="url" placeholder="https://" {...text('website')} />
        </fieldset>
        <fieldset className="stack gap-5">
          <legend className="mb-4 font-serif text-xl font-semibold">Product and results</legend>
          <TextField
            label="Product name"
            required
            hint="As on the label, with its dose, for example “Yuzu Seltzer 5 mg”."
            {...text('productName')}
          />
          <TextField label="Batch/Lot ID" required hint="Exactly as printed on the container." {...text('batchId')} />
          <div className="grid gap-5 sm:grid-cols-2">
            <NumberField label="THC content (mg per container)" {...milligrams('thcContent')} />
            <NumberField label="CBD content (mg per container)" {...milligrams('cbdContent')} />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField label="Test date" required {...text('testDate')} />
            <TextField label="Lab name" required {...text('labName')} />
          </div>
          <TextareaField label="Notes" hint="For the reviewer. They are not published." {...text('notes')} />
        </fieldset>
        {submit.isError && (
          <Notice tone="danger" title="Submission Failed" role="alert">
            {submit.error instanceof Error
              ? submit.error.message
              : 'There was an error submitting your COA. Please try again.'}
          </Notice>
        )}
        <Button type="submit" size="lg" pending={submit.isPending} pendingText="Submitting...">
          Submit COA
        </Button>
      </form>
    </div>
  );
}

const withoutBlanks = ({ website, notes, ...rest }: SubmitCoaForm) => ({
  ...rest,
  ...(website && { website }),
  ...(notes && { notes }),
});

function Submitted({ receipt, onAgain }: { receipt: SubmissionReceiptDto; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel as="section" className="mx-auto grid max-w-text justify-items-start gap-5">
      <span className="grid size-12 place-items-center rounded-[50%] bg-leaf-soft text-leaf">
        <CheckIcon className="size-7" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        COA Submitted Successfully
      </h1>
      <p className="text-lg">Your COA has been submitted for review. We'll review it within 2-3 business days.</p>
      <dl className="stack gap-3">
        <div>
          <dt className="text-sm text-ink-soft">Your reference</dt>
          <dd className="text-xl">
            <Mono>{receipt.reference}</Mono>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">To be reviewed by</dt>
          <dd className="text-xl font-semibold">{formatLongDay(receipt.dueDate)}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-soft">
        Keep the reference: please quote it if you write to us about this submission.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAgain}>Submit Another COA</Button>
        <Button variant="secondary" asChild>
          <Link to={paths.coas}>Browse COAs</Link>
        </Button>
      </div>
    </Panel>
  );
}
