import { type Ref, useEffect, useState } from 'react';
import type { SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import type { Form } from '../../hooks/use-form';
import { FileField } from '../../ui/fields/file-field';
import type { LabReportHandle } from './lab-report-panel';

export interface LabReportFieldProps {
  form: Form<SubmitCertificateForm>;
  /** Beside the form: the pages are shown there on wide screens. */
  aside: HTMLElement | null;
  handle: Ref<LabReportHandle>;
  /** A PDF was sent before. */
  hasDocument: boolean;
  /** Result lines that were sent before. */
  earlierLines: number;
}

type Panel = typeof import('./lab-report-panel');

/** The field for the lab's PDF. The code that handles a file is loaded with the first file. */
export function LabReportField({ form, aside, handle, hasDocument, earlierLines }: LabReportFieldProps) {
  const [file, setFile] = useState<File>();
  const [panel, setPanel] = useState<Panel | 'failed'>();
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    if (typeof panel !== 'object') {
      import('./lab-report-panel').then(setPanel, () => setPanel('failed'));
    }
  };
  useDroppedFiles(choose);
  return (
    <div className="stack gap-1.5">
      <FileField
        label="Lab report (PDF)"
        hint={
          <>
            {hasDocument && 'Your PDF stays attached, unless you choose another one. '}
            Up to 10 MB. We read what we can from it, and you check each value. We publish the PDF with the report.
          </>
        }
        withoutScripts="Sending a PDF needs JavaScript. Without it, the form works with a link to the file."
        prompt={file || hasDocument ? 'Choose another PDF' : 'Choose a PDF'}
        accept="application/pdf,.pdf"
        onChoose={choose}
        areaClassName={!file && 'sm:py-7'}
      />
      {panel === 'failed' && (
        <p role="alert">This part of the page didn't load. Choose the file again, or add a link.</p>
      )}
      {typeof panel === 'object' && (
        <panel.LabReportPanel
          ref={handle}
          file={file}
          onRemove={() => setFile(undefined)}
          {...{ form, aside, earlierLines }}
        />
      )}
    </div>
  );
}

/** The browser would open a file that is dropped beside the field, and the form would be lost. */
function useDroppedFiles(choose: (file: File | undefined) => void) {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') choose(event.dataTransfer.files[0]);
    };
    window.addEventListener('dragover', onDrag);
    window.addEventListener('drop', onDrag);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('drop', onDrag);
    };
  });
}
