import type { CoaDocumentDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import { AttachDocument } from './attach-document';
import { originalOf } from './document-addresses';
import { DocumentFacts } from './document-facts';
import { EvidenceStatus } from './evidence-status';
import { PageViewer } from './page-viewer';
import { ReadAgain } from './read-again';
import { RemoveDocument } from './remove-document';
import type { DocumentReview } from './use-document-review';

export interface DocumentPanelProps {
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
