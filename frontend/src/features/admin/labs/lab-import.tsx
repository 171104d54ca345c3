import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import { checkLabCsvMutation, importLabCsvMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabCsvRowDto, LabDto, LineResultDto } from '../../../api/generated/types.gen';
import { useChange } from '../../../components/admin/use-change';
import { BatchId } from '../../../components/certificates/batch-id';
import { CsvPicker, cellProblem, csvBody } from '../../../components/coa-registry/csv-picker';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Collapsible } from '../../../ui/collapsible';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { Notice } from '../../../ui/messages/notice';
import { Spinner } from '../../../ui/messages/spinner';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';
import { counted } from '../../../ui/text/counted';

const MAX_KILOBYTES = 1024;

/** More are folded away. */
const OPEN_MAX = 20;

const rowsOf = (count: number) => counted(count, 'row');

/** Imports the spreadsheet of a lab that mails its certificates: checked first, and stored after a person has seen that. */
export function LabImport({ lab: { id, name, suspended } }: { lab: LabDto }) {
  const [file, setFile] = useState<File | null>(null);
  const check = useMutation(checkLabCsvMutation());
  const importing = useChange(importLabCsvMutation());
  const choose = (chosen: File) => {
    if (importing.isPending) return;
    importing.reset();
    setFile(chosen);
    check.mutate({ path: { id }, body: csvBody(chosen) });
  };
  if (suspended) {
    return (
      <Section id="import" title="Import a spreadsheet">
        <p>This lab is suspended. Resume its access before you import for it.</p>
      </Section>
    );
  }
  return (
    <Section id="import" title="Import a spreadsheet">
      <CsvPicker
        label="Spreadsheet of this lab (CSV)"
        hint="For a lab that mails its certificates. Up to 2,000 rows, in the template for labs. It is checked first, and nothing is stored."
        template="/api/docs/certificates.csv"
        maxKilobytes={MAX_KILOBYTES}
        error={check.error ? errorMessage(check.error) : undefined}
        onChoose={choose}
      />
      <div role="status" className="empty:hidden">
        {check.isPending && (
          <p className="flex items-center gap-2">
            <Spinner label={null} className="size-5" /> Checking {file?.name}…
          </p>
        )}
        {check.data && !importing.data && <Checked rows={check.data} fileName={file?.name ?? ''} />}
        {check.data && importing.data && <Imported results={importing.data} labName={name} />}
      </div>
      {check.data && !importing.data && (
        <>
          {importing.error instanceof Error && (
            <Notice tone="danger" title="We couldn't import the file" role="alert">
              {errorMessage(importing.error)} You can import it again: no row is stored twice.
            </Notice>
          )}
          <ImportButton
            count={check.data.filter(isReady).length}
            pending={importing.isPending}
            onClick={() => file && importing.mutate({ path: { id }, body: csvBody(file) })}
          />
        </>
      )}
      {check.data && <Rows rows={importing.data ? withResults(check.data, importing.data) : check.data} />}
    </Section>
  );
}

type Row = LabCsvRowDto & Partial<Pick<LineResultDto, 'id' | 'reference'>>;

const isReady = ({ errors }: Row) => errors.length === 0;

/** The rows as they were imported, with the names that the check found. */
function withResults(checked: readonly LabCsvRowDto[], results: readonly LineResultDto[]): readonly Row[] {
  const byLine = new Map(results.map((result) => [result.line, result]));
  return checked.map((row) => {
    const { id = null, reference = null, errors = row.errors } = byLine.get(row.line) ?? {};
    return { ...row, id, reference, errors };
  });
}

function Checked({ rows, fileName }: { rows: readonly Row[]; fileName: string }) {
  const ready = rows.filter(isReady).length;
  return (
    <p className="wrap-anywhere">
      {fileName}: {rowsOf(ready)} ready, {rowsOf(rows.length - ready)} with problems. Nothing is stored yet.
    </p>
  );
}

interface ImportButtonProps {
  count: number;
  pending: boolean;
  onClick: () => void;
}

function ImportButton({ count, ...button }: ImportButtonProps) {
  if (count === 0) return <p>No row can be imported. Correct the file, then choose it again.</p>;
  return (
    <div className="stack gap-2">
      <p className="text-sm text-ink-soft">
        Imported rows wait for review, marked as entered by staff. The audit log names you. Rows with problems are left
        out.
      </p>
      <Button {...button} pendingText={`Importing ${rowsOf(count)}…`} className="justify-self-start">
        Import {rowsOf(count)}
      </Button>
    </div>
  );
}

function Imported({ results, labName }: { results: readonly LineResultDto[]; labName: string }) {
  const taken = results.filter(({ outcome }) => outcome !== 'refused').length;
  const refused = results.length - taken;
  return (
    <Notice tone={taken > 0 ? 'success' : 'caution'} title={`${rowsOf(taken)} imported for ${labName}`}>
      {taken > 0 && 'They wait for review. '}
      {refused > 0 &&
        `${rowsOf(refused)} not imported: correct the file, then choose it again. Rows that wait already are left out.`}
    </Notice>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const ready = rows.filter(isReady);
  const wrong = rows.filter((row) => !isReady(row));
  const isImported = ready.some(({ id }) => id);
  return (
    <>
      <Fold title={isImported ? 'Rows not imported' : 'Rows with problems'} rows={wrong} isOpen />
      <Fold title={isImported ? 'Imported rows' : 'Ready rows'} rows={ready} isOpen={ready.length <= OPEN_MAX} />
    </>
  );
}

function Fold({ title, rows, isOpen }: { title: string; rows: readonly Row[]; isOpen: boolean }) {
  if (rows.length === 0) return null;
  return (
    <Collapsible key={title} summary={`${title} (${rows.length.toLocaleString('en-US')})`} defaultOpen={isOpen}>
      <ul className={rowList}>
        {rows.map((row) => (
          <RowItem key={row.line} row={row} />
        ))}
      </ul>
    </Collapsible>
  );
}

function RowItem({ row: { line, labReportId, productName, brandName, batchId, id, reference, errors } }: { row: Row }) {
  return (
    <li className="stack gap-1 bg-surface p-4 wrap-anywhere">
      <p>
        <span className="font-medium">Row {line}</span>
        {productName !== null && (
          <>
            {' '}
            · {productName} by {brandName}
          </>
        )}
        {id && reference && (
          <>
            {' '}
            ·{' '}
            <Link to={paths.staff.submission(id)} className={textLink}>
              <Mono>{reference}</Mono>
            </Link>
          </>
        )}
      </p>
      <p className="text-sm text-ink-soft empty:hidden">
        {batchId !== null && (
          <>
            Batch <BatchId>{batchId}</BatchId>{' '}
          </>
        )}
        {labReportId !== null && (
          <>
            Report <Mono>{labReportId}</Mono>
          </>
        )}
      </p>
      {errors.length > 0 && (
        <ul className="list-disc ps-5 text-sm text-clay">
          {errors.map((error) => (
            <li key={`${error.field} ${error.message}`}>{cellProblem(error)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
