import { Link } from 'react-router';
import type { ReferenceChangeState, ReferenceChangeSummaryDto } from '../../../api/generated/types.gen';
import { referenceChangePages } from '../../../api/staff-lists';
import { FilterSelect } from '../../../components/admin/filter-select';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { findOption, useFilters } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { formatDay } from '../../../ui/text/days';
import { STATES } from './change-state';

const SELECTIONS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const;

export function Component() {
  const { values, setFilters } = useFilters({ state: 'waiting' });
  const state = findOption(SELECTIONS, values.state) ?? 'waiting';
  const list = usePagedRows(referenceChangePages({ state }));
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl">Waiting for a second person</h1>
        <FilterSelect
          label="Show"
          className="w-56"
          name="state"
          value={state}
          options={SELECTIONS}
          setFilters={setFilters}
        />
      </div>
      <p className="max-w-text text-ink-soft">
        Proposed names and editions of rules. Someone other than the person who proposed a change confirms or declines
        it.
      </p>
      <PagedList
        list={list}
        loadingLabel="Loading changes"
        errorTitle="We couldn't load the changes"
        countLabel={(total) => `${total === 1 ? 'change' : 'changes'}, newest first`}
        empty={
          <EmptyState title={state === 'waiting' ? 'Nothing waits' : 'Nothing was decided yet'}>
            {state === 'waiting'
              ? 'Proposals appear here once someone explains a name or reads a rule again.'
              : 'Confirmed, declined and withdrawn proposals appear here.'}
          </EmptyState>
        }
      >
        {(change) => <Row key={change.id} change={change} />}
      </PagedList>
    </div>
  );
}

function Row({ change }: { change: ReferenceChangeSummaryDto }) {
  const { id, kind, subject, reason, state, proposedAt, proposedBy, isYours, decidedAt, decidedBy } = change;
  return (
    <li className="stack gap-1 bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.staff.change(id)} className={`${textLink} font-medium wrap-anywhere`}>
          {kind === 'analyteName' ? `Name “${subject}”` : `Rule ${subject}`}
        </Link>
        <StateBadge state={state} />
        {isYours && <Badge>Yours</Badge>}
      </p>
      <p className="line-clamp-2 wrap-anywhere">{reason}</p>
      <p className="text-sm text-ink-soft">
        Proposed by {proposedBy}, {formatDay(proposedAt.slice(0, 10))}
        {decidedAt && ` · ${STATES[state].label} by ${decidedBy}, ${formatDay(decidedAt.slice(0, 10))}`}
      </p>
    </li>
  );
}

const StateBadge = ({ state }: { state: ReferenceChangeState }) => (
  <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
);
