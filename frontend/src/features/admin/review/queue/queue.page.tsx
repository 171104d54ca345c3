import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { listSubmissionsQueryKey } from '../../../../api/generated/@tanstack/react-query.gen';
import type { QueuedSubmissionDto, QueueSort } from '../../../../api/generated/types.gen';
import { type QueueFilters, submissionPages } from '../../../../api/staff-lists';
import { PagedList, usePagedRows } from '../../../../components/admin/paged-list';
import { useFilters } from '../../../../hooks/use-filters';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { ArrowRightIcon } from '../../../../ui/icons';
import { EmptyState } from '../../../../ui/messages/empty-state';
import { DECISION_CHOICES, type DecisionKind, decisionsFor } from '../decision/decision';
import { pendingDecisions } from '../decision/pending-decisions';
import { FoundElsewhere } from '../submission/found-elsewhere';
import { ReferenceCounts } from '../submission/reference-counts';
import { BulkDecisionDialog } from './bulk-decision-dialog';
import { parseFilters, QUEUE_DEFAULTS, queueQuery, SORTS } from './queue';
import { QueueCounts } from './queue-counts';
import { QUEUE_SEARCH_ID, QueueFilterFields } from './queue-filters';
import { QueueRow } from './queue-row';
import { type QueueSelection, SelectionBar, useQueueSelection } from './selection-bar';
import { useShortcuts } from './shortcuts';
import { ShortcutsHelp } from './shortcuts-help';
import { rememberOpened, useQueuePosition, writePosition } from './use-queue-position';

/** A decision takes effect within seconds. */
const REFRESH_MS = 3_000;

export function Component() {
  const urlFilters = useFilters(QUEUE_DEFAULTS, { replace: true });
  const filters = parseFilters(urlFilters.params);
  const query = queueQuery(filters);
  const listElement = useRef<HTMLUListElement>(null);
  const list = usePagedRows(submissionPages(filters));
  const { rows } = list;
  useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.getSnapshot);
  const isDecided = (row: QueuedSubmissionDto) => pendingDecisions.isBeingDecided(row);
  useRefreshWhile(rows.some(({ pendingDecision }) => pendingDecisions.isByAnother(pendingDecision)));
  const selection = useQueueSelection(rows, query, filters.submissionStatus, isDecided);
  const [deciding, setDeciding] = useState<DecisionKind | null>(null);
  const kinds = decisionsFor(filters.submissionStatus);
  const oldest = filters.submissionStatus === 'pending' ? rows.find((row) => !isDecided(row)) : undefined;
  const hrefOf = (id: string) => paths.staff.submission(id) + query;
  useQueuePosition(listElement, {
    rows: rows.length,
    isReady: list.isLoaded && !list.isPlaceholder && list.error === null && list.nextPageError === null,
    hasNextPage: list.hasNextPage,
    isFetching: list.isFetching,
    fetchNextPage: list.fetchNextPage,
  });
  useQueueShortcuts({ listElement, selection, kinds, onDecide: setDeciding });

  return (
    <div className="stack gap-6">
      <QueueHeader startHref={oldest && hrefOf(oldest.id)} />
      <QueueCounts filters={filters} />
      <ReferenceCounts />
      <QueueFilterFields filters={filters} urlFilters={urlFilters} />
      <PagedList
        list={list}
        loadingLabel="Loading the queue"
        errorTitle="We couldn't load the queue"
        keepsStaleRows
        countLabel={(total) => `${total === 1 ? 'submission' : 'submissions'}, ${orderLabel(filters.sort)}`}
        empty={<Empty filters={filters} />}
        listRef={listElement}
        onKeyDown={moveWithArrowKeys}
        toolbar={
          selection.selectable.length > 0 && <SelectionBar selection={selection} kinds={kinds} onDecide={setDeciding} />
        }
      >
        {(row, index) => (
          <QueueRow
            key={row.id}
            row={row}
            href={hrefOf(row.id)}
            isDecided={isDecided(row)}
            isSelected={selection.has(row.id)}
            {...(selection.isEnabled && { onToggle: () => selection.toggle(row.id) })}
            onOpen={() => {
              rememberOpened(row.reference);
              writePosition({ index, row: row.reference });
            }}
          />
        )}
      </PagedList>
      {deciding && (
        <BulkDecisionDialog
          kind={deciding}
          rows={selection.selected}
          address={paths.staff.queue + query}
          onClose={() => setDeciding(null)}
          onDecided={() => {
            setDeciding(null);
            selection.set([]);
          }}
          onUndo={() => selection.set(selection.selected)}
        />
      )}
    </div>
  );
}

/** While another reviewer decides on a row, until it is decided or undone. */
function useRefreshWhile(isSomeDeciding: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isSomeDeciding) return;
    const refresh = () => void queryClient.invalidateQueries({ queryKey: listSubmissionsQueryKey() });
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isSomeDeciding, queryClient]);
}

interface QueueShortcuts {
  listElement: RefObject<HTMLElement | null>;
  selection: QueueSelection;
  kinds: readonly DecisionKind[];
  onDecide: (kind: DecisionKind) => void;
}

function useQueueShortcuts({ listElement, selection, kinds, onDecide }: QueueShortcuts): void {
  useShortcuts({
    j: () => focusRow(listElement.current, 1),
    k: () => focusRow(listElement.current, -1),
    x: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-submission]')?.dataset.submission;
      if (id && selection.selectable.some((row) => row.id === id)) selection.toggle(id);
    },
    ...Object.fromEntries(
      kinds.map((kind) => [
        DECISION_CHOICES[kind].key,
        selection.selected.length > 0 ? () => onDecide(kind) : undefined,
      ]),
    ),
    '/': () => document.getElementById(QUEUE_SEARCH_ID)?.focus(),
  });
}

const orderLabel = (sort: QueueSort = 'oldest') => SORTS.find(({ value }) => value === sort)?.order;

function QueueHeader({ startHref }: { startHref: string | undefined }) {
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h1 className="text-2xl">Review queue</h1>
      <div className="flex flex-wrap items-center gap-3">
        {startHref !== undefined && (
          <Button iconAfter={<ArrowRightIcon />} onClick={() => navigate(startHref)}>
            Start reviewing
          </Button>
        )}
        <ShortcutsHelp />
      </div>
    </div>
  );
}

function Empty({ filters }: { filters: QueueFilters }) {
  if (queueQuery(filters) === '') return <EmptyState title="Nothing to review">You're all caught up.</EmptyState>;
  const { search, submissionStatus } = filters;
  return (
    <div className="stack gap-4">
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
      {search && <FoundElsewhere search={search} submissionStatus={submissionStatus} />}
    </div>
  );
}

function moveWithArrowKeys(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  focusRow(event.currentTarget, step);
}

/** Moves the focus along the rows; from elsewhere to the first row, or to the last. */
function focusRow(list: HTMLElement | null, step: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const index = rows.indexOf(document.activeElement as HTMLElement);
  const target = index === -1 ? (step > 0 ? rows[0] : rows.at(-1)) : rows[index + step];
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}
