import type { CoaDocumentDto, CoaDto } from '../../api/generated/types.gen';
import { Button } from '../../ui/button';
import { ChevronDownIcon, PrintIcon } from '../../ui/icons';
import { formatBytes } from '../../ui/text/figures';

/** Whether the site has the file and serves it. */
export const isDownloadable = ({ state, damaged }: Pick<CoaDocumentDto, 'state' | 'damaged'>) =>
  (state === 'ready' || state === 'unreadable') && !damaged;

/** The file comes as an attachment, so the browser saves it and never shows it as part of this site. */
export function DownloadDocument({ reference, bytes }: { reference: string; bytes: number }) {
  return (
    <Button variant="secondary" size="sm" asChild>
      <a href={`/api/certificates/${reference}/document`} download>
        Download the lab's PDF ({formatBytes(bytes)})
      </a>
    </Button>
  );
}

const print = () => window.print();

/** The record as a sheet to print or save, and the lab's PDF where there is one. */
export function DownloadCertificate({ coa: { reference, document, verdict } }: { coa: CoaDto }) {
  // The main button is as green as a pass.
  const variant = verdict.doNotDrink ? 'secondary' : 'primary';
  if (!document || !isDownloadable(document)) {
    return (
      <Button variant={variant} size="sm" icon={<PrintIcon className="size-5" />} onClick={print}>
        Download COA
      </Button>
    );
  }
  return (
    <details className="group/download open:w-full">
      <Button
        variant={variant}
        size="sm"
        asChild
        iconAfter={<ChevronDownIcon className="size-5 transition-transform group-open/download:rotate-180" />}
      >
        <summary className="list-none">Download COA</summary>
      </Button>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" icon={<PrintIcon className="size-5" />} onClick={print}>
          Print or save this record
        </Button>
        <DownloadDocument reference={reference} bytes={document.bytes} />
      </div>
    </details>
  );
}
