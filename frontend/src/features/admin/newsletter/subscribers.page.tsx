import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { getSubscriberCountsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { exportSubscribers } from '../../../api/generated/sdk.gen';
import type { SubscriberDto, SubscriptionStatus } from '../../../api/generated/types.gen';
import { type SubscriberFilters, subscriberPages } from '../../../api/staff-lists';
import { ExportButton } from '../../../components/admin/export-button';
import { useDebounced } from '../../../hooks/use-debounced';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { formatDay } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { SearchField } from '../../../ui/search-field';
import { SelectField } from '../../../ui/select-field';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';

const SELECTIONS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Not confirmed yet' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
  { value: 'bounced', label: 'Bounced' },
] as const;

const COUNTED = [
  ['active', 'active'],
  ['pending', 'not confirmed yet'],
  ['unsubscribed', 'unsubscribed'],
  ['bounced', 'bounced'],
] as const;

const STATUS_BADGES: Record<SubscriptionStatus, ReactNode> = {
  active: <Badge tone="leaf">Active</Badge>,
  pending: <Badge tone="citrus">Not confirmed yet</Badge>,
  unsubscribed: <Badge>Unsubscribed</Badge>,
  bounced: <Badge tone="clay">Bounced</Badge>,
};

/** The status is in the address; what is searched for is not, because it is somebody's own address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const status = SELECTIONS.find(({ value }) => value === params.get('status'))?.value ?? 'all';
  const filters: SubscriberFilters = { status, ...(search && { search }) };
  const counts = useQuery({ ...getSubscriberCountsOptions(), staleTime: 0 });

  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="stack gap-1">
          <h1 className="text-2xl">Newsletter subscribers</h1>
          <p className="min-h-6 text-sm text-ink-soft">
            {counts.data &&
              COUNTED.map(([status, word]) => `${counts.data[status].toLocaleString('en-US')} ${word}`).join(', ')}
          </p>
        </div>
        <ExportButton
          label="Export CSV"
          fetchFile={() => exportSubscribers({ body: filters, parseAs: 'blob', throwOnError: true })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          label="Part of an address"
          maxLength={100}
          spellCheck={false}
          value={typed}
          onValueChange={setTyped}
        />
        <SelectField
          label="Status"
          value={status}
          options={SELECTIONS}
          onChange={(event) => setParams(event.target.value === 'all' ? {} : { status: event.target.value })}
        />
      </div>
      <p className="text-sm text-ink-soft">
        Exports include what the filters show. The audit log records who exported and how many addresses.
      </p>
      <Subscribers
        filters={filters}
        onClear={() => {
          setTyped('');
          setParams({});
        }}
      />
    </div>
  );
}

function Subscribers({ filters, onClear }: { filters: SubscriberFilters; onClear: () => void }) {
  const subscribers = useInfiniteQuery({
    ...subscriberPages(filters),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (subscribers.isError && !subscribers.isFetchNextPageError) {
    return (
      <ErrorState title="We couldn't load the subscribers" onRetry={() => subscribers.refetch()}>
        {errorMessage(subscribers.error)}
      </ErrorState>
    );
  }
  if (subscribers.isPending) {
    return (
      <Loading label="Loading subscribers">
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  const rows = subscribers.data.pages.flatMap((page) => page.rows);
  const [first] = subscribers.data.pages;
  if (rows.length === 0) {
    const isFiltered = filters.search !== undefined || filters.status !== 'all';
    return (
      <EmptyState
        title="No subscribers"
        actions={
          isFiltered && (
            <Button variant="secondary" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      >
        {isFiltered ? 'No subscribers match.' : 'No one has subscribed yet.'}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {first?.total.toLocaleString('en-US')}
        {first?.isTotalExact ? '' : '+'} found, newest first
      </p>
      <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
        {rows.map((subscriber) => (
          <Row key={subscriber.id} subscriber={subscriber} />
        ))}
      </ul>
      {subscribers.hasNextPage && (
        <ShowMore
          onClick={() => subscribers.fetchNextPage()}
          busy={subscribers.isFetchingNextPage}
          error={subscribers.error}
        />
      )}
    </>
  );
}

function Row({ subscriber: { email, status, subscribedAt, unsubscribedAt, source } }: { subscriber: SubscriberDto }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface p-4">
      <span className="me-auto min-w-0 font-medium wrap-anywhere">{email}</span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span>Since {formatDay(subscribedAt.slice(0, 10))}</span>
        {unsubscribedAt && <span>Left {formatDay(unsubscribedAt.slice(0, 10))}</span>}
        {source && <span className="wrap-anywhere">From {source}</span>}
        {STATUS_BADGES[status]}
      </span>
    </li>
  );
}
