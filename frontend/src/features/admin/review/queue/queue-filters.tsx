import type { QueueFilters } from '../../../../api/staff-lists';
import { FilterSelect } from '../../../../components/admin/filter-select';
import { LIFECYCLES } from '../../../../components/admin/lifecycle';
import { type Filters, useSearchField } from '../../../../hooks/use-filters';
import { SearchField } from '../../../../ui/fields/search-field';
import { SelectField } from '../../../../ui/fields/select-field';
import { type QueueParameter, SOURCES, sortOptionsFor } from './queue';

/** The search field, which a keyboard shortcut focuses. */
export const QUEUE_SEARCH_ID = 'queue-search';

interface QueueFilterFieldsProps {
  filters: QueueFilters;
  /** The same filters as the URL has them. */
  urlFilters: Filters<QueueParameter>;
}

export function QueueFilterFields({ filters, urlFilters }: QueueFilterFieldsProps) {
  const { setFilters } = urlFilters;
  const searchField = useSearchField(urlFilters);
  const { submissionStatus, source, sort, overdue } = filters;
  return (
    <section
      aria-label="Search and filters"
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
    >
      <SearchField
        id={QUEUE_SEARCH_ID}
        label="Search"
        placeholder="Product, batch, lab, reference…"
        hint="Product, brand, batch ID, lab, report number or reference"
        maxLength={100}
        {...searchField}
      />
      <SelectField
        label="Status"
        value={submissionStatus}
        options={LIFECYCLES}
        onChange={({ target }) => setFilters({ standing: target.value, overdue: '', checks: '' })}
      />
      <FilterSelect
        label="Source"
        name="source"
        value={source ?? ''}
        options={[{ value: '', label: 'All sources' }, ...SOURCES]}
        setFilters={setFilters}
      />
      <FilterSelect
        label="Sort"
        name="sort"
        value={sort ?? 'oldest'}
        options={sortOptionsFor(submissionStatus)}
        setFilters={setFilters}
      />
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          checked={overdue ?? false}
          disabled={submissionStatus !== 'pending'}
          onChange={({ target }) => setFilters({ overdue: target.checked ? 'yes' : '' })}
          className="size-5 accent-pine"
        />
        Overdue only
      </label>
    </section>
  );
}
