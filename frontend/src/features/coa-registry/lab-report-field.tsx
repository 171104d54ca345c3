import { type Ref, useEffect, useId, useState } from 'react';
import type { SubmitCertificateForm } from '../../components/coa-registry/certificate-values';
import type { Form } from '../../hooks/use-form';
import { cx } from '../../ui/cx';
import { FieldHint } from '../../ui/fields/field';
import type { LabReportHandle } from './lab-report-panel';

export interface LabReportFieldProps {
  form: Form<SubmitCertificateForm>;
  /** Beside the form: the pages are shown there on wide screens. */
  aside: HTMLElement | null;
  handle: Ref<LabReportHandle>;
  /** A PDF was sent before. */
  hasDocument: boolean;
}

type Panel = typeof import('./lab-report-panel');

/**
 * The field for the lab's PDF. The code that handles a file is loaded with the first file. Until then it is a native
 * control, which accepts a dropped file even before the page is hydrated.
 */
export function LabReportField({ form, aside, handle, hasDocument }: LabReportFieldProps) {
  const id = useId();
  const [file, setFile] = useState<File>();
  const [panel, setPanel] = useState<Panel | 'failed'>();
  const choose = (files: FileList | null | undefined) => {
    if (!files?.[0]) return;
    setFile(files[0]);
    if (typeof panel !== 'object') {
      import('./lab-report-panel').then(setPanel, () => setPanel('failed'));
    }
  };
  useDroppedFiles(choose);
  return (
    <div className="stack gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Lab report (PDF)
      </label>
      <FieldHint id={`${id}-hint`}>
        {hasDocument && 'Your PDF stays attached, unless you choose another one. '}
        Up to 10 MB. We read what we can from it, and you check each value. We publish the PDF with the report.
      </FieldHint>
      <p className="hidden text-sm noscript:block">
        Sending a PDF needs JavaScript. Without it, the form works with a link to the file.
      </p>
      <div
        className={cx(
          'relative rounded-md border border-dashed border-edge bg-surface px-4 py-2.5 text-center text-sm text-ink-soft',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-pine hover:border-pine noscript:hidden',
          !file && 'sm:py-7',
        )}
      >
        <span className="text-base font-medium text-pine">
          {file || hasDocument ? 'Choose another PDF' : 'Choose a PDF'}
        </span>{' '}
        <span className="whitespace-nowrap">or drop it here</span>
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            choose(target.files);
            // The same file can be chosen again.
            target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {panel === 'failed' && (
        <p role="alert">This part of the page didn't load. Choose the file again, or add a link.</p>
      )}
      {typeof panel === 'object' && (
        <panel.LabReportPanel ref={handle} file={file} onRemove={() => setFile(undefined)} {...{ form, aside }} />
      )}
    </div>
  );
}

/** The browser would open a file that is dropped beside the field, and the form would be lost. */
function useDroppedFiles(choose: (files: FileList | undefined) => void) {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') choose(event.dataTransfer.files);
    };
    window.addEventListener('dragover', onDrag);
    window.addEventListener('drop', onDrag);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('drop', onDrag);
    };
  });
}
