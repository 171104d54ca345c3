import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { getSubmissionCountsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import type {
  CertificateSource,
  QueueCountDto,
  QueuedSubmissionDto,
  QueueSort,
  SubmissionStatus,
} from '../../../api/generated/types.gen';
import { type QueueFilters, submissionPages } from '../../../api/staff-lists';
import { LIFECYCLES } from '../../../components/admin/lifecycle';
import { LifecycleBadge } from '../../../components/admin/lifecycle-badge';
import { useDebounced } from '../../../hooks/use-debounced';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { BatchId } from '../../../ui/batch-id';
import { Button } from '../../../ui/button';
import { cx } from '../../../ui/cx';
import { formatDay } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { ArrowRightIcon } from '../../../ui/icons';
import { textLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { Notice } from '../../../ui/notice';
import { SearchField } from '../../../ui/search-field';
import { SelectField } from '../../../ui/select-field';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { BulkDecisionDialog } from './bulk-decision-dialog';
import type { DecisionKind } from './decision';
import { DueBadge } from './due-badge';
import { isUnderWay, pendingDecisions } from './pending-decisions';
import { parseFilters, queueQuery, SORTS, SOURCES, sortOptionsFor } from './queue';
import { useShortcuts } from './shortcuts';
import { ShortcutsHelp } from './shortcuts-help';
import { SourceBadge } from './source-badge';
import { rememberOpened, useQueuePosition, writePosition } from './use-queue-position';

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
  const isDecided = (id: string) => isUnderWay(decisions, id);
  const oldest = filters.submissionStatus === 'pending' ? rows.find(({ id }) => !isDecided(id)) : undefined;
  const addressOf = (id: string) => paths.staff.submission(id) + query;

  const { submissionStatus } = filters;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<DecisionKind | null>(null);
  // What is selected and what is shown stay together: another list begins with nothing selected.
  const [selectedIn, setSelectedIn] = useState(query);
  if (selectedIn !== query) {
    setSelectedIn(query);
    setSelected(new Set());
  }
  const isSelectable = submissionStatus === 'pending' || submissionStatus === 'changes_requested';
  const selectable = isSelectable ? rows.filter(({ id }) => !isDecided(id)) : [];
  const chosen = selectable.filter(({ id }) => selected.has(id));
  const toggle = (id: string) =>
    setSelected((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  const kinds = KINDS.filter(({ kind }) => submissionStatus === 'pending' || kind === 'reject');
  const decide = (kind: DecisionKind) => (chosen.length > 0 ? () => setDeciding(kind) : undefined);
  useQueuePosition(list, {
    rows: rows.length,
    isReady: submissions.isSuccess && !submissions.isPlaceholderData,
    hasNextPage: submissions.hasNextPage,
    isFetching: submissions.isFetching,
    fetchNextPage: submissions.fetchNextPage,
  });

  useShortcuts({
    j: () => step(list.current, 1),
    k: () => step(list.current, -1),
    x: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-submission]')?.dataset.submission;
      if (id && selectable.some((row) => row.id === id)) toggle(id);
    },
    ...Object.fromEntries(kinds.map(({ kind, key }) => [key, decide(kind)])),
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
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
      >
        <SearchField
          id={SEARCH_ID}
          label="Search"
          placeholder="Product, batch, lab, reference…"
          hint="Product, brand, batch ID, lab, report number or reference"
          maxLength={100}
          value={typed}
          onValueChange={type}
        />
        <SelectField
          label="Status"
          value={filters.submissionStatus}
          options={LIFECYCLES}
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
        <SelectField
          label="Sort"
          value={filters.sort ?? 'oldest'}
          options={sortOptionsFor(submissionStatus)}
          onChange={({ target }) => set({ sort: target.value === 'oldest' ? undefined : (target.value as QueueSort) })}
        />
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
          {errorMessage(submissions.error)}
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
              {errorMessage(submissions.error)}
            </Notice>
          )}
          <p role="status" className={rows.length === 0 ? 'sr-only' : 'text-sm text-ink-soft'}>
            {first?.total.toLocaleString('en-US')}
            {first?.isTotalExact ? '' : '+'} {first?.total === 1 ? 'submission' : 'submissions'},{' '}
            {orderOf(filters.sort)}
          </p>
          {rows.length === 0 ? (
            <Empty filters={filters} />
          ) : (
            <>
              {selectable.length > 0 && (
                <SelectionBar
                  shown={selectable.length}
                  chosen={chosen.length}
                  kinds={kinds}
                  onSelectAll={(isAll) => setSelected(new Set(isAll ? selectable.map(({ id }) => id) : []))}
                  onDecide={setDeciding}
                />
              )}
              <ul
                ref={list}
                onKeyDown={walk}
                className={cx(
                  'stack gap-px overflow-hidden rounded-lg border border-rule bg-rule',
                  submissions.isPlaceholderData && 'opacity-60',
                )}
              >
                {rows.map((row, place) => (
                  <Row
                    key={row.id}
                    row={row}
                    address={addressOf(row.id)}
                    isDecided={isDecided(row.id)}
                    isSelected={selected.has(row.id)}
                    {...(isSelectable && { onToggle: () => toggle(row.id) })}
                    onOpen={() => {
                      rememberOpened(row.reference);
                      writePosition({ place, row: row.reference });
                    }}
                  />
                ))}
              </ul>
            </>
          )}
          {deciding && (
            <BulkDecisionDialog
              kind={deciding}
              rows={chosen}
              address={paths.staff.queue + query}
              onClose={() => setDeciding(null)}
              onDecided={() => {
                setDeciding(null);
                setSelected(new Set());
              }}
              onUndo={() => setSelected(new Set(chosen.map(({ id }) => id)))}
            />
          )}
          {submissions.hasNextPage && (
            <ShowMore onClick={() => submissions.fetchNextPage()} busy={submissions.isFetchingNextPage} />
          )}
        </>
      )}
    </div>
  );
}

const KINDS: readonly { kind: DecisionKind; word: string; key: string }[] = [
  { kind: 'approve', word: 'Approve…', key: 'a' },
  { kind: 'changes', word: 'Request changes…', key: 'c' },
  { kind: 'reject', word: 'Reject…', key: 'r' },
];

const orderOf = (sort: QueueSort = 'oldest') => SORTS.find(({ value }) => value === sort)?.order;

interface SelectionBarProps {
  /** How many of the rows shown can be selected. */
  shown: number;
  chosen: number;
  kinds: typeof KINDS;
  onSelectAll: (isAll: boolean) => void;
  onDecide: (kind: DecisionKind) => void;
}

/** What can be done with the selected rows; stays in view while something is selected. */
function SelectionBar({ shown, chosen, kinds, onSelectAll, onDecide }: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = chosen > 0 && chosen < shown;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <section
      aria-label="Selected submissions"
      data-queue-bar={chosen > 0 || undefined}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-1.5',
        chosen > 0 && 'sticky top-0 z-20 border border-edge bg-surface shadow-raised',
      )}
    >
      <label className="flex min-h-11 items-center gap-2.5 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={chosen === shown}
          onChange={(event) => onSelectAll(event.target.checked)}
          className="size-5 accent-pine"
        />
        Select all {shown} on this page
      </label>
      <p role="status" className="text-sm font-medium">
        {chosen > 0 && `${chosen} selected`}
      </p>
      {chosen > 0 && (
        <div className="flex flex-wrap gap-2">
          {kinds.map(({ kind, word, key }) => (
            <Button
              key={kind}
              size="sm"
              variant={kind === 'approve' ? 'primary' : 'secondary'}
              aria-keyshortcuts={key}
              onClick={() => onDecide(kind)}
            >
              {word}
            </Button>
          ))}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              onSelectAll(false);
              box.current?.focus(); // this button goes
            }}
          >
            Clear selection
          </Button>
        </div>
      )}
    </section>
  );
}

/** Filters live in the address, so that reload, back and a colleague's link show the same queue. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = parseFilters(params);
  const inAddress = filters.search ?? '';
  const [typed, setTyped] = useState(inAddress);
  const settled = useDebounced(typed);
  const set = (changed: { [Name in keyof QueueFilters]?: QueueFilters[Name] | undefined }) =>
    setParams(queueQuery({ ...filters, ...changed } as QueueFilters), { replace: true, preventScrollReset: true });
  const latest = useRef(set);
  latest.current = set;
  const searched = useRef(inAddress);
  useEffect(() => {
    // Not on arrival: writing the same search again would take the place in the list out of the address.
    if (settled.trim() !== searched.current) latest.current({ search: settled.trim() || undefined });
    searched.current = settled.trim();
  }, [settled]);
  // A link that leads to another search, or to none, changes what stands in the field as well.
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    setKnown(inAddress);
    if (inAddress !== settled) setTyped(inAddress);
  }
  return { filters, query: queueQuery(filters), typed, type: setTyped, set };
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
          query={queueQuery({ submissionStatus: 'pending' })}
          isChosen={isOf('pending')}
        />
        <Count
          label="Overdue"
          count={counts.data?.overdue}
          query={queueQuery({ submissionStatus: 'pending', overdue: true })}
          isChosen={isOf('pending', true)}
        />
        <Count
          label="Waiting for the submitter"
          count={counts.data?.changesRequested}
          query={queueQuery({ submissionStatus: 'changes_requested' })}
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

interface RowProps {
  row: QueuedSubmissionDto;
  address: string;
  isDecided: boolean;
  isSelected: boolean;
  /** Left out where nothing can be decided any more. */
  onToggle?: () => void;
  onOpen: () => void;
}

function Row({ row, address, isDecided, isSelected, onToggle, onOpen }: RowProps) {
  return (
    <li
      data-submission={row.id}
      data-reference={row.reference}
      className={cx(
        'grid gap-x-3 gap-y-2 p-4 sm:items-center',
        isSelected ? 'bg-pine-soft' : 'bg-surface',
        onToggle ? 'grid-cols-[auto_1fr] sm:grid-cols-[auto_1fr_auto]' : 'sm:grid-cols-[1fr_auto]',
      )}
    >
      {onToggle && (
        <label className="-m-3 grid size-11 place-items-center self-start sm:self-center">
          <input
            type="checkbox"
            checked={isSelected && !isDecided}
            disabled={isDecided}
            onChange={onToggle}
            className="size-5 accent-pine"
          />
          <span className="sr-only">
            Select {row.productName}, {row.reference}
          </span>
        </label>
      )}
      <span className="min-w-0">
        <Link to={address} data-row onClick={onOpen} className={`${textLink} font-medium wrap-anywhere`}>
          {row.productName}
        </Link>{' '}
        <span className="text-ink-soft">by {row.brandName}</span>
        <span className="block text-sm text-ink-soft">
          Batch <BatchId>{row.batchId}</BatchId> · {row.labName}
          {row.labReportId && (
            <>
              {' '}
              · report <Mono>{row.labReportId}</Mono>
            </>
          )}{' '}
          · <Mono>{row.reference}</Mono>
        </span>
      </span>
      <span className={cx('flex flex-wrap items-center gap-x-3 gap-y-1', onToggle && 'col-start-2 sm:col-start-3')}>
        {row.othersForBatch > 0 && (
          <Badge tone="citrus">
            {row.othersForBatch} {row.othersForBatch === 1 ? 'other' : 'others'} for this batch
          </Badge>
        )}
        {isDecided && <Badge tone="citrus">Decision being sent</Badge>}
        {row.supersedes && <Badge>Amendment</Badge>}
        <SourceBadge source={row.source} />
        {row.submissionStatus === 'pending' ? (
          <DueBadge dueDate={row.dueDate} />
        ) : (
          <>
            <LifecycleBadge certificate={row} />
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
  if (queueQuery(filters) === '') {
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
