import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import type { LabCertificateDto } from '../../../api/generated/types.gen';
import { type LabCertificateFilters, labCertificatePages } from '../../../api/staff-lists';
import { LIFECYCLES } from '../../../components/admin/lifecycle';
import { LifecycleBadge } from '../../../components/admin/lifecycle-badge';
import { useDebounced } from '../../../hooks/use-debounced';
import { paths } from '../../../paths';
import { BatchId } from '../../../ui/batch-id';
import { Button } from '../../../ui/button';
import { cx } from '../../../ui/cx';
import { formatDay } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { textLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { SearchField } from '../../../ui/search-field';
import { SelectField } from '../../../ui/select-field';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';

/** Every certificate that a lab sent. Status and search live in the address, so that reload and back keep them. */
export function LabCertificates({ labId }: { labId: string }) {
  const { filters, typed, type, set } = useFilters();
  return (
    <section aria-labelledby="certificates" className="stack gap-4">
      <h2 id="certificates" className="text-lg">
        Certificates
      </h2>
      <div className="grid items-end gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          label="Search this lab's certificates"
          hint="Product, brand, batch, reference or report number"
          maxLength={100}
          value={typed}
          onValueChange={type}
        />
        <SelectField
          label="Status"
          value={filters.submissionStatus ?? ''}
          onChange={({ target }) => set({ ...filters, submissionStatus: statusOf(target.value) })}
        >
          <option value="">All</option>
          {LIFECYCLES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <Certificates
        labId={labId}
        filters={filters}
        onClear={() => {
          type('');
          set({});
        }}
      />
    </section>
  );
}

type Changed = { [Name in keyof LabCertificateFilters]?: LabCertificateFilters[Name] | undefined };

const statusOf = (text: string | null) => LIFECYCLES.find(({ value }) => value === text)?.value;

function useFilters() {
  const [params, setParams] = useSearchParams();
  const submissionStatus = statusOf(params.get('status'));
  const inAddress = params.get('search')?.trim() ?? '';
  const [typed, type] = useState(inAddress);
  const settled = useDebounced(typed);
  const set = ({ submissionStatus: status, search }: Changed) =>
    setParams({ ...(status && { status }), ...(search && { search }) }, { replace: true, preventScrollReset: true });
  const latest = useRef({ set, submissionStatus, inAddress });
  latest.current = { set, submissionStatus, inAddress };
  useEffect(() => {
    const now = latest.current;
    if (settled !== now.inAddress) now.set({ submissionStatus: now.submissionStatus, search: settled });
  }, [settled]);
  const filters: LabCertificateFilters = {
    ...(submissionStatus && { submissionStatus }),
    ...(inAddress && { search: inAddress }),
  };
  return { filters, typed, type, set };
}

interface CertificatesProps {
  labId: string;
  filters: LabCertificateFilters;
  onClear: () => void;
}

function Certificates({ labId, filters, onClear }: CertificatesProps) {
  const found = useInfiniteQuery({
    ...labCertificatePages(labId, filters),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (found.isLoadingError || (found.isError && !found.data)) {
    return (
      <ErrorState headingLevel={3} title="We couldn't load the certificates" onRetry={() => found.refetch()}>
        {errorMessage(found.error)}
      </ErrorState>
    );
  }
  if (found.isPending) {
    return (
      <Loading label="Loading certificates">
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  const rows = found.data.pages.flatMap((page) => page.rows);
  const [first] = found.data.pages;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <p role="status" className={rows.length === 0 ? 'sr-only' : 'text-sm text-ink-soft'}>
        {first?.total.toLocaleString('en-US')}
        {first?.isTotalExact ? '' : '+'} {first?.total === 1 ? 'certificate' : 'certificates'}, newest first
      </p>
      {rows.length > 0 ? (
        <ul
          className={cx(
            'stack gap-px overflow-hidden rounded-lg border border-rule bg-rule',
            found.isPlaceholderData && 'opacity-60',
          )}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      ) : isFiltered ? (
        <EmptyState
          headingLevel={3}
          title="No certificates match"
          actions={
            <Button variant="secondary" onClick={onClear}>
              Show all certificates
            </Button>
          }
        >
          Try fewer letters, or another status.
        </EmptyState>
      ) : (
        <EmptyState headingLevel={3} title="No certificates yet">
          Everything this lab sends will be listed here.
        </EmptyState>
      )}
      {found.hasNextPage && (
        <ShowMore
          onClick={() => found.fetchNextPage()}
          busy={found.isFetchingNextPage}
          error={found.isFetchNextPageError ? found.error : null}
        />
      )}
    </>
  );
}

function Row({ row }: { row: LabCertificateDto }) {
  const { id, productName, brandName, batchId, reference, labReportId, testDate, createdAt } = row;
  return (
    <li className="grid gap-x-6 gap-y-2 bg-surface p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <span className="min-w-0">
        <Link to={paths.staff.submission(id)} className={`${textLink} font-medium wrap-anywhere`}>
          {productName}
        </Link>{' '}
        <span className="wrap-anywhere text-ink-soft">by {brandName}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          Batch <BatchId>{batchId}</BatchId> · <Mono>{reference}</Mono>
          {labReportId && (
            <>
              {' '}
              · Report <Mono>{labReportId}</Mono>
            </>
          )}
        </span>
        <span className="block text-sm text-ink-soft">
          Tested {formatDay(testDate)} · Received {formatDay(createdAt.slice(0, 10))}
        </span>
      </span>
      <span className="justify-self-start sm:justify-self-end">
        <LifecycleBadge certificate={row} />
      </span>
    </li>
  );
}
