import type { AwaitedDocumentDto, CoaDocumentDto, SubmissionDto } from '../../../../api/generated/types.gen';
import { Notice } from '../../../../ui/messages/notice';
import { Spinner } from '../../../../ui/messages/spinner';
import { formatInstant } from '../../../../ui/text/days';

/** The state of a submission's document, unless it can simply be viewed. */
export function EvidenceStatus({ submission }: { submission: SubmissionDto }) {
  const { document, documentAbsence, awaitedDocument } = submission;
  if (document) return <StoredStatus document={document} />;
  if (awaitedDocument) return <AwaitedStatus awaited={awaitedDocument} />;
  if (documentAbsence) {
    return <Notice title="Published without a PDF">Anyone can read: “{documentAbsence.statement}”</Notice>;
  }
  return <Notice title="No PDF">This came without the lab's PDF.</Notice>;
}

function AwaitedStatus({ awaited: { until } }: { awaited: AwaitedDocumentDto }) {
  if (until === null) {
    return (
      <Notice tone="caution" title="The PDF didn't arrive">
        The lab named a PDF but didn't send it in time. We told the lab, which can still send it.
      </Notice>
    );
  }
  return (
    <Notice title="Waiting for the PDF">
      The lab named a PDF that hasn't arrived yet. It can send it until{' '}
      <time dateTime={until}>{formatInstant(until)}</time>.
    </Notice>
  );
}

function StoredStatus({ document: { state, refusal, removal, damaged, pages } }: { document: CoaDocumentDto }) {
  if (state === 'received' || state === 'reading') return <ReadingStatus isReading={state === 'reading'} />;
  if (state === 'refused') {
    return (
      <Notice tone="danger" title="We didn't keep this PDF">
        {refusal?.message}
      </Notice>
    );
  }
  if (state === 'removed') {
    return (
      <Notice tone="caution" title="The PDF was removed">
        {removal && (
          <>
            {removal.reason} Removed on <time dateTime={removal.at}>{formatInstant(removal.at)}</time>.
          </>
        )}
      </Notice>
    );
  }
  return (
    <>
      {damaged && (
        <Notice tone="danger" title="The stored PDF is damaged" role="alert">
          It no longer matches its SHA-256. Attach the same file again, or ask an administrator to restore it from a
          backup.
        </Notice>
      )}
      {state === 'unreadable' && (
        <Notice tone="caution" title="Software can't read this PDF">
          {refusal?.message} {pages.length > 0 ? 'Compare it with the pages below.' : 'Download it and compare it.'}
        </Notice>
      )}
    </>
  );
}

function ReadingStatus({ isReading }: { isReading: boolean }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-md bg-pine-soft px-4 py-3.5 text-sm">
      <Spinner className="mt-0.5 size-5" />
      <p>
        <span className="block text-base font-semibold">
          {isReading ? 'The PDF is being read' : 'The PDF waits to be read'}
        </span>
        This page shows it as soon as it is done.
      </p>
    </div>
  );
}
