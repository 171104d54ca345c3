import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type CertificateFilters, certificatePages } from '../../api/api';
import { getCoaStatisticsOptions, searchSiteOptions } from '../../api/generated/@tanstack/react-query.gen';
import { NoSuchBatch } from '../../components/coa-registry/no-such-batch';
import { ButtonLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { PoisonHelp } from '../../components/safety/poison-help';
import { HitGroup } from '../../components/search/hit-group';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { cx } from '../../ui/cx';
import { SearchField } from '../../ui/fields/search-field';
import { SearchForm } from '../../ui/fields/search-form';
import { standaloneLink } from '../../ui/link-styles';
import { EmptyState } from '../../ui/messages/empty-state';
import { ShowMore } from '../../ui/show-more';
import { counted } from '../../ui/text/counted';
import { formatCount } from '../../ui/text/figures';
import { ActiveFilters, FilterFields } from './certificate-filters';
import { CertificateTable, CertificateTableSkeleton } from './certificate-table';
import { StatisticsCard } from './statistics-card';
import { useCertificateFilters } from './use-certificate-filters';
import { WhatIsTested } from './what-is-tested';

/** Below Tailwind's `md`. */
const PHONE_QUERY = '(width < 48rem)';

const useCertificates = (filters: CertificateFilters, from: string | undefined) =>
  useInfiniteQuery({ ...certificatePages(filters, from), placeholderData: keepPreviousData });

export function Component() {
  usePageMeta('coas');
  const filters = useCertificateFilters();
  const [isUsed, setUsed] = useState(false);
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
        onEnter={() => setUsed(true)}
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
        <FilterFields filters={filters} isUsed={isUsed} />
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
            <ButtonLink {...filters.linkToAll()} variant="quiet" size="sm">
              Clear Filters
            </ButtonLink>
          )}
        </div>
        <ActiveFilters filters={filters} />
        <p role="status" className={isSimilar ? 'pb-2 text-sm wrap-anywhere md:pb-0' : 'sr-only'}>
          {isSimilar && `No exact match for “${filters.query.search}”. Showing similar results.`}
        </p>
        {(first?.notCompared ?? 0) > 0 && (
          <p role="status" className="text-sm">
            {`Still comparing ${counted(first?.notCompared ?? 0, 'published certificate')} with our current rules. Until that is done, this list shows how they compared before, without those that are new. Reload in a minute.`}
          </p>
        )}
        <QueryResult query={coas} loading={<CertificateTableSkeleton />} errorTitle="We couldn't load the certificates">
          {() => <Results coas={coas} count={count} filters={filters} />}
        </QueryResult>
      </section>
    </div>
  );
}

interface ResultsProps {
  coas: ReturnType<typeof useCertificates>;
  /** How many certificates match, as shown. */
  count: string | null;
  filters: ReturnType<typeof useCertificateFilters>;
}

function Results({ coas, count, filters }: ResultsProps) {
  const rows = coas.data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) {
    const { search = '', brand } = filters.query;
    return (
      <div className="stack gap-3">
        <NoSuchBatch text={search} brandName={brand} />
        <EmptyState title="No COAs Found" actions={<ButtonLink {...filters.linkToAll()}>Clear Filters</ButtonLink>}>
          No published certificate matches. Check the spelling of the batch ID, search by brand, or take out a filter.
          If your batch is missing, its maker can{' '}
          <Link to={paths.submitCoa} className="text-pine underline">
            submit its certificate
          </Link>
          .
          <PoisonHelp />
          {search && <FoundOnSite q={search.trim()} />}
        </EmptyState>
      </div>
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
          href={filters.hrefFrom(coas.data?.pages.at(-1)?.next)}
          onMore={() => coas.fetchNextPage()}
          busy={coas.isFetchingNextPage}
          progress={`${rows.length} of ${count}`}
        />
      )}
    </>
  );
}

/** What the rest of the site has for a search that no certificate matches: help, a similar lot, an article. */
function FoundOnSite({ q }: { q: string }) {
  const { data } = useQuery(searchSiteOptions({ query: { q } }));
  if (!data) return null;
  return (
    <div className="mt-6 stack gap-6 text-start text-ink">
      {data.groups.map((group) => (
        <HitGroup key={group.kind} group={group} />
      ))}
    </div>
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
