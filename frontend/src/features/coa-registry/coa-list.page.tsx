import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigation, useSearchParams } from 'react-router';
import { coaPages, messageOf } from '../../api/api';
import { getCoaStatisticsOptions, listBrandsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto, CoaSort } from '../../api/generated/types.gen';
import { usePageMeta } from '../../layouts/use-page-meta';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { SearchField } from '../../ui/search-field';
import { SelectField } from '../../ui/select-field';
import { ShowMore } from '../../ui/show-more';
import { CoaTable, CoaTableSkeleton } from './coa-table';
import { StatisticsCard } from './statistics-card';
import { WhatIsTested } from './what-is-tested';

const SORTS: readonly { value: CoaSort; label: string }[] = [
  { value: 'newest', label: 'Newest test first' },
  { value: 'oldest', label: 'Oldest test first' },
  { value: 'strongest', label: 'Most THC first' },
  { value: 'mildest', label: 'Least THC first' },
];

const SEARCH_DELAY_MS = 250;

export function Component() {
  usePageMeta('coas');
  const filters = useFilters();
  const statistics = useQuery(getCoaStatisticsOptions());
  const brands = useQuery(listBrandsOptions());
  const coas = useInfiniteQuery({ ...coaPages(filters.query), placeholderData: keepPreviousData });
  const rows = coas.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = coas.data?.pages[0];
  const count = first ? `${first.total.toLocaleString('en-US')}${first.isTotalExact ? '' : '+'}` : null;

  return (
    <div className="stack gap-8">
      <header className="stack gap-3">
        <h1>COA Database</h1>
        <p className="max-w-text text-lg text-ink-soft">
          What laboratories measured in hemp-derived THC drinks, batch by batch. Look for the batch id printed on your
          can.
        </p>
      </header>
      <StatisticsCard statistics={statistics.data} />
      <section aria-label="Search and filters" className="stack gap-4">
        <div className="grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
          <SearchField
            label="Search"
            placeholder="Product, brand or batch id"
            maxLength={100}
            value={filters.typed}
            onValueChange={filters.type}
          />
          <SelectField
            label="Brand"
            value={filters.query.brand ?? ''}
            onChange={(e) => filters.setBrand(e.target.value)}
          >
            <option value="">All brands</option>
            {brands.data?.map(({ id, brandName }) => (
              <option key={id} value={brandName}>
                {brandName}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Order"
            value={filters.query.sort ?? 'newest'}
            options={SORTS}
            onChange={(e) => filters.setSort(e.target.value as CoaSort)}
          />
        </div>
        <BrandGrid brands={brands.data ?? []} chosen={filters.query.brand} onChoose={filters.chooseBrand} />
      </section>
      <WhatIsTested />
      <section
        aria-label="Certificates"
        aria-busy={coas.isFetching}
        className="stack gap-4"
        onClickCapture={filters.leave}
      >
        <div className="flex min-h-11 flex-wrap items-center gap-3">
          <h2 className="text-xl">Certificates</h2>
          <span role="status">{count !== null && <Badge tone="pine">{count} found</Badge>}</span>
          {filters.isFiltered && (
            <Button variant="quiet" size="sm" onClick={filters.clear}>
              Clear Filters
            </Button>
          )}
        </div>
        {coas.isError ? (
          <ErrorState title="The certificates did not load" onRetry={() => coas.refetch()} retrying={coas.isFetching}>
            {messageOf(coas.error)}
          </ErrorState>
        ) : coas.isPending ? (
          <CoaTableSkeleton />
        ) : rows.length === 0 ? (
          <EmptyState title="No COAs Found" actions={<Button onClick={filters.clear}>Clear Filters</Button>}>
            No published certificate matches. Check the spelling of the batch id, or search by brand. If your batch is
            missing, its maker can{' '}
            <Link to={paths.submitCoa} className="text-pine underline">
              submit its certificate
            </Link>
            .
          </EmptyState>
        ) : (
          <>
            <div className={coas.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
              <CoaTable rows={rows} />
            </div>
            {coas.hasNextPage && (
              <MoreRows
                onMore={() => coas.fetchNextPage()}
                busy={coas.isFetchingNextPage}
                progress={`${rows.length} of ${count}`}
              />
            )}
          </>
        )}
      </section>
    </div>
  );
}

/** Filters live in the address, so that a view can be shared and the back button works; typing reaches it after a pause. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const set = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) value ? after.set(name, value) : after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const setLater = useRef(set);
  setLater.current = set;
  // Somebody who chose a result while the pause still ran is not to be called back by it.
  const isLeaving = useNavigation().state !== 'idle';
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (isLeaving || typed.trim() === search) return;
    pause.current = setTimeout(() => setLater.current({ search: typed.trim() }), SEARCH_DELAY_MS);
    return () => clearTimeout(pause.current);
  }, [typed, search, isLeaving]);

  const brand = params.get('brand') ?? undefined;
  const sort = SORTS.find(({ value }) => value === params.get('sort'))?.value;
  return {
    typed,
    query: { search: search || undefined, brand, sort },
    isFiltered: search !== '' || brand !== undefined,
    type: setTyped,
    /** On a slow device the pause may end after the click and before the router says that it is leaving. */
    leave: (event: MouseEvent) => {
      if ((event.target as Element).closest('a')) clearTimeout(pause.current);
    },
    setBrand: (name: string) => set({ brand: name }),
    setSort: (value: CoaSort) => set({ sort: value === 'newest' ? '' : value }),
    /** From the grid: the brand takes the place of the search. */
    chooseBrand: (name: string) => {
      setTyped('');
      set({ brand: name, search: '' });
    },
    clear: () => {
      setTyped('');
      set({ brand: '', search: '' });
    },
  };
}

function BrandGrid(props: {
  brands: readonly BrandDto[];
  chosen: string | undefined;
  onChoose: (name: string) => void;
}) {
  return (
    <Collapsible summary="Browse by brand">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {props.brands.map(({ id, brandName, coaCount }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={brandName === props.chosen}
              onClick={() => props.onChoose(brandName)}
              className="flex min-h-11 w-full items-baseline justify-between gap-2 rounded-md border border-rule bg-surface px-3 py-2 text-start text-sm hover:border-pine aria-pressed:border-pine aria-pressed:bg-pine-soft"
            >
              <span className="min-w-0 wrap-anywhere">{brandName}</span>
              <span className="text-ink-soft">
                {coaCount}
                <span className="sr-only"> {coaCount === 1 ? 'certificate' : 'certificates'}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

/** Loads the next page when its end comes into view; the button does the same for those who do not scroll. */
function MoreRows({ onMore, busy, progress }: { onMore: () => void; busy: boolean; progress: string }) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    if (!end.current || busy) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '200px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <div ref={end}>
      <ShowMore onClick={onMore} busy={busy} progress={progress} />
    </div>
  );
}
