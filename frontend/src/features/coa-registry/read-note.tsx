import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { readNoteId } from '../../components/coa-registry/certificate-fields';
import { PageCrop } from '../../components/documents/document-page';
import type { PageBox, PageDimensions } from '../../components/documents/page-boxes';
import type { Comparison, FoundValue, PrefilledField } from '../../components/documents/prefill';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { besideNote } from '../../ui/fields/field';
import { CheckIcon, InfoIcon, WarningIcon } from '../../ui/icons';

export const FIELD_LABELS: Record<PrefilledField, string> = {
  brandName: 'Brand name',
  productName: 'Product name',
  batchId: 'Batch/Lot ID',
  thcContent: 'THC content',
  cbdContent: 'CBD content',
  testDate: 'Test date',
  labName: 'Lab name',
  labReportId: 'Report number',
};

interface Picture {
  readonly src: string;
  readonly size: PageDimensions;
}

export interface ReadNoteProps {
  field: PrefilledField;
  comparison: Comparison;
  match: FoundValue | undefined;
  /** Shows the part of the page at the field; undefined if the page is beside the form. */
  picture?: Picture | undefined;
  /** Values that the document may have for the field, if software could not tell which is meant, or whether one is. */
  choices: readonly FoundValue[];
  pictureOf: (box: PageBox) => Picture | undefined;
  onChoose: (choice: FoundValue) => void;
  onConfirm: () => void;
  onTake: () => void;
}

const SIGNS = {
  unconfirmed: { Icon: WarningIcon, ink: 'text-citrus-ink font-medium' },
  confirmed: { Icon: CheckIcon, ink: 'text-leaf' },
  same: { Icon: CheckIcon, ink: 'text-leaf' },
  differs: { Icon: WarningIcon, ink: 'text-citrus-ink font-medium' },
  empty: { Icon: InfoIcon, ink: 'text-ink-soft' },
  'not-found': { Icon: InfoIcon, ink: 'text-ink-soft' },
} as const;

function sentenceOf(comparison: Comparison, match: FoundValue | undefined, choices: number): string {
  if (choices > 1) return 'The PDF has several. Compare them, and choose or enter the right one.';
  if (choices === 1) return 'The PDF may say this. Compare it, and use it or enter the right value.';
  if (!match || comparison === 'not-found') return 'Not found in the PDF.';
  const { printed } = match;
  const { page } = match.box;
  if (comparison === 'unconfirmed') return `Read from the PDF, page ${page}. Check it.`;
  if (comparison === 'confirmed') return `Read from the PDF, page ${page}. You confirmed it.`;
  if (comparison === 'same') return `The PDF says the same on page ${page}.`;
  if (comparison === 'differs') return `The PDF says “${printed}” on page ${page}. Check which is right.`;
  return `The PDF says “${printed}” on page ${page}.`;
}

/**
 * The document's value for a field, under the field. The form's own code has only empty elements for it, so that
 * visitors without a document don't load this.
 */
export function ReadNote(props: ReadNoteProps) {
  const { field, comparison, match, picture, choices, onConfirm, onTake } = props;
  const { Icon, ink } = SIGNS[comparison];
  return (
    <>
      {into(
        readNoteId(field),
        <span className={cx('flex items-start gap-1.5 wrap-anywhere', ink)}>
          <Icon className="mt-px size-4.5" />
          <span>{sentenceOf(comparison, match, choices.length)}</span>
        </span>,
      )}
      {choices.length > 0 && into(besideNote(readNoteId(field)), <Choices {...props} />)}
      {match &&
        into(
          besideNote(readNoteId(field)),
          <>
            <NoteAction field={field} comparison={comparison} onConfirm={onConfirm} onTake={onTake} />
            {picture && (
              <PageCrop
                {...picture}
                className="basis-full"
                box={match.box}
                tone={comparison === 'differs' ? 'caution' : 'info'}
                alt={`Page ${match.box.page} of the PDF: ${match.printed}`}
              />
            )}
          </>,
        )}
    </>
  );
}

/** Each value with the part of the page that it was read from. */
function Choices({ field, choices, pictureOf, onChoose }: ReadNoteProps) {
  return choices.map((choice) => {
    const { value, printed, box } = choice;
    const picture = pictureOf(box);
    return (
      <div key={value} className="stack basis-full justify-items-start gap-1">
        <Button size="sm" variant="secondary" onClick={() => onChoose(choice)}>
          <span>
            Use {printed}, page {box.page} <span className="sr-only">for {FIELD_LABELS[field]}</span>
          </span>
        </Button>
        {picture && <PageCrop {...picture} box={box} height={0} alt={`Page ${box.page} of the PDF: ${printed}`} />}
      </div>
    );
  });
}

function NoteAction({
  field,
  comparison,
  onConfirm,
  onTake,
}: Pick<ReadNoteProps, 'field' | 'comparison' | 'onConfirm' | 'onTake'>) {
  const of = <span className="sr-only">for {FIELD_LABELS[field]}</span>;
  if (comparison === 'unconfirmed') {
    return (
      <Button size="sm" variant="secondary" aria-keyshortcuts="Alt+Enter" data-confirm={field} onClick={onConfirm}>
        <span>Confirm {of}</span>
      </Button>
    );
  }
  if (comparison === 'differs' || comparison === 'empty') {
    return (
      <Button size="sm" variant="quiet" onClick={onTake} className="-ms-3">
        <span>Use the value of the PDF {of}</span>
      </Button>
    );
  }
  return null;
}

/** The element exists, because the form is rendered before any document is read. */
export function into(id: string, content: ReactNode) {
  const place = document.getElementById(id);
  return place && createPortal(content, place);
}
