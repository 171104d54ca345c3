import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { ReadRowPanel } from '../../api/generated/types.gen';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
import { SelectField } from '../../ui/fields/select-field';
import { TextField } from '../../ui/fields/text-field';
import { textLink } from '../../ui/link-styles';
import { TableHead } from '../../ui/table-head';
import { PANELS } from '../coa-registry/panel-verdicts';
import { PageCrop } from './document-page';
import type { PageDimensions } from './page-boxes';
import {
  CORRECTABLE,
  type Correctable,
  corrected,
  lineLabel,
  MAX_TEXT,
  type OfferedLine,
  problemsIn,
  textsOf,
} from './result-lines';

const PANEL_OPTIONS: readonly { value: ReadRowPanel; label: string }[] = [
  { value: 'cannabinoids', label: 'Cannabinoids' },
  ...PANELS.map(({ key, label }) => ({ value: key, label })),
  { value: 'other', label: 'Other' },
];
const panelLabel = (panel: ReadRowPanel) => PANEL_OPTIONS.find(({ value }) => value === panel)?.label;

type Page = { readonly number: number } & PageDimensions;

export interface ResultLinesProps {
  lines: readonly OfferedLine[];
  onChange: (lines: readonly OfferedLine[]) => void;
  pages: readonly Page[];
  srcOf: (page: number) => string;
  /** Lines that were sent before. */
  earlier: number;
}

/** The result lines that software read from a document, page by page, each beside its picture, to be confirmed. */
export function ResultLines({ lines, onChange, pages, srcOf, earlier }: ResultLinesProps) {
  const id = useId();
  const confirmed = lines.filter(({ isConfirmed }) => isConfirmed).length;
  return (
    <section aria-labelledby={id} className="stack gap-2 rounded-md border border-rule bg-surface p-4">
      <h2 id={id} className="text-base">
        Result lines in the PDF
      </h2>
      <p className="text-sm text-ink-soft">
        Software read {lines.length === 1 ? 'this line' : `these ${lines.length} lines`}. It can misread a value, or
        miss a line. Compare each line with its picture. Confirm it if it is right, correct it if it is wrong, and leave
        it unconfirmed if you can't tell. We send only the lines that you confirm.
      </p>
      {earlier > 0 && (
        <p className="text-sm">
          {earlier === 1 ? 'The line' : `The ${earlier} lines`} sent before{' '}
          {confirmed > 0
            ? 'will be replaced by those that you confirm here.'
            : 'will stay, unless you confirm lines here.'}
        </p>
      )}
      <p role="status" className="text-sm font-medium">
        {confirmed} of {lines.length} confirmed
      </p>
      {pages.map((page) => (
        <PageLines key={page.number} {...{ lines, onChange, page }} src={srcOf(page.number)} />
      ))}
    </section>
  );
}

interface PageLinesProps extends Pick<ResultLinesProps, 'lines' | 'onChange'> {
  page: Page;
  src: string;
}

/** The lines of one page. Its pictures are loaded once it is opened. */
function PageLines({ lines, onChange, page, src }: PageLinesProps) {
  const [isOpened, setOpened] = useState(false);
  const own = lines.filter(({ box }) => box.page === page.number);
  const left = own.filter(({ isConfirmed }) => !isConfirmed);
  if (own.length === 0) return null;
  const confirmed = own.length - left.length;
  const replace = (line: OfferedLine, by: OfferedLine) => onChange(lines.map((one) => (one === line ? by : one)));
  return (
    <Collapsible
      className="text-sm"
      summary={`Page ${page.number}: ${own.length === 1 ? '1 line' : `${own.length} lines`}, ${confirmed} confirmed`}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {isOpened && (
        <div className="stack gap-3">
          <p className="text-ink-soft">
            Column heads and units can be outside of the pictures.{' '}
            <a href={src} target="_blank" rel="noopener noreferrer" className={textLink}>
              Open the whole page<span className="sr-only"> {page.number} in a new tab</span>
            </a>
          </p>
          <LineTable {...{ page, src, replace }} lines={own} />
          {left.length > 1 && (
            <div className="stack justify-items-start gap-1.5">
              <p>
                If you compared each of the other {left.length} lines with its picture, you can confirm them together.
              </p>
              <Button
                size="sm"
                variant="secondary"
                onClick={({ currentTarget }) => {
                  onChange(lines.map((line) => (left.includes(line) ? { ...line, isConfirmed: true } : line)));
                  // The button goes away.
                  currentTarget.closest('details')?.querySelector('summary')?.focus();
                }}
              >
                Confirm the other {left.length} lines of page {page.number}
              </Button>
            </div>
          )}
        </div>
      )}
    </Collapsible>
  );
}

const COLUMNS = ['Confirm', 'Analyte', 'Result', 'Unit', 'LOD', 'LOQ', 'Limit', 'Method', 'Panel', 'Change'];
const NUMBERS = ['Result', 'LOD', 'LOQ', 'Limit'];

interface LineTableProps {
  lines: readonly OfferedLine[];
  page: Page;
  src: string;
  replace: (line: OfferedLine, by: OfferedLine) => void;
}

function LineTable({ lines, page, src, replace }: LineTableProps) {
  const [edited, setEdited] = useState<number | null>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls by itself, so it must be reachable by keyboard
    <section aria-label={`Lines of page ${page.number}`} tabIndex={0} className="overflow-x-auto">
      <table className="data-table min-w-176" onKeyDown={moveBetween}>
        <TableHead columns={COLUMNS} numbers={NUMBERS} />
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their place, and several can say the same
          <tbody key={index}>
            {isElsewhere(line, lines[index - 1]) && (
              <tr>
                <td colSpan={COLUMNS.length}>
                  <PageCrop
                    src={src}
                    size={page}
                    box={line.box}
                    height={0}
                    alt={`Page ${page.number} of the PDF: ${line.name}`}
                  />
                </td>
              </tr>
            )}
            <LineRow
              line={line}
              isEdited={edited === index}
              onEdit={(isEdited) => setEdited(isEdited ? index : null)}
              onChange={(by) => replace(line, by)}
            />
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** The same printed line has a result in each of its units, and one picture. */
const isElsewhere = ({ box }: OfferedLine, before: OfferedLine | undefined) =>
  before === undefined || before.box.y !== box.y || before.box.x !== box.x;

/** The up and down arrows go from one checkbox to the next, and Space confirms. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[type=checkbox]')];
  const index = boxes.indexOf(event.target as HTMLElement);
  if (step === undefined || index === -1) return;
  event.preventDefault();
  boxes[index + step]?.focus();
}

interface LineRowProps {
  line: OfferedLine;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onChange: (line: OfferedLine) => void;
}

function LineRow({ line, isEdited, onEdit, onChange }: LineRowProps) {
  const { name, valueText, unit, lod, loq, limit, method, panel, isConfirmed, isCorrected } = line;
  const correct = useRef<HTMLButtonElement>(null);
  const close = () => {
    onEdit(false);
    correct.current?.focus();
  };
  return (
    <>
      <tr>
        <td>
          <label className="-my-2 grid size-11 place-content-center">
            <span className="sr-only">Confirm {lineLabel(line)}</span>
            <input
              type="checkbox"
              checked={isConfirmed}
              className="size-5 accent-pine"
              onChange={({ target }) => onChange({ ...line, isConfirmed: target.checked })}
            />
          </label>
        </td>
        <th scope="row" className="wrap-anywhere">
          {name}
          {isCorrected && <span className="block text-xs font-normal text-ink-soft">corrected by you</span>}
        </th>
        <td className="num">{valueText}</td>
        <td>{unit ?? '–'}</td>
        <td className="num">{lod ?? '–'}</td>
        <td className="num">{loq ?? '–'}</td>
        <td className="num">{limit ?? '–'}</td>
        <td>{method ?? '–'}</td>
        <td>{panelLabel(panel)}</td>
        <td>
          <Button ref={correct} size="sm" variant="quiet" aria-expanded={isEdited} onClick={() => onEdit(!isEdited)}>
            <span>
              Correct<span className="sr-only"> {lineLabel(line)}</span>
            </span>
          </Button>
        </td>
      </tr>
      {isEdited && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <LineEditor
              line={line}
              onSave={(by) => {
                onChange(by);
                close();
              }}
              onCancel={close}
            />
          </td>
        </tr>
      )}
    </>
  );
}

const LABELS: Record<Correctable, string> = {
  name: 'Analyte',
  valueText: 'Result as printed',
  unit: 'Unit',
  lod: 'LOD',
  loq: 'LOQ',
  limit: 'Limit',
  method: 'Method',
};

interface LineEditorProps {
  line: OfferedLine;
  onSave: (line: OfferedLine) => void;
  onCancel: () => void;
}

/** Its fields have no names, so the form around it does not take them for its own. */
function LineEditor({ line, onSave, onCancel }: LineEditorProps) {
  const [texts, setTexts] = useState(() => textsOf(line));
  const [panel, setPanel] = useState(line.panel);
  const [isTried, setTried] = useState(false);
  const problems = problemsIn(texts);
  const save = () => {
    setTried(true);
    if (Object.keys(problems).length === 0) onSave(corrected(line, texts, panel));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form can't be inside of a form
    <div
      role="group"
      aria-label={`Correct ${lineLabel(line)}`}
      className="sticky start-0 grid max-w-[min(40rem,calc(100vw-5rem))] gap-4 sm:grid-cols-2"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        // Enter would send the form.
        event.preventDefault();
        save();
      }}
    >
      {CORRECTABLE.map((field) => (
        <TextField
          key={field}
          label={LABELS[field]}
          value={texts[field]}
          maxLength={MAX_TEXT}
          autoFocus={field === 'valueText'}
          {...(isTried && problems[field] && { error: problems[field] })}
          onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
        />
      ))}
      <SelectField
        label="Panel"
        options={PANEL_OPTIONS}
        value={panel}
        onChange={({ target }) => setPanel(target.value as ReadRowPanel)}
      />
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button size="sm" onClick={save}>
          Save and confirm this line
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
