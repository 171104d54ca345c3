import { Link } from 'react-router';
import type { QueuedSubmissionDto } from '../../../../api/generated/types.gen';
import { LifecycleBadge } from '../../../../components/admin/lifecycle';
import { BatchId } from '../../../../components/certificates/batch-id';
import { Badge } from '../../../../ui/badge';
import { cx } from '../../../../ui/cx';
import { textLink } from '../../../../ui/link-styles';
import { Mono } from '../../../../ui/mono';
import { formatDay } from '../../../../ui/text/days';
import { pendingDecisions } from '../decision/pending-decisions';
import { DueBadge } from './due';
import { SourceBadge } from './source-badge';

interface QueueRowProps {
  row: QueuedSubmissionDto;
  /** The URL of the submission's page. */
  href: string;
  isDecided: boolean;
  isSelected: boolean;
  /** Left out in lists whose submissions can't be decided any more. */
  onToggle?: () => void;
  onOpen: () => void;
}

export function QueueRow({ row, href, isDecided, isSelected, onToggle, onOpen }: QueueRowProps) {
  return (
    <li
      data-submission={row.id}
      data-reference={row.reference}
      className={cx(
        'grid gap-x-3 gap-y-2 p-4 sm:items-center',
        isSelected ? 'bg-pine-soft' : 'bg-surface',
        onToggle ? 'grid-cols-[auto_1fr] sm:grid-cols-[auto_1fr_auto]' : 'sm:grid-cols-[1fr_auto]',
      )}
    >
      {onToggle && (
        <label className="-m-3 grid size-11 place-items-center self-start sm:self-center">
          <input
            type="checkbox"
            checked={isSelected && !isDecided}
            disabled={isDecided}
            onChange={onToggle}
            className="size-5 accent-pine"
          />
          <span className="sr-only">
            Select {row.productName}, {row.reference}
          </span>
        </label>
      )}
      <span className="min-w-0">
        <Link to={href} data-row onClick={onOpen} className={`${textLink} font-medium wrap-anywhere`}>
          {row.productName}
        </Link>{' '}
        <span className="text-ink-soft">by {row.brandName}</span>
        <span className="block text-sm text-ink-soft">
          Batch <BatchId>{row.batchId}</BatchId> · {row.labName}
          {row.labReportId && (
            <>
              {' '}
              · report <Mono>{row.labReportId}</Mono>
            </>
          )}{' '}
          · <Mono>{row.reference}</Mono>
        </span>
      </span>
      <span className={cx('flex flex-wrap items-center gap-x-3 gap-y-1', onToggle && 'col-start-2 sm:col-start-3')}>
        {row.ownErrors > 0 && (
          <Badge tone="clay">
            {row.ownErrors} {row.ownErrors === 1 ? 'problem' : 'problems'} found
          </Badge>
        )}
        {row.notices.length > 0 && <Badge tone="citrus">Notice about the batch</Badge>}
        {row.labIncidents.length > 0 && <Badge tone="citrus">Notice about the laboratory</Badge>}
        {row.othersForBatch > 0 && (
          <Badge tone="citrus">
            {row.othersForBatch} {row.othersForBatch === 1 ? 'other' : 'others'} for this batch
          </Badge>
        )}
        {isDecided && (
          <Badge tone="citrus">
            {pendingDecisions.isByAnother(row.pendingDecision)
              ? `${row.pendingDecision.reviewer} has just decided`
              : 'Decision being sent'}
          </Badge>
        )}
        {row.supersedes && <Badge>Amendment</Badge>}
        {row.spotCheck === 'due' && <Badge tone="citrus">To be checked afterwards</Badge>}
        <SourceBadge source={row.source} />
        {row.submissionStatus === 'pending' ? (
          <DueBadge dueDate={row.dueDate} />
        ) : (
          <>
            <LifecycleBadge certificate={row} />
            {row.reviewedAt && (
              <span className="text-sm text-ink-soft">{formatDay((row.endedAt ?? row.reviewedAt).slice(0, 10))}</span>
            )}
          </>
        )}
      </span>
    </li>
  );
}
