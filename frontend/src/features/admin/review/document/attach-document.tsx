import { type FormEvent, useState } from 'react';
import { attachDocumentMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../../api/generated/types.gen';
import { StaleError } from '../../../../components/admin/save-error';
import { useChange } from '../../../../components/admin/use-change';
import { Button } from '../../../../ui/button';
import { Dialog } from '../../../../ui/messages/dialog';
import { keptSha256, notAttachable, PdfField, usePdfUpload } from './pdf-field';

/** Attaches a PDF that arrived in another way, such as by email, or replaces the existing one. */
export function AttachDocument({ submission: { id, version, document } }: { submission: SubmissionDto }) {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const upload = usePdfUpload();
  const attach = useChange(attachDocumentMutation(), {
    onDone: () => openOrClose(false),
    done: { title: 'PDF attached' },
  });
  const openOrClose = (open: boolean) => {
    setOpen(open);
    setProblem(undefined);
    if (!open) upload.remove();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const documentSha256 = keptSha256(upload.state);
    setProblem(documentSha256 ? undefined : notAttachable(upload.state?.step));
    if (documentSha256 && !attach.isPending) attach.mutate({ path: { id }, body: { version, documentSha256 } });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        attach.reset();
        openOrClose(open);
      }}
      trigger={
        <Button size="sm" variant="secondary">
          {document ? 'Replace…' : 'Attach a PDF…'}
          {document && <span className="sr-only"> the PDF</span>}
        </Button>
      }
      title={document ? 'Replace the PDF' : 'Attach a PDF'}
      description={
        document
          ? 'The new PDF takes the place of the one that is there. What you confirmed in the old one no longer counts.'
          : 'For a PDF that came by another way, such as email.'
      }
    >
      <form noValidate onSubmit={send} className="stack gap-4">
        <PdfField upload={upload} error={problem} />
        <StaleError error={attach.error} />
        <Button type="submit" pending={attach.isPending} pendingText="Attaching…">
          {document ? 'Replace the PDF' : 'Attach this PDF'}
        </Button>
      </form>
    </Dialog>
  );
}
