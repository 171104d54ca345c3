import type { ReactNode } from 'react';
import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { Collapsible } from '../../../../ui/collapsible';
import { DataList } from '../../../../ui/data-list';
import { Mono } from '../../../../ui/mono';
import { formatInstant } from '../../../../ui/text/days';
import { formatCount } from '../../../../ui/text/figures';

const SENDERS: Record<CoaDocumentDto['receivedFrom'], string> = {
  submitter: 'The submitter',
  lab: 'The lab, with its key',
  staff: 'Staff',
};

/** Where the document is from and what identifies it. `children` are the rarely used actions. */
export function DocumentFacts({ document, children }: { document: CoaDocumentDto; children: ReactNode }) {
  const { sha256, bytes, pageCount, pages, receivedAt, receivedFrom, qrCodes } = document;
  const isShownInPart = pageCount !== null && pages.length > 0 && pages.length < pageCount;
  return (
    <Collapsible look="plain" summary="About this PDF">
      <DataList
        items={[
          { label: 'Sent by', value: SENDERS[receivedFrom] },
          { label: 'Received', value: <time dateTime={receivedAt}>{formatInstant(receivedAt)}</time> },
          {
            label: 'Pages',
            value: isShownInPart ? `${pageCount}; the first ${pages.length} are shown and read` : (pageCount ?? '–'),
          },
          { label: 'Size', value: `${formatCount(bytes)} bytes` },
          { label: 'SHA-256', value: <Mono>{sha256}</Mono> },
          {
            label: 'QR codes',
            // Compared with the lab's addresses, never opened: so no links.
            value: qrCodes.length > 0 ? <QrCodes texts={qrCodes} /> : 'None found',
          },
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{children}</div>
    </Collapsible>
  );
}

function QrCodes({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="stack gap-1">
      {[...new Set(texts)].map((text) => (
        <li key={text}>
          <Mono>{text}</Mono>
        </li>
      ))}
    </ul>
  );
}
