import { type KeyboardEvent, useRef, useState } from 'react';
import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { StepButton } from '../../../../components/documents/step-button';
import { Button } from '../../../../ui/button';
import { ChevronDownIcon } from '../../../../ui/icons';
import { useShortcuts } from '../queue/shortcuts';
import { type ComparisonLine, isConfirmable, isDifference, isUnread } from './comparison-lines';
import { ComparisonRow } from './comparison-row';
import type { DocumentReview } from './use-document-review';

export interface ComparisonListProps {
  document: CoaDocumentDto;
  review: DocumentReview;
  /** Whether the submission can still be approved. */
  canConfirm: boolean;
}

/** The submission beside what software read from its document, line by line. */
export function ComparisonList({ document, review, canConfirm }: ComparisonListProps) {
  const { lines } = review;
  const list = useRef<HTMLElement>(null);
  const [isAll, showAll] = useState(false);
  const isRow = ({ key }: ComparisonLine) => key.startsWith('row ');
  const fields = lines.filter((line) => !isRow(line));
  const rows = lines.filter((line) => isRow(line) && line.result !== 'only_read');
  const onlyRead = lines.filter((line) => isRow(line) && line.result === 'only_read');
  const shownRows = isAll ? rows : rows.filter((line) => line.result !== 'same');
  const focus = (line: ComparisonLine | undefined) => {
    if (line) list.current?.querySelector<HTMLElement>(`[data-line="${line.key}"]`)?.focus();
  };
  useShortcuts({
    j: () => focus(review.differenceBeside(1)),
    k: () => focus(review.differenceBeside(-1)),
    y: canConfirm ? () => focus(review.confirmAndGoOn()) : undefined,
  });
  const rowOf = (line: ComparisonLine) => (
    <ComparisonRow key={line.key} {...{ line, review, document }} canConfirm={canConfirm && isConfirmable(line)} />
  );
  return (
    <section ref={list} aria-labelledby="comparison" className="@container stack gap-3" onKeyDown={moveWithArrowKeys}>
      <h2 id="comparison" className="text-lg">
        Submission and PDF
      </h2>
      <p className="text-sm text-ink-soft">
        Software read the PDF as an aid. It can be wrong, so look at each value.
        {canConfirm && ' Values that you confirm are published as read from the PDF.'}
      </p>
      <ProgressBar review={review} canConfirm={canConfirm} onGo={(step) => focus(review.differenceBeside(step))} />
      <ul className="stack divide-y divide-rule border-y border-rule">{fields.map(rowOf)}</ul>
      <h3 className="text-base">Individual results</h3>
      {rows.length + onlyRead.length === 0 && (
        <p className="text-sm text-ink-soft">
          None were sent, and software read none with certainty. Compare them with the page.
        </p>
      )}
      {shownRows.length > 0 && (
        <ul className="stack divide-y divide-rule border-y border-rule">{shownRows.map(rowOf)}</ul>
      )}
      {rows.some(({ result }) => result === 'same') && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          aria-expanded={isAll}
          onClick={() => showAll(!isAll)}
        >
          {isAll ? 'Show only what differs' : `Show the ${countLabel(rows.length - shownRows.length)} the same`}
        </Button>
      )}
      {onlyRead.length > 0 && (
        <details>
          <summary>Only in the PDF: {onlyRead.length === 1 ? '1 line' : `${onlyRead.length} lines`}</summary>
          <ul className="stack mt-2 divide-y divide-rule border-y border-rule">{onlyRead.map(rowOf)}</ul>
        </details>
      )}
    </section>
  );
}

const countLabel = (count: number) => (count === 1 ? 'line that is' : `${count} lines that are`);

interface ProgressBarProps extends Pick<ComparisonListProps, 'review' | 'canConfirm'> {
  /** Goes to the next or previous difference. */
  onGo: (step: 1 | -1) => void;
}

/** The reviewer's position. Stays visible beside the page. */
function ProgressBar({ review: { lines, active, confirmed }, canConfirm, onGo }: ProgressBarProps) {
  const differences = lines.filter(isDifference);
  const index = active ? differences.indexOf(active) : -1;
  const confirmable = lines.filter(isConfirmable);
  const unread = lines.filter(isUnread).length;
  const done = confirmable.filter(({ field }) => field && confirmed.has(field)).length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 bg-paper py-1 lg:sticky lg:top-0 lg:z-10">
      <div role="status" className="text-sm">
        <p className="font-medium">
          {index >= 0 ? `Difference ${index + 1} of ${differences.length}` : differencesLabel(differences.length)}
        </p>
        {unread > 0 && (
          <p className="text-ink-soft">
            {unread === 1 ? 'One value' : `${unread} values`} could not be read. Compare with the page.
          </p>
        )}
        {canConfirm && confirmable.length > 0 && (
          <p className="text-ink-soft">
            {done} of {confirmable.length} matching fields confirmed
          </p>
        )}
      </div>
      {differences.length > 0 && (
        <div className="flex gap-2">
          <StepButton label="Previous difference" keys="k" icon={<UpIcon />} onClick={() => onGo(-1)} />
          <StepButton label="Next difference" keys="j" icon={<ChevronDownIcon />} onClick={() => onGo(1)} />
        </div>
      )}
    </div>
  );
}

const UpIcon = () => <ChevronDownIcon className="size-5 rotate-180" />;

function differencesLabel(count: number): string {
  if (count === 0) return 'No differences';
  return count === 1 ? 'One difference' : `${count} differences`;
}

function moveWithArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const index = lines.findIndex((line) => line.contains(event.target as Node));
  if (step === undefined || index === -1) return;
  event.preventDefault();
  lines[index + step]?.focus();
}
