import { useQuery } from '@tanstack/react-query';
import { getSubscriberCountsOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { exportSubscribers } from '../../../api/generated/sdk-staff.gen';
import type { SubscriberDto, SubscriberSelection, SubscriptionStatus } from '../../../api/generated/types.gen';
import { type SubscriberFilters, subscriberPages } from '../../../api/staff-lists';
import { ExportButton } from '../../../components/admin/export-button';
import { FilterSelect } from '../../../components/admin/filter-select';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { useDebouncedSearch } from '../../../hooks/use-debounced';
import { findOption, useFilters } from '../../../hooks/use-filters';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { SearchField } from '../../../ui/fields/search-field';
import { EmptyState } from '../../../ui/messages/empty-state';
import { formatDay } from '../../../ui/text/days';
import { formatCount } from '../../../ui/text/figures';

const STATUSES: Record<SubscriptionStatus, { word: string; tone: BadgeTone }> = {
  active: { word: 'Active', tone: 'leaf' },
  pending: { word: 'Not confirmed yet', tone: 'citrus' },
  unsubscribed: { word: 'Unsubscribed', tone: 'neutral' },
  bounced: { word: 'Bounced', tone: 'clay' },
};

const STATUS_NAMES = Object.keys(STATUSES) as SubscriptionStatus[];

const SELECTIONS: readonly { value: SubscriberSelection; label: string }[] = [
  { value: 'all', label: 'All' },
  ...STATUS_NAMES.map((value) => ({ value, label: STATUSES[value].word })),
];

/** The status is in the URL. The search is not, because it is part of a person's email address. */
export function Component() {
  const { values, setFilters } = useFilters({ status: 'all' });
  const [search, searchField] = useDebouncedSearch();
  const status = findOption(SELECTIONS, values.status) ?? 'all';
  const filters: SubscriberFilters = { status, ...(search && { search }) };
  const counts = useQuery({ ...getSubscriberCountsOptions(), staleTime: 0 });
  const list = usePagedRows(subscriberPages(filters));
  const clear = () => {
    searchField.onValueChange('');
    setFilters({ status: 'all' });
  };
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="stack gap-1">
          <h1 className="text-2xl">Newsletter subscribers</h1>
          <p className="min-h-6 text-sm text-ink-soft">
            {counts.data &&
              STATUS_NAMES.map((name) => `${formatCount(counts.data[name])} ${STATUSES[name].word.toLowerCase()}`).join(
                ', ',
              )}
          </p>
        </div>
        <ExportButton
          label="Export CSV"
          fetchFile={() => exportSubscribers({ body: filters, parseAs: 'blob', throwOnError: true })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField label="Part of an address" maxLength={100} spellCheck={false} {...searchField} />
        <FilterSelect label="Status" name="status" value={status} options={SELECTIONS} setFilters={setFilters} />
      </div>
      <p className="text-sm text-ink-soft">
        Exports include what the filters show. The audit log records who exported and how many addresses.
      </p>
      <PagedList
        list={list}
        loadingLabel="Loading subscribers"
        errorTitle="We couldn't load the subscribers"
        countLabel={() => 'found, newest first'}
        empty={<Empty filters={filters} onClear={clear} />}
      >
        {(subscriber) => <Row key={subscriber.id} subscriber={subscriber} />}
      </PagedList>
    </div>
  );
}

interface EmptyProps {
  filters: SubscriberFilters;
  onClear: () => void;
}

function Empty({ filters, onClear }: EmptyProps) {
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

function Row({ subscriber: { email, status, subscribedAt, unsubscribedAt, source } }: { subscriber: SubscriberDto }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface p-4">
      <span className="me-auto min-w-0 font-medium wrap-anywhere">{email}</span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span>Since {formatDay(subscribedAt.slice(0, 10))}</span>
        {unsubscribedAt && <span>Left {formatDay(unsubscribedAt.slice(0, 10))}</span>}
        {source && <span className="wrap-anywhere">From {source}</span>}
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].word}</Badge>
      </span>
    </li>
  );
}
