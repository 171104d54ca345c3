import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type CertificateFilters, certificatePages, errorMessage } from '../../api/api';
import { getCoaStatisticsOptions, listBrandsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto, CoaSort, PanelsFilter } from '../../api/generated/types.gen';
import { findOption } from '../../hooks/use-filters';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useUrlParams } from '../../hooks/use-url-params';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { formatCount } from '../../ui/figures';
import { ChevronDownIcon } from '../../ui/icons';
import { standaloneLink } from '../../ui/link-styles';
import { SearchField } from '../../ui/search-field';
import { SearchForm } from '../../ui/search-form';
import { SelectField } from '../../ui/select-field';
import { ShowMore } from '../../ui/show-more';
import { CertificateTable, CertificateTableSkeleton } from './certificate-table';
import { StatisticsCard } from './statistics-card';
import { WhatIsTested } from './what-is-tested';

const SORTS: readonly { value: CoaSort; label: string }[] = [
  { value: 'newest', label: 'Newest test first' },
  { value: 'oldest', label: 'Oldest test first' },
  { value: 'strongest', label: 'Most THC first' },
  { value: 'mildest', label: 'Least THC first' },
];

/** In days, as the API and the address have them. */
const PERIODS = [
  { value: '', label: 'Any time' },
  { value: '183', label: 'In the last 6 months' },
  { value: '365', label: 'In the last 12 months' },
];

const PANELS: readonly { value: PanelsFilter | ''; label: string }[] = [
  { value: '', label: 'Any' },
  { value: 'complete', label: 'All four reported' },
];

const SEARCH_DELAY_MS = 250;

/** Below Tailwind's `md`. */
const PHONE_QUERY = '(width < 48rem)';

const useCertificates = (filters: CertificateFilters, from: string | undefined) =>
  useInfiniteQuery({ ...certificatePages(filters, from), placeholderData: keepPreviousData });

export function Component() {
  usePageMeta('coas');
  const filters = useFilters();
  const statistics = useQuery(getCoaStatisticsOptions());
  const coas = useCertificates(filters.query, filters.from);
  const first = coas.data?.pages[0];
  const count = first ? `${formatCount(first.total)}${first.isTotalExact ? '' : '+'}` : null;

  const isSimilar = first?.match === 'similar' && !coas.isPlaceholderData;

  // On a phone the keyboard covers half the screen: while searching, hide everything but the field and the results.
  const isSearching = filters.typed.trim() !== '';
  const searchSection = useRef<HTMLElement>(null);
  const type = (typed: string) => {
    filters.type(typed);
    if (typed && window.matchMedia(PHONE_QUERY).matches) searchSection.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <div className={cx('stack', isSearching ? 'gap-1 md:gap-8' : 'gap-8')}>
      <header className="stack gap-3 md:-order-2">
        <h1>COA Database</h1>
        <p className="max-w-text text-lg text-ink-soft">
          What labs measured in hemp-derived THC drinks, batch by batch. Look for the batch ID printed on your can.
        </p>
      </header>
      <SearchForm
        ref={searchSection}
        label="Search and filters"
        action={paths.coas}
        formClassName="relative grid gap-x-4 gap-y-3 md:grid-cols-[2fr_1fr_1fr] md:gap-y-4"
      >
        <SearchField
          label="Search"
          name="search"
          placeholder="Product, brand or batch ID"
          maxLength={100}
          value={filters.typed}
          onValueChange={type}
          className="max-md:pt-0.5"
        />
        <FilterFields filters={filters} />
      </SearchForm>
      <div className={cx('md:-order-1', isSearching && 'max-md:hidden')}>
        <StatisticsCard statistics={statistics.data} />
      </div>
      <div className={isSearching ? 'max-md:hidden' : undefined}>
        <WhatIsTested />
      </div>
      <section
        aria-label="Certificates"
        aria-busy={coas.isFetching}
        className={cx('stack', isSearching ? 'gap-1 md:gap-4' : 'gap-4')}
        onClickCapture={filters.leave}
      >
        <div className="flex min-h-11 flex-wrap items-center gap-3">
          <h2 className={cx('text-xl', isSearching && 'max-md:sr-only')}>Certificates</h2>
          <span role="status">{count !== null && <Badge tone="pine">{count} found</Badge>}</span>
          {filters.isFiltered && (
            <Button variant="quiet" size="sm" asChild>
              <Link {...filters.linkToAll()}>Clear Filters</Link>
            </Button>
          )}
        </div>
        <p role="status" className={isSimilar ? 'pb-2 text-sm wrap-anywhere md:pb-0' : 'sr-only'}>
          {isSimilar && `No exact match for “${filters.query.search}”. Showing similar results.`}
        </p>
        <Results coas={coas} count={count} filters={filters} />
      </section>
    </div>
  );
}

function FilterFields({ filters }: { filters: ReturnType<typeof useFilters> }) {
  const brands = useQuery(listBrandsOptions());
  return (
    <Filters active={filters.active}>
      <SelectField
        label="Brand"
        name="brand"
        value={filters.query.brand ?? ''}
        options={[
          { value: '', label: 'All brands' },
          ...(brands.data ?? []).map(({ brandName }) => ({ value: brandName, label: brandName })),
        ]}
        onChange={(e) => filters.setBrand(e.target.value)}
      />
      <SelectField
        label="Tested"
        name="testedWithinDays"
        value={String(filters.query.testedWithinDays ?? '')}
        options={PERIODS}
        onChange={(e) => filters.setPeriod(e.target.value)}
      />
      <SelectField
        label="Contaminant panels"
        name="panels"
        value={filters.query.panels ?? ''}
        options={PANELS}
        onChange={(e) => filters.setPanels(e.target.value)}
      />
      <SelectField
        label="Order"
        name="sort"
        value={filters.query.sort ?? 'newest'}
        options={SORTS}
        onChange={(e) => filters.setSort(e.target.value as CoaSort)}
      />
      <div className="md:col-span-3">
        <BrandGrid brands={brands.data ?? []} chosen={filters.query.brand} linkTo={filters.linkToBrand} />
      </div>
    </Filters>
  );
}

interface ResultsProps {
  coas: ReturnType<typeof useCertificates>;
  /** How many certificates match, as shown. */
  count: string | null;
  filters: ReturnType<typeof useFilters>;
}

function Results({ coas, count, filters }: ResultsProps) {
  const rows = coas.data?.pages.flatMap((page) => page.rows) ?? [];
  if (coas.isError) {
    return (
      <ErrorState title="We couldn't load the certificates" onRetry={() => coas.refetch()} retrying={coas.isFetching}>
        {errorMessage(coas.error)}
      </ErrorState>
    );
  }
  if (coas.isPending) return <CertificateTableSkeleton />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No COAs Found"
        actions={
          <Button asChild>
            <Link {...filters.linkToAll()}>Clear Filters</Link>
          </Button>
        }
      >
        No published certificate matches. Check the spelling of the batch ID, search by brand, or take out a filter. If
        your batch is missing, its maker can{' '}
        <Link to={paths.submitCoa} className="text-pine underline">
          submit its certificate
        </Link>
        .
      </EmptyState>
    );
  }
  return (
    <>
      <div className={coas.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
        <CertificateTable rows={rows} />
      </div>
      {filters.from !== undefined && (
        <p className="text-center print:hidden">
          <a href={filters.hrefFrom()} className={standaloneLink}>
            First page
          </a>
        </p>
      )}
      {coas.hasNextPage && (
        <MoreRows
          href={filters.hrefFrom(coas.data.pages.at(-1)?.next)}
          onMore={() => coas.fetchNextPage()}
          busy={coas.isFetchingNextPage}
          progress={`${rows.length} of ${count}`}
        />
      )}
    </>
  );
}

/**
 * Filters are URL parameters, so views can be shared and the back button works. Typing updates the URL after a delay.
 */
function useFilters() {
  const [params, change] = useUrlParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const set = (changes: Record<string, string>) =>
    change(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) value ? after.set(name, value) : after.delete(name);
        after.delete('cursor');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const setLater = useRef(set);
  setLater.current = set;
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (typed.trim() === search) return;
    pause.current = setTimeout(() => {
      // A pending update must not undo a navigation, whose page may still be loading.
      if (window.location.pathname === paths.coas) setLater.current({ search: typed.trim() });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(pause.current);
  }, [typed, search]);

  const brand = params.get('brand') ?? undefined;
  const sort = findOption(SORTS, params.get('sort'));
  const period = findOption(PERIODS, params.get('testedWithinDays')) || undefined;
  const panels = findOption(PANELS, params.get('panels')) || undefined;
  const linkTo = (parameters: Record<string, string | undefined>) => ({
    to: hrefOf(parameters),
    replace: true,
    preventScrollReset: true,
    onClick: () => setTyped(''),
  });
  const narrowing = [brand, period, panels].filter((filter) => filter !== undefined).length;
  return {
    typed,
    query: {
      search: search || undefined,
      brand,
      testedWithinDays: period === undefined ? undefined : Number(period),
      panels,
      sort,
    },
    /** Number of active filters besides the search. */
    active: narrowing + Number(sort !== undefined && sort !== 'newest'),
    isFiltered: search !== '' || narrowing > 0,
    type: setTyped,
    /** On a slow device the delay may end after the click but before the router reports the navigation. */
    leave: (event: MouseEvent) => {
      if ((event.target as Element).closest('a')) clearTimeout(pause.current);
    },
    setBrand: (name: string) => set({ brand: name }),
    setPeriod: (days: string) => set({ testedWithinDays: days }),
    setPanels: (value: string) => set({ panels: value }),
    setSort: (value: CoaSort) => set({ sort: value === 'newest' ? '' : value }),
    /** Where the list begins, for browsers that load the next page instead of more rows. */
    from: params.get('cursor') ?? undefined,
    /** Props of a link to this list from a row on. */
    hrefFrom: (cursor?: string) => hrefOf({ search, brand, testedWithinDays: period, panels, sort, cursor }),
    /** Props of a link to one brand's certificates, or to all brands': the brand replaces the search. */
    linkToBrand: (name: string) => linkTo({ brand: name, testedWithinDays: period, panels, sort }),
    /** Props of a link to the list without search and filters. */
    linkToAll: () => linkTo({ sort }),
  };
}

function hrefOf(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? paths.coas : `${paths.coas}?${new URLSearchParams(given)}`;
}

/** Behind `<details>` on a phone, next to the search on wide screens. */
function Filters({ active, children }: { active: number; children: ReactNode }) {
  return (
    <>
      <details className="group/filters peer/filters absolute end-0 -top-1.5 md:hidden">
        <summary className="flex min-h-11 list-none items-center gap-2 rounded-md ps-3 text-sm font-medium text-pine">
          Filters
          {active > 0 && (
            <Badge tone="pine">
              {active}
              <span className="sr-only"> active</span>
            </Badge>
          )}
          <ChevronDownIcon className="size-5 transition-transform duration-150 group-open/filters:rotate-180" />
        </summary>
      </details>
      <div className="hidden gap-4 peer-open/filters:grid md:contents md:peer-open/filters:contents">{children}</div>
    </>
  );
}

function BrandGrid(props: {
  brands: readonly BrandDto[];
  chosen: string | undefined;
  linkTo: ReturnType<typeof useFilters>['linkToBrand'];
}) {
  return (
    <Collapsible summary="Browse by brand">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {props.brands.map(({ id, brandName, coaCount }) => (
          <li key={id}>
            <Link
              {...props.linkTo(brandName)}
              aria-current={brandName === props.chosen ? 'true' : undefined}
              className="flex min-h-11 w-full items-baseline justify-between gap-2 rounded-md border border-rule bg-surface px-3 py-2 text-start text-sm no-underline hover:border-pine aria-[current]:border-pine aria-[current]:bg-pine-soft"
            >
              <span className="min-w-0 wrap-anywhere">{brandName}</span>
              <span className="text-ink-soft">
                {coaCount}
                <span className="sr-only"> {coaCount === 1 ? 'certificate' : 'certificates'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

/** Infinite scroll, with a button for keyboard users. */
function MoreRows(props: { href: string | undefined; onMore: () => void; busy: boolean; progress: string }) {
  const { href, onMore, busy, progress } = props;
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
      <ShowMore href={href} onClick={onMore} busy={busy} progress={progress} />
    </div>
  );
}
