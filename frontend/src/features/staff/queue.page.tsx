import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf, type QueueFilters, submissionPages } from '../../api/api';
import { getSubmissionCountsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type {
  CertificateSource,
  QueueCountDto,
  SubmissionStatus,
  SubmissionSummaryDto,
} from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { BatchId } from '../../ui/batch-id';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { formatDay } from '../../ui/days';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { ArrowRightIcon } from '../../ui/icons';
import { textLink } from '../../ui/link-styles';
import { Mono } from '../../ui/mono';
import { Notice } from '../../ui/notice';
import { SearchField } from '../../ui/search-field';
import { SelectField } from '../../ui/select-field';
import { ShowMore } from '../../ui/show-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { DueMark } from './due-mark';
import { pendingDecisions } from './pending-decisions';
import { filtersOf, queryOf, SOURCES, STANDINGS } from './queue';
import { useShortcuts } from './shortcuts';
import { ShortcutsHelp } from './shortcuts-help';
import { SourceBadge } from './source-badge';
import { StandingBadge } from './standing-badge';
import { useSettled } from './use-settled';

const SEARCH_ID = 'queue-search';

export function Component() {
  const { filters, query, typed, type, set } = useFilters();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const submissions = useInfiniteQuery({
    ...submissionPages(filters),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const decisions = useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.shown);
  const rows = submissions.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = submissions.data?.pages[0];
  const isDecided = (id: string) =>
    decisions.some(({ submissionId, state }) => submissionId === id && state !== 'failed');
  const oldest = filters.submissionStatus === 'pending' ? rows.find(({ id }) => !isDecided(id)) : undefined;
  const addressOf = (id: string) => paths.staff.submission(id) + query;

  useShortcuts({
    j: () => step(list.current, 1),
    k: () => step(list.current, -1),
    '/': () => document.getElementById(SEARCH_ID)?.focus(),
  });
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(list.current, by);
  };

  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Review queue</h1>
        <div className="flex flex-wrap items-center gap-3">
          {oldest && (
            <Button iconAfter={<ArrowRightIcon />} onClick={() => navigate(addressOf(oldest.id))}>
              Start reviewing
            </Button>
          )}
          <ShortcutsHelp />
        </div>
      </div>
      <Counts filters={filters} />
      <section
        aria-label="Search and filters"
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]"
      >
        <SearchField
          id={SEARCH_ID}
          label="Search"
          placeholder="Product, brand or batch ID"
          maxLength={100}
          value={typed}
          onValueChange={type}
        />
        <SelectField
          label="Status"
          value={filters.submissionStatus}
          options={STANDINGS}
          onChange={(event) => set({ submissionStatus: event.target.value as SubmissionStatus, overdue: undefined })}
        />
        <SelectField
          label="Source"
          value={filters.source ?? ''}
          onChange={(event) => set({ source: (event.target.value || undefined) as CertificateSource | undefined })}
        >
          <option value="">All sources</option>
          {SOURCES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={filters.overdue ?? false}
            disabled={filters.submissionStatus !== 'pending'}
            onChange={(event) => set({ overdue: event.target.checked || undefined })}
            className="size-5 accent-pine"
          />
          Overdue only
        </label>
      </section>
      {submissions.isLoadingError ? (
        <ErrorState
          title="We couldn't load the queue"
          onRetry={() => submissions.refetch()}
          retrying={submissions.isFetching}
        >
          {messageOf(submissions.error)}
        </ErrorState>
      ) : submissions.isPending ? (
        <Loading label="Loading the queue">
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : (
        <>
          {submissions.isError && (
            <Notice
              tone="danger"
              role="alert"
              title="This may be out of date"
              actions={
                <Button
                  size="sm"
                  variant="secondary"
                  pending={submissions.isFetching}
                  onClick={() => submissions.refetch()}
                >
                  Try again
                </Button>
              }
            >
              {messageOf(submissions.error)}
            </Notice>
          )}
          <p role="status" className={rows.length === 0 ? 'sr-only' : 'text-sm text-ink-soft'}>
            {first?.total.toLocaleString('en-US')}
            {first?.isTotalExact ? '' : '+'} {first?.total === 1 ? 'submission' : 'submissions'}, oldest first
          </p>
          {rows.length === 0 ? (
            <Empty filters={filters} />
          ) : (
            <ul
              ref={list}
              onKeyDown={walk}
              className={cx(
                'stack gap-px overflow-hidden rounded-lg border border-rule bg-rule',
                submissions.isPlaceholderData && 'opacity-60',
              )}
            >
              {rows.map((row) => (
                <Row key={row.id} row={row} address={addressOf(row.id)} isDecided={isDecided(row.id)} />
              ))}
            </ul>
          )}
          {submissions.hasNextPage && (
            <ShowMore onClick={() => submissions.fetchNextPage()} busy={submissions.isFetchingNextPage} />
          )}
        </>
      )}
    </div>
  );
}

/** Filters live in the address, so that reload, back and a colleague's link show the same queue. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const inAddress = filters.search ?? '';
  const [typed, setTyped] = useState(inAddress);
  const settled = useSettled(typed);
  const set = (changed: { [Name in keyof QueueFilters]?: QueueFilters[Name] | undefined }) =>
    setParams(queryOf({ ...filters, ...changed } as QueueFilters), { replace: true, preventScrollReset: true });
  const latest = useRef(set);
  latest.current = set;
  useEffect(() => latest.current({ search: settled || undefined }), [settled]);
  // A link that leads to another search, or to none, changes what stands in the field as well.
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    setKnown(inAddress);
    if (inAddress !== settled) setTyped(inAddress);
  }
  return { filters, query: queryOf(filters), typed, type: setTyped, set };
}

/** How much there is to do; each figure is also the way to it. */
function Counts({ filters }: { filters: QueueFilters }) {
  const counts = useQuery({ ...getSubmissionCountsOptions(), staleTime: 0 });
  const isOf = (submissionStatus: SubmissionStatus, overdue?: true) =>
    filters.submissionStatus === submissionStatus && filters.overdue === overdue;
  return (
    <nav aria-label="To do">
      <ul className="grid gap-3 sm:grid-cols-3">
        <Count
          label="Waiting for review"
          count={counts.data?.pending}
          query={queryOf({ submissionStatus: 'pending' })}
          isChosen={isOf('pending')}
        />
        <Count
          label="Overdue"
          count={counts.data?.overdue}
          query={queryOf({ submissionStatus: 'pending', overdue: true })}
          isChosen={isOf('pending', true)}
        />
        <Count
          label="Waiting for the submitter"
          count={counts.data?.changesRequested}
          query={queryOf({ submissionStatus: 'changes_requested' })}
          isChosen={isOf('changes_requested')}
        />
      </ul>
    </nav>
  );
}

interface CountProps {
  label: string;
  count: QueueCountDto | undefined;
  query: string;
  isChosen: boolean;
}

function Count({ label, count, query, isChosen }: CountProps) {
  const figure = count ? `${count.count.toLocaleString('en-US')}${count.relation === 'gte' ? '+' : ''}` : '–';
  return (
    <li>
      <Link
        to={paths.staff.queue + query}
        aria-current={isChosen || undefined}
        className="flex min-h-11 items-baseline justify-between gap-3 rounded-lg border border-rule bg-surface px-4 py-3 no-underline hover:border-pine aria-current:border-pine aria-current:bg-pine-soft"
      >
        <span className="text-sm">{label}</span>
        <span className="text-xl font-semibold">{figure}</span>
      </Link>
    </li>
  );
}

function Row({ row, address, isDecided }: { row: SubmissionSummaryDto; address: string; isDecided: boolean }) {
  return (
    <li className="grid gap-x-6 gap-y-2 bg-surface p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <span className="min-w-0">
        <Link to={address} data-row className={`${textLink} font-medium wrap-anywhere`}>
          {row.productName}
        </Link>{' '}
        <span className="text-ink-soft">by {row.brandName}</span>
        <span className="block text-sm text-ink-soft">
          Batch <BatchId>{row.batchId}</BatchId> · {row.labName} · <Mono>{row.reference}</Mono>
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isDecided && <Badge tone="citrus">Decision being sent</Badge>}
        {row.supersedes && <Badge>Amendment</Badge>}
        <SourceBadge source={row.source} />
        {row.submissionStatus === 'pending' ? (
          <DueMark dueDate={row.dueDate} />
        ) : (
          <>
            <StandingBadge certificate={row} />
            {row.reviewedAt && (
              <span className="text-sm text-ink-soft">{formatDay((row.endedAt ?? row.reviewedAt).slice(0, 10))}</span>
            )}
          </>
        )}
      </span>
    </li>
  );
}

function Empty({ filters }: { filters: QueueFilters }) {
  if (queryOf(filters) === '') {
    return <EmptyState title="Nothing to review">You're all caught up.</EmptyState>;
  }
  return (
    <EmptyState
      title="No submissions"
      actions={
        <Button variant="secondary" asChild>
          <Link to={paths.staff.queue}>Show all waiting</Link>
        </Button>
      }
    >
      No submissions match these filters.
    </EmptyState>
  );
}

/** Moves the focus along the rows; from elsewhere to the first one, or the last. */
function step(list: HTMLElement | null, by: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const place = rows.indexOf(document.activeElement as HTMLElement);
  const target = place === -1 ? (by > 0 ? rows[0] : rows.at(-1)) : rows[place + by];
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}
