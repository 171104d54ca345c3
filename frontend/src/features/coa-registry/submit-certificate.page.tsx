import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listCoasQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { submitCoa } from '../../api/generated/sdk-site.gen';
import type { SubmissionReceiptDto } from '../../api/generated/types.gen';
import { EMPTY_FORM } from '../../components/coa-registry/certificate-values';
import { usePageMeta } from '../../hooks/use-page-meta';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/messages/notice';
import { toast } from '../../ui/messages/toast-store';
import { CertificateForm, FORM_PAGE, type Submission, useSubmissionReceipt } from './certificate-form';
import { Receipt } from './receipt';

const SUBMITTED = 'COA Submitted Successfully';
const NEXT = "Your COA has been submitted for review. We'll review it within 2-3 business days.";

export function Component() {
  usePageMeta('submitCoa');
  const queryClient = useQueryClient();
  const [receipt, setReceipt] = useState(useSubmissionReceipt());
  if (receipt) {
    return (
      <Receipt
        receipt={receipt}
        title={SUBMITTED}
        action={<Button onClick={() => setReceipt(null)}>Submit Another COA</Button>}
      >
        {NEXT}
      </Receipt>
    );
  }
  const submitted = async (received: SubmissionReceiptDto) => {
    await queryClient.invalidateQueries({ queryKey: listCoasQueryKey() });
    toast({ title: SUBMITTED, description: NEXT });
    setReceipt(received);
  };
  return (
    <div className={FORM_PAGE}>
      <header className="stack max-w-text gap-3">
        <h1>Submit a COA</h1>
        <p className="text-lg text-ink-soft">
          Submit a lab report. Our staff compares it with the lab's own report, usually within 2-3 business days, before
          publishing it.
        </p>
      </header>
      <Notice tone="caution" title="Enter only what the lab report says" className="max-w-text">
        If you send false information, we may refuse further submissions from your address.
      </Notice>
      <CertificateForm
        defaultValues={EMPTY_FORM}
        send={send}
        onSent={submitted}
        submitText="Submit COA"
        takesSpreadsheet
      />
    </div>
  );
}

const send = async (submission: Submission) => (await submitCoa({ ...submission, throwOnError: true })).data;
