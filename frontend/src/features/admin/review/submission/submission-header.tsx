import type { ReactNode } from 'react';
import type { SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { LifecycleBadge } from '../../../../components/admin/lifecycle';
import { Breadcrumbs } from '../../../../components/breadcrumbs';
import { BatchId } from '../../../../components/certificates/batch-id';
import { Button } from '../../../../ui/button';
import { ArrowLeftIcon, ArrowRightIcon } from '../../../../ui/icons';
import { DueBadge } from '../queue/due';
import { ShortcutsHelp } from '../queue/shortcuts-help';
import { SourceBadge } from '../queue/source-badge';

interface SubmissionHeaderProps {
  submission: SubmissionInContextDto;
  /** The link back to the queue, at this submission. */
  queue: string;
  previous: string | undefined;
  next: string | undefined;
  onGo: (id: string) => void;
}

/** The title and state of a submission, with links to its neighbors in the queue. */
export function SubmissionHeader({ submission, queue, previous, next, onGo }: SubmissionHeaderProps) {
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
