import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ApiError, errorMessage } from '../../../api/api';
import { exportAuditEntries } from '../../../api/generated/sdk-staff.gen';
import type { AuditEntryDto, AuditExportFormat } from '../../../api/generated/types.gen';
import { type AuditFilters, auditPages } from '../../../api/staff-lists';
import { ExportButton } from '../../../components/admin/export-button';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { useFilters } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Collapsible } from '../../../ui/collapsible';
import { DateField } from '../../../ui/fields/date-field';
import { TextField } from '../../../ui/fields/text-field';
import { standaloneLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { ErrorState } from '../../../ui/messages/error-state';
import { Mono } from '../../../ui/mono';
import { formatInstant } from '../../../ui/text/days';
import { changedProperties } from './difference';
import { PublicLogStatus } from './public-log-status';

const NO_FILTERS = { action: '', actor: '', subject: '', from: '', to: '' };
const FILTER_NAMES = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[];

export function Component() {
  const { params, values, setFilters } = useFilters(NO_FILTERS);
  const form = useRef<HTMLFormElement>(null);
  // Resetting the form fills its fields from the URL again and keeps the focus where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defaults of the fields come from the URL
  useEffect(() => form.current?.reset(), [params]);
  const filters: AuditFilters = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setFilters(Object.fromEntries(FILTER_NAMES.map((name) => [name, String(fields.get(name)).trim()])));
  };
  const exportAs = (format: AuditExportFormat) => () =>
    exportAuditEntries({ body: { ...filters, format }, parseAs: 'blob', throwOnError: true });

  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl">Audit log</h1>
        <div className="flex flex-wrap gap-3">
          <ExportButton label="Export CSV" fetchFile={exportAs('csv')} />
          <ExportButton label="Export NDJSON" fetchFile={exportAs('ndjson')} />
        </div>
      </div>
      <PublicLogStatus />
      <form ref={form} onSubmit={show} className="grid items-end gap-4 print:hidden sm:grid-cols-2 lg:grid-cols-5">
        <TextField
          label="Action starts with"
          name="action"
          maxLength={100}
          autoCapitalize="none"
          defaultValue={filters.action}
        />
        <TextField label="Done by" name="actor" maxLength={100} autoCapitalize="none" defaultValue={filters.actor} />
        <TextField
          label="Done to"
          name="subject"
          maxLength={200}
          autoCapitalize="none"
          placeholder="CB-7K3M-9QXD or brand:12"
          defaultValue={filters.subject}
        />
        <DateField label="First day (UTC)" name="from" defaultValue={filters.from} />
        <DateField label="Last day (UTC)" name="to" defaultValue={filters.to} />
        <div className="flex flex-wrap gap-3 sm:col-span-2 lg:col-span-5">
          <Button type="submit">Show</Button>
          {Object.keys(filters).length > 0 && (
            <Button
              variant="quiet"
              onClick={() => {
                setFilters(NO_FILTERS);
                form.current?.querySelector('input')?.focus(); // this button is removed
              }}
            >
              Clear filters
            </Button>
          )}
        </div>
      </form>
      <p className="text-sm text-ink-soft print:hidden">
        Exports include what the filters show. Use CSV for a spreadsheet, or NDJSON (one JSON object per line) for a
        program.
      </p>
      <Entries filters={filters} />
    </div>
  );
}

function Entries({ filters }: { filters: AuditFilters }) {
  const list = usePagedRows(auditPages(filters));
  if (list.error instanceof ApiError && list.error.status === 400) {
    return <ErrorState title="Check the filters">{errorMessage(list.error)}</ErrorState>;
  }
  return (
    <PagedList
      list={list}
      loadingLabel="Loading the audit log"
      skeletonClassName="h-96"
      errorTitle="We couldn't load the audit log"
      countLabel={(total) => `${total === 1 ? 'entry' : 'entries'}, newest first`}
      empty={<NoEntries />}
      listClassName="border-t border-rule"
    >
      {(entry) => (
        <li key={entry.id}>
          <Entry entry={entry} />
        </li>
      )}
    </PagedList>
  );
}

function NoEntries() {
  return (
    <EmptyState title="No entries">
      No entries match. Try fewer filters, and type names the way the log does. An action looks like{' '}
      <Mono>brand.edited</Mono>. Under “Done to”, enter the reference of a certificate, or something like{' '}
      <Mono>brand:12</Mono>.
    </EmptyState>
  );
}

function Entry({ entry: { at, actorName, action, subject, reference, before, after } }: { entry: AuditEntryDto }) {
  return (
    <Collapsible
      summary={
        <>
          <span className="flex flex-wrap gap-x-3">
            <Mono className="font-medium">{action}</Mono>
            <span>by {actorName}</span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm font-normal text-ink-soft">
            <time dateTime={at}>{formatInstant(at)}</time>
            <Mono>{reference ?? subject}</Mono>
          </span>
        </>
      }
    >
      <div className="stack gap-3">
        <Changes changes={changedProperties(before, after)} />
        <SubjectLinks subject={subject} reference={reference} />
      </div>
    </Collapsible>
  );
}

/** The page that shows a subject, by the kind at its start. */
const SUBJECT_PAGES: Readonly<Record<string, (id: string) => string>> = {
  article: paths.staff.articlePreview,
  certificate: paths.staff.submission,
  lab: paths.staff.lab,
  message: paths.staff.message,
  'newsletter-issue': paths.staff.issue,
};

function SubjectLinks({ subject, reference }: Pick<AuditEntryDto, 'subject' | 'reference'>) {
  const [kind = '', id = ''] = subject.split(/:(.*)/);
  const page = SUBJECT_PAGES[kind];
  return (
    <p className="flex flex-wrap gap-x-4">
      {page && (
        <Link to={page(id)} className={standaloneLink}>
          {reference ? `Open ${reference}` : 'Open'}
        </Link>
      )}
      <Link
        to={`${paths.staff.auditLog}?subject=${encodeURIComponent(reference ?? subject)}`}
        className={standaloneLink}
      >
        Everything done to this
      </Link>
    </p>
  );
}

function Changes({ changes }: { changes: ReturnType<typeof changedProperties> }) {
  if (changes.length === 0) return <p className="text-sm text-ink-soft">No details were recorded.</p>;
  return (
    <dl className="stack gap-3 rounded-md border border-rule bg-surface p-4">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[minmax(8rem,1fr)_3fr]">
          <dt className="text-sm text-ink-soft">
            <Mono>{name}</Mono>
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            {before !== null && (
              <p>
                <span className="text-sm text-ink-soft">Before: </span>
                {after === null ? before : <s>{before}</s>}
              </p>
            )}
            {after !== null && (
              <p>
                <span className="text-sm text-ink-soft">After: </span>
                {after}
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
