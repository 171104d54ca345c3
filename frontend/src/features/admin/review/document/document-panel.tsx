import type { ReactNode } from 'react';
import { requestDocumentReadingMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { CoaDocumentDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { useChange } from '../../../../components/admin/use-change';
import { Button } from '../../../../ui/button';
import { Collapsible } from '../../../../ui/collapsible';
import { cx } from '../../../../ui/cx';
import { DataList } from '../../../../ui/data-list';
import { Mono } from '../../../../ui/mono';
import { formatInstant } from '../../../../ui/text/days';
import { formatCount } from '../../../../ui/text/figures';
import { AttachDocument } from './attach-document';
import { originalOf } from './document-addresses';
import { EvidenceStatus } from './evidence-status';
import { PageViewer } from './page-viewer';
import { RemoveDocument } from './remove-document';
import type { DocumentReview } from './use-document-review';

interface DocumentPanelProps {
  submission: SubmissionInContextDto;
  review: DocumentReview;
}

/** The lab's PDF of a submission: its pages or its state, and the available actions. */
export function DocumentPanel({ submission, review }: DocumentPanelProps) {
  const { document, submissionStatus } = submission;
  const isUndecided = submissionStatus === 'pending' || submissionStatus === 'changes_requested';
  const hasPages = document !== null && document.pages.length > 0;
  const isKept = document?.state === 'ready' || document?.state === 'unreadable';
  const facts = document && (
    <DocumentFacts document={document}>
      {isKept && <ReadAgain sha256={document.sha256} />}
      {isKept && !isUndecided && <RemoveDocument sha256={document.sha256} />}
    </DocumentFacts>
  );
  return (
    <section
      aria-labelledby="document"
      className={cx(
        'stack content-start gap-3',
        // As high as the window, so that the page stays beside the data.
        hasPages && 'lg:sticky lg:top-4 lg:flex lg:h-[calc(100dvh-2rem)] lg:flex-col lg:overflow-y-auto',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="document" className="text-lg">
          The lab's PDF
        </h2>
        <div className="flex flex-wrap gap-2">
          {isKept && isOffered(document) && (
            <Button asChild size="sm" variant="secondary">
              <a href={originalOf(document.sha256)} download>
                Download<span className="sr-only"> the original PDF</span>
              </a>
            </Button>
          )}
          {isUndecided && <AttachDocument submission={submission} />}
        </div>
      </div>
      <EvidenceStatus submission={submission} />
      {hasPages ? (
        <PageViewer key={document.sha256} {...document} view={review.view} marks={review.marks}>
          {facts}
        </PageViewer>
      ) : (
        facts
      )}
    </section>
  );
}

/** The server serves neither damaged documents nor ones that it could not check for scripts. */
const isOffered = ({ damaged, refusal }: CoaDocumentDto) => !damaged && refusal?.code !== 'reading-failed';

/** Has software read the document once more, for instance after a repair or with a newer reader. */
function ReadAgain({ sha256 }: { sha256: string }) {
  const read = useChange(requestDocumentReadingMutation(), {
    done: { title: 'The PDF will be read again' },
    failed: "We couldn't have it read",
  });
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={read.isPending}
      pendingText="Asking…"
      onClick={() => read.mutate({ path: { sha256 } })}
    >
      Read it again
    </Button>
  );
}

const SENDERS: Record<CoaDocumentDto['receivedFrom'], string> = {
  submitter: 'The submitter',
  lab: 'The lab, with its key',
  staff: 'Staff',
};

/** Where the document is from and what identifies it. `children` are the rarely used actions. */
function DocumentFacts({ document, children }: { document: CoaDocumentDto; children: ReactNode }) {
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
