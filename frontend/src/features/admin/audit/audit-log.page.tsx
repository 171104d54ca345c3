import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError, errorMessage } from '../../../api/api';
import { exportAuditEntries } from '../../../api/generated/sdk.gen';
import type { AuditEntryDto, AuditExportFormat } from '../../../api/generated/types.gen';
import { type AuditFilters, auditPages } from '../../../api/staff-lists';
import { ExportButton } from '../../../components/admin/export-button';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Collapsible } from '../../../ui/collapsible';
import { DateField } from '../../../ui/date-field';
import { formatInstant } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { standaloneLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import { difference } from './difference';

const FILTERS = ['action', 'actor', 'subject', 'from', 'to'] as const;

export function Component() {
  const [params, setParams] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  // The fields follow the address, and keep the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what they follow
  useEffect(() => form.current?.reset(), [params]);
  const filters: AuditFilters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const typed = FILTERS.map((name) => [name, String(values.get(name)).trim()]);
    setParams(Object.fromEntries(typed.filter(([, value]) => value)));
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
                setParams({});
                form.current?.querySelector('input')?.focus(); // this button goes
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
  const entries = useInfiniteQuery({ ...auditPages(filters), staleTime: 0, placeholderData: keepPreviousData });
  if (entries.isError && !entries.isFetchNextPageError) {
    if (entries.error instanceof ApiError && entries.error.status === 400) {
      return <ErrorState title="Check the filters">{errorMessage(entries.error)}</ErrorState>;
    }
    return (
      <ErrorState title="We couldn't load the audit log" onRetry={() => entries.refetch()}>
        {errorMessage(entries.error)}
      </ErrorState>
    );
  }
  if (entries.isPending) {
    return (
      <Loading label="Loading the audit log">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  const rows = entries.data.pages.flatMap((page) => page.rows);
  const [first] = entries.data.pages;
  if (rows.length === 0) {
    return (
      <EmptyState title="No entries">
        No entries match. Try fewer filters, and type names the way the log does. An action looks like{' '}
        <Mono>brand.edited</Mono>. Under “Done to”, enter the reference of a certificate, or something like{' '}
        <Mono>brand:12</Mono>.
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {first?.total.toLocaleString('en-US')}
        {first?.isTotalExact ? '' : '+'} {first?.total === 1 ? 'entry' : 'entries'}, newest first
      </p>
      <ul className="border-t border-rule">
        {rows.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {entries.hasNextPage && (
        <ShowMore onClick={() => entries.fetchNextPage()} busy={entries.isFetchingNextPage} error={entries.error} />
      )}
    </>
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
        <Changes changes={difference(before, after)} />
        <WhereToLook subject={subject} reference={reference} />
      </div>
    </Collapsible>
  );
}

/** Pages of what has one of its own, by the kind that subjects begin with. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  article: paths.staff.articlePreview,
  certificate: paths.staff.submission,
  lab: paths.staff.lab,
  message: paths.staff.message,
  'newsletter-issue': paths.staff.issue,
};

function WhereToLook({ subject, reference }: Pick<AuditEntryDto, 'subject' | 'reference'>) {
  const [kind = '', id = ''] = subject.split(/:(.*)/);
  const page = PAGES[kind];
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

function Changes({ changes }: { changes: ReturnType<typeof difference> }) {
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
