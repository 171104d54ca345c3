import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { getSubmissionOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionInContextDto } from '../../../api/generated/types.gen';
import { LifecycleBadge } from '../../../components/admin/lifecycle-badge';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { Findings } from '../../../components/coa-registry/findings';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { BatchId } from '../../../ui/batch-id';
import { Button } from '../../../ui/button';
import { formatInstant } from '../../../ui/days';
import { ArrowLeftIcon, ArrowRightIcon, CheckIcon } from '../../../ui/icons';
import { textLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { certificateDifferences, revisionDifferences, toComparable } from './certificate-difference';
import { CertificateDifferenceTable } from './certificate-difference-table';
import { DueBadge } from './due-badge';
import { parseFilters, queueQuery } from './queue';
import { RelatedCertificates } from './related-certificates';
import { useShortcuts } from './shortcuts';
import { ShortcutsHelp } from './shortcuts-help';
import { SourceBadge } from './source-badge';
import { SubmissionComments } from './submission-comments';
import { SubmissionDecision } from './submission-decision';
import { SubmissionFacts } from './submission-facts';
import { SubmissionHistory } from './submission-history';
import { useQueueNeighbors } from './use-queue-neighbors';

/** A submission as it was sent, the related records, and the form to decide it. */
export function Component() {
  const { id = '' } = useParams();
  const submission = useQuery({ ...getSubmissionOptions({ path: { id } }), staleTime: 0 });
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

  return (
    <div className="stack gap-6">
      <Header submission={submission} queue={queue} previous={previous} next={next} onGo={goTo} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <SubmissionFacts submission={submission} />
        <div className="stack gap-6">
          {submission.previous && <Changes submission={submission} previous={submission.previous} />}
          <Checks submission={submission} />
          <SubmissionComments submission={submission} />
          {original && <Amends submission={submission} original={original} />}
          <SubmissionDecision submission={submission} onDecided={() => (next ? goTo(next) : navigate(queue))} />
          <Related submission={submission} />
        </div>
      </div>
      <SubmissionHistory id={id} />
    </div>
  );
}

interface HeaderProps {
  submission: SubmissionInContextDto;
  /** The link back to the queue, at this submission. */
  queue: string;
  previous: string | undefined;
  next: string | undefined;
  onGo: (id: string) => void;
}

function Header({ submission, queue, previous, next, onGo }: HeaderProps) {
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

function Checks({ submission: { findings, resolvedFindings } }: { submission: SubmissionInContextDto }) {
  return (
    <Section title="Automatic checks">
      {findings.length === 0 ? (
        <p className="text-sm text-ink-soft">No problems found.</p>
      ) : (
        <Findings
          findings={findings}
          mark={({ isNew }) =>
            isNew && (
              <>
                <Badge tone="citrus">New</Badge>{' '}
              </>
            )
          }
        />
      )}
      {resolvedFindings.length > 0 && (
        <div className="stack gap-2">
          <h3 className="text-base">No longer found</h3>
          <ul className="stack gap-2">
            {resolvedFindings.map(({ code, message }) => (
              <li key={`${code} ${message}`} className="flex items-start gap-2 text-sm text-ink-soft">
                <CheckIcon className="mt-px size-5 text-leaf" />
                <span className="min-w-0 wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
