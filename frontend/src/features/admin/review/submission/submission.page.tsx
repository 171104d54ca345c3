import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { getSubmissionOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { LifecycleBadge } from '../../../../components/admin/lifecycle';
import { Breadcrumbs } from '../../../../components/breadcrumbs';
import { BatchId } from '../../../../components/certificates/batch-id';
import { QueryResult } from '../../../../components/query-result';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import { ArrowLeftIcon, ArrowRightIcon } from '../../../../ui/icons';
import { textLink } from '../../../../ui/link-styles';
import { Mono } from '../../../../ui/mono';
import { formatInstant } from '../../../../ui/text/days';
import { SubmissionDecision } from '../decision/submission-decision';
import { evidenceOf, isBeingRead } from '../document/absence';
import { ComparisonList } from '../document/comparison-list';
import { DocumentPanel } from '../document/document-panel';
import { useDocumentReview } from '../document/use-document-review';
import { DueBadge } from '../queue/due';
import { parseFilters, queueQuery } from '../queue/queue';
import { useShortcuts } from '../queue/shortcuts';
import { ShortcutsHelp } from '../queue/shortcuts-help';
import { SourceBadge } from '../queue/source-badge';
import { useQueueNeighbors } from '../queue/use-queue-neighbors';
import { certificateDifferences, revisionDifferences, toComparable } from './certificate-difference';
import { CertificateDifferenceTable } from './certificate-difference-table';
import { RelatedCertificates } from './related-certificates';
import { Section } from './section';
import { SubmissionChecks, SubmissionResults } from './submission-checks';
import { SubmissionComments } from './submission-comments';
import { SubmissionFacts } from './submission-facts';
import { SubmissionHistory } from './submission-history';

/** Most PDFs are read within a second or two. One that waits longer, such as for a virus scanner, can wait for hours. */
const pollDelay = (requests: number) => (requests < 10 ? 1500 : 10_000);

/** A decision takes effect within seconds. */
const DECISION_POLL_MS = 2_000;

/** A submission as it was sent, the related records, and the form to decide it. */
export function Component() {
  const { id = '' } = useParams();
  const submission = useQuery({
    ...getSubmissionOptions({ path: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.pendingDecision ? DECISION_POLL_MS : data && isBeingRead(evidenceOf(data)) && pollDelay(dataUpdateCount),
  });
  return (
    <QueryResult
      query={submission}
      loadingLabel="Loading the submission"
      errorTitle="We couldn't load this submission"
      headingLevel={1}
      keepsStaleData
    >
      {(found) => <Submission key={id} submission={found} />}
    </QueryResult>
  );
}

function Submission({ submission }: { submission: SubmissionInContextDto }) {
  const { id, original } = submission;
  const navigate = useNavigate();
  const filters = parseFilters(useSearchParams()[0]);
  const query = queueQuery(filters);
  const { previous, next, index } = useQueueNeighbors(id, filters);
  const queue = paths.staff.queue + queueQuery(filters, index < 1 ? undefined : { index, row: submission.reference });
  const goTo = (target: string) => navigate(paths.staff.submission(target) + query);
  useShortcuts({
    n: next ? () => goTo(next) : undefined,
    p: previous ? () => goTo(previous) : undefined,
  });

  const review = useDocumentReview(submission);
  const { document } = submission;
  const hasPages = document !== null && document.pages.length > 0;
  const facts = <SubmissionFacts submission={submission} />;

  return (
    <div className={cx('stack gap-6', hasPages && 'work-width')}>
      <SubmissionHeader submission={submission} queue={queue} previous={previous} next={next} onGo={goTo} />
      {/*
       * The same elements with and without a PDF, so that an arriving PDF does not remount the fields that are being
       * typed in.
       */}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className={cx('stack gap-6', hasPages && 'lg:sticky lg:top-4')}>
          <DocumentPanel submission={submission} review={review} />
          {!hasPages && facts}
        </div>
        <div className="stack gap-6">
          {document && submission.documentComparison && (
            <ComparisonList
              document={document}
              review={review}
              canConfirm={submission.submissionStatus === 'pending'}
            />
          )}
          {submission.previous && <Changes submission={submission} previous={submission.previous} />}
          <SubmissionChecks submission={submission} view={review.view} />
          <SubmissionResults submission={submission} />
          <SubmissionComments submission={submission} />
          {original && <Amends submission={submission} original={original} />}
          <SubmissionDecision
            submission={submission}
            readFields={review.readFields}
            onDecided={() => (next ? goTo(next) : navigate(queue))}
          />
          {hasPages && facts}
          <Related submission={submission} />
        </div>
      </div>
      <SubmissionHistory id={id} />
    </div>
  );
}

interface AmendsProps {
  submission: SubmissionInContextDto;
  original: NonNullable<SubmissionInContextDto['original']>;
}

/** The published certificate that an amendment replaces, and the differences. */
function Amends({ submission, original }: AmendsProps) {
  return (
    <Section title="What this amends">
      <p className="text-sm">
        <Link to={paths.staff.submission(original.id)} className={textLink}>
          <Mono>{original.reference}</Mono>
        </Link>
        . Reason: {submission.amendmentReason}
      </p>
      <CertificateDifferenceTable
        differences={certificateDifferences(toComparable(original), toComparable(submission))}
      />
    </Section>
  );
}

function Related({ submission: { brandName, related } }: { submission: SubmissionInContextDto }) {
  return (
    <Section title="Related records">
      <RelatedCertificates
        title="Same batch"
        coas={related.sameBatch}
        none="No other records for this batch."
        ofBrand={brandName}
      />
      <RelatedCertificates
        title="Same brand"
        coas={related.sameBrand}
        none="Nothing else from this brand is published."
      />
      <RelatedCertificates
        title="Similar products"
        coas={related.similarProducts}
        none="No published product has this name."
      />
    </Section>
  );
}

/** The differences from the version that was reviewed last. */
function Changes({
  submission,
  previous,
}: {
  submission: SubmissionInContextDto;
  previous: NonNullable<SubmissionInContextDto['previous']>;
}) {
  return (
    <Section title="What changed">
      <p className="text-sm text-ink-soft">
        New content was sent on <time dateTime={previous.replacedAt}>{formatInstant(previous.replacedAt)}</time>. This
        compares it with the version before.
      </p>
      <CertificateDifferenceTable differences={revisionDifferences(previous, submission)} />
    </Section>
  );
}

interface SubmissionHeaderProps {
  submission: SubmissionInContextDto;
  /** The link back to the queue, at this submission. */
  queue: string;
  previous: string | undefined;
  next: string | undefined;
  onGo: (id: string) => void;
}

/** The title and state of a submission, with links to its neighbors in the queue. */
function SubmissionHeader({ submission, queue, previous, next, onGo }: SubmissionHeaderProps) {
  return (
    <header className="stack gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Breadcrumbs links={[{ to: queue, label: 'Review queue' }]} current={submission.reference} />
        <div className="flex flex-wrap items-center gap-2">
          <Step target={previous} onGo={onGo} icon={<ArrowLeftIcon />}>
            Previous
          </Step>
          <Step target={next} onGo={onGo} iconAfter={<ArrowRightIcon />}>
            Next
          </Step>
          <ShortcutsHelp />
        </div>
      </div>
      <h1 className="text-2xl wrap-anywhere">{submission.productName}</h1>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>
          by {submission.brandName}, batch <BatchId>{submission.batchId}</BatchId>
        </span>
        <SourceBadge source={submission.source} />
        <LifecycleBadge certificate={submission} />
        {submission.submissionStatus === 'pending' && <DueBadge dueDate={submission.dueDate} />}
      </p>
    </header>
  );
}

interface StepProps {
  target: string | undefined;
  onGo: (target: string) => void;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  children: string;
}

function Step({ target, onGo, children, ...icons }: StepProps) {
  return (
    <Button {...icons} size="sm" variant="secondary" disabled={!target} onClick={() => target && onGo(target)}>
      {children}
      <span className="sr-only"> in the queue</span>
    </Button>
  );
}
