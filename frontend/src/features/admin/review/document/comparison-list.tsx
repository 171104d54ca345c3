import { type KeyboardEvent, useRef, useState } from 'react';
import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { PageCrop } from '../../../../components/documents/document-page';
import { StepButton } from '../../../../components/documents/step-button';
import { Badge, type BadgeTone } from '../../../../ui/badge';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import { CheckIcon, ChevronDownIcon, CrossIcon, SearchIcon } from '../../../../ui/icons';
import { useShortcuts } from '../queue/shortcuts';
import { type ComparisonLine, isConfirmable, isDifference, isUnread } from './comparison-lines';
import { pictureOf } from './document-addresses';
import type { DocumentReview } from './use-document-review';

interface ComparisonListProps {
  document: CoaDocumentDto;
  review: DocumentReview;
  /** Whether the submission can still be approved. */
  canConfirm: boolean;
}

const isRow = ({ key }: ComparisonLine) => key.startsWith('row ');

/** The submission beside what software read from its document, line by line. */
export function ComparisonList({ document, review, canConfirm }: ComparisonListProps) {
  const { lines } = review;
  const list = useRef<HTMLElement>(null);
  const [isAll, showAll] = useState(false);
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
    <ComparisonRow key={line.key} line={line} review={review} document={document} canConfirm={canConfirm} />
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

type Result = ComparisonLine['result'];

const RESULTS: Record<Result, { word: string; tone: BadgeTone; Icon: typeof CheckIcon }> = {
  same: { word: 'Same', tone: 'leaf', Icon: CheckIcon },
  differs: { word: 'Differs', tone: 'clay', Icon: CrossIcon },
  not_found: { word: 'Could not be read', tone: 'neutral', Icon: SearchIcon },
  only_submitted: { word: 'Could not be read', tone: 'neutral', Icon: SearchIcon },
  only_read: { word: 'Only in the PDF', tone: 'neutral', Icon: SearchIcon },
};

interface ComparisonRowProps {
  line: ComparisonLine;
  review: DocumentReview;
  document: CoaDocumentDto;
  canConfirm: boolean;
}

/** A line of the comparison. While it has the focus, its place is marked on the page. */
function ComparisonRow({ line, review, document, canConfirm }: ComparisonRowProps) {
  const { key, label, submitted, read, result, box } = line;
  const { word, tone, Icon } = RESULTS[result];
  const { view } = review;
  const isActive = review.active?.key === key;
  const isConfirmed = line.field !== undefined && review.confirmed.has(line.field);
  const isShown = box !== null && view.canShow(box);
  return (
    <li
      data-line={key}
      tabIndex={-1}
      aria-label={`${label}: ${word}`}
      aria-current={isActive || undefined}
      onFocus={() => review.activate(line)}
      className={cx(
        'stack gap-x-4 gap-y-2 border-s-3 px-3 py-2 text-sm @xl:grid-cols-[7.5rem_1fr_1fr_13rem] @xl:items-center lg:scroll-mt-28',
        isActive ? 'border-s-pine bg-pine-soft' : 'border-s-transparent',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 @xl:flex-col @xl:items-start">
        <span className="font-medium wrap-anywhere">{label}</span>
        <Badge tone={tone} icon={<Icon className="size-3.5" />}>
          {word}
        </Badge>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 @xl:contents">
        <Value label="Submitted" value={submitted} isMarked={result === 'differs'} />
        <Value label="In the PDF" value={read} isMarked={result === 'differs'} />
      </dl>
      <div className="-ms-3 flex flex-wrap items-center gap-x-1 empty:hidden @xl:ms-0 @xl:justify-end">
        {isShown && (
          <Button size="sm" variant="quiet" onClick={() => view.reveal(box)}>
            <span className="sr-only">Show {label} on </span>
            <span aria-hidden="true">Page {box.page}</span>
            <span className="sr-only">page {box.page}</span>
          </Button>
        )}
        {canConfirm && isConfirmable(line) && (
          <Button
            size="sm"
            variant="secondary"
            aria-pressed={isConfirmed}
            aria-keyshortcuts="y"
            icon={isConfirmed && <CheckIcon className="size-4 text-leaf" />}
            className="@xl:w-31"
            onClick={() => review.toggle(line)}
          >
            {isConfirmed ? 'Confirmed' : 'Confirm'}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      {isActive && isShown && <Crop line={line} document={document} />}
    </li>
  );
}

function Value({ label, value, isMarked }: { label: string; value: string | null; isMarked: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className={cx('wrap-anywhere', isMarked && 'font-semibold')}>{value ?? '–'}</dd>
    </div>
  );
}

/** If the page is not beside the comparison, the part of the page is shown at its line. */
function Crop({ line: { box, label }, document: { sha256, pages } }: Pick<ComparisonRowProps, 'line' | 'document'>) {
  const page = pages.find(({ number }) => number === box?.page);
  if (!box || !page) return null;
  return (
    <PageCrop
      src={pictureOf(sha256, page.number)}
      size={page}
      box={box}
      alt={`${label} on page ${page.number}`}
      className="lg:hidden @xl:col-span-full"
    />
  );
}
