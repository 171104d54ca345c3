import { useId } from 'react';
import { getDocumentReading } from '../../../../api/generated/sdk-staff.gen';
import { DocumentStatus } from '../../../../components/documents/document-status';
import type { DocumentCalls, DocumentState } from '../../../../components/documents/send-document';
import { useDocumentUpload } from '../../../../components/documents/use-document-upload';
import { FieldError, FieldHint } from '../../../../ui/fields/field';

/** How staff send a document: their session lets them see it. */
const staffUpload: DocumentCalls = {
  put: (sha256) => `/api/staff/documents/${sha256}`,
  get: async (sha256, _access, signal) => {
    const { data } = await getDocumentReading({ path: { sha256 }, signal, throwOnError: true });
    return data;
  },
};

export type PdfUpload = ReturnType<typeof usePdfUpload>;

/** Sends a PDF as soon as it is chosen. */
export const usePdfUpload = () => useDocumentUpload(staffUpload);

/** SHA-256 of a sent PDF that is kept, so that it can be attached; it may still be read. */
export function keptSha256(state: DocumentState | null): string | null {
  if (state?.step === 'reading') return state.file.sha256;
  if (state?.step !== 'read') return null;
  return state.document.state === 'ready' || state.document.state === 'unreadable' ? state.file.sha256 : null;
}

/** Why the form can't be sent with an upload in this state, which is not kept. */
export function notAttachable(step: string | undefined): string {
  if (step === undefined) return 'Choose a PDF';
  return step === 'hashing' || step === 'sending' ? 'Wait until the PDF is sent' : 'Choose another PDF';
}

const SENTENCES = {
  ready: 'We have the PDF.',
  unreadable: 'You can use it all the same.',
  slow: 'Reading the PDF takes longer than usual. You can go on without waiting.',
};

interface PdfFieldProps {
  upload: PdfUpload;
  error?: string | undefined;
}

/** Chooses a PDF, or accepts a dropped one, and shows its progress. */
export function PdfField({ upload: { state, choose, retry, remove }, error }: PdfFieldProps) {
  const id = useId();
  const take = (files: FileList | null | undefined) => {
    if (files?.[0]) choose(files[0]);
  };
  return (
    <div className="stack gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        The lab's PDF
      </label>
      <FieldHint id={`${id}-hint`}>Up to 10 MB. It is published with the certificate.</FieldHint>
      <div className="relative grid min-h-24 place-content-center rounded-md border border-dashed border-edge bg-surface p-4 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-pine hover:border-pine">
        <p aria-hidden="true" className="font-medium text-pine">
          {state ? 'Choose another PDF' : 'Choose a PDF'}
        </p>
        <p aria-hidden="true" className="text-sm text-ink-soft">
          or drop it here
        </p>
        {/* It covers the area around it, so that a file can be dropped anywhere there. */}
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => {
            take(target.files);
            target.value = ''; // so that the same file can be chosen again
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {state && <DocumentStatus state={state} sentences={SENTENCES} onRetry={retry} onRemove={remove} />}
    </div>
  );
}
