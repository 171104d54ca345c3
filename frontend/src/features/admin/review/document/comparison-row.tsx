import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { PageCrop } from '../../../../components/documents/document-page';
import { Badge, type BadgeTone } from '../../../../ui/badge';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import { CheckIcon, CrossIcon, SearchIcon } from '../../../../ui/icons';
import type { ComparisonLine } from './comparison-lines';
import { pictureOf } from './document-addresses';
import type { DocumentReview } from './use-document-review';

type Result = ComparisonLine['result'];

const RESULTS: Record<Result, { word: string; tone: BadgeTone; Icon: typeof CheckIcon }> = {
  same: { word: 'Same', tone: 'leaf', Icon: CheckIcon },
  differs: { word: 'Differs', tone: 'clay', Icon: CrossIcon },
  not_found: { word: 'Could not be read', tone: 'neutral', Icon: SearchIcon },
  only_submitted: { word: 'Could not be read', tone: 'neutral', Icon: SearchIcon },
  only_read: { word: 'Only in the PDF', tone: 'neutral', Icon: SearchIcon },
};

export interface ComparisonRowProps {
  line: ComparisonLine;
  review: DocumentReview;
  document: CoaDocumentDto;
  canConfirm: boolean;
}

/** A line of the comparison. While it has the focus, its place is marked on the page. */
export function ComparisonRow({ line, review, document, canConfirm }: ComparisonRowProps) {
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
        {canConfirm && (
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
