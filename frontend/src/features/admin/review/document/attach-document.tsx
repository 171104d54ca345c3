import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '../../../../api/api';
import { attachDocumentMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionDto } from '../../../../api/generated/types.gen';
import { MutationDialog } from '../../../../components/admin/mutation-dialog';
import { Button } from '../../../../ui/button';
import { Notice } from '../../../../ui/messages/notice';
import { toast } from '../../../../ui/messages/toast-store';
import { keptSha256, notAttachable, PdfField, usePdfUpload } from './pdf-field';

/** Attaches a PDF that arrived in another way, such as by email, or replaces the existing one. */
export function AttachDocument({ submission: { id, version, document } }: { submission: SubmissionDto }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const upload = usePdfUpload();
  const attach = useMutation({
    ...attachDocumentMutation(),
    onSuccess: async () => {
      close();
      toast({ title: 'PDF attached' });
      await queryClient.invalidateQueries();
    },
  });
  const close = () => {
    setOpen(false);
    setProblem(undefined);
    upload.remove();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const documentSha256 = keptSha256(upload.state);
    setProblem(documentSha256 ? undefined : notAttachable(upload.state?.step));
    if (documentSha256 && !attach.isPending) attach.mutate({ path: { id }, body: { version, documentSha256 } });
  };
  return (
    <MutationDialog
      open={isOpen}
      onOpenChange={(open) => (open ? setOpen(true) : close())}
      mutation={attach}
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
        {attach.error instanceof Error && (
          <Notice
            tone="danger"
            role="alert"
            actions={
              <Button size="sm" variant="secondary" onClick={() => queryClient.invalidateQueries()}>
                Reload
              </Button>
            }
          >
            {errorMessage(attach.error)}
          </Notice>
        )}
        <Button type="submit" pending={attach.isPending} pendingText="Attaching…">
          {document ? 'Replace the PDF' : 'Attach this PDF'}
        </Button>
      </form>
    </MutationDialog>
  );
}
