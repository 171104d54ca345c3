import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { articleSearch, errorMessage } from '../../api/api';
import { listArticlesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { ArticleSummaryDto, ListedArticleDto } from '../../api/generated/types.gen';
import { LinkTabs } from '../../components/link-tabs';
import { TextLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { PoisonHelp } from '../../components/safety/poison-help';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useUrlParams } from '../../hooks/use-url-params';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { SearchField } from '../../ui/fields/search-field';
import { SearchForm } from '../../ui/fields/search-form';
import { EmptyState } from '../../ui/messages/empty-state';
import { ErrorState } from '../../ui/messages/error-state';
import { Loading, Skeleton, SkeletonText } from '../../ui/messages/skeleton';
import { ArticleCards, ArticleCardsSkeleton } from './article-card';
import {
  ALL_ARTICLES,
  articleCategories,
  categorySlug,
  countLine,
  ESSENTIAL_IDS,
  essentialReading,
  FEATURED_ARTICLES,
} from './articles';

const SEARCH_ID = 'article-search';
const SEARCH_DELAY_MS = 250;
/** The tab that shows every category. */
const ALL_CATEGORIES = 'all';

export function Component() {
  usePageMeta('learn');
  const articles = useQuery(listArticlesOptions());
  const filters = useFilters();
  const isSearching = filters.applied !== '' && articles.data?.length !== 0;
  const found = useQuery({
    ...articleSearch(filters.applied),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });

  return (
    <div className="stack gap-8">
      <header className="stack gap-3">
        <h1>THC Education Center</h1>
        <p className="max-w-text text-lg text-ink-soft">
          How hemp THC drinks work, how long they take, how much to start with and how to check a can. Every article
          names its sources and the day its facts were checked.
        </p>
      </header>
      <SearchForm action={paths.learn} className="max-w-md">
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
        <SearchField
          id={SEARCH_ID}
          name="search"
          label="Search articles"
          placeholder="Any word, such as driving"
          maxLength={100}
          value={filters.search}
          onValueChange={filters.type}
        />
      </SearchForm>
      <QueryResult query={articles} loading={<LearnSkeleton />} errorTitle="We couldn't load the articles">
        {(all) => (
          <Shelves
            articles={all}
            // Keeps the previous results, labeled as such, until the new ones arrive.
            shown={(isSearching && found.data) || { search: '', articles: all, isSimilar: false }}
            failure={
              isSearching && found.isError ? (
                <ErrorState
                  title="The search did not work"
                  headingLevel={3}
                  onRetry={() => found.refetch()}
                  retrying={found.isFetching}
                >
                  {errorMessage(found.error)}
                </ErrorState>
              ) : null
            }
            isBusy={isSearching && found.isFetching}
            filters={filters}
          />
        )}
      </QueryResult>
    </div>
  );
}

interface ShelvesProps {
  /** All articles. */
  articles: readonly ListedArticleDto[];
  shown: { search: string; articles: readonly ListedArticleDto[]; isSimilar: boolean };
  /** Shown in place of results. */
  failure: ReactNode;
  isBusy: boolean;
  filters: Filters;
}

function Shelves({ articles, shown, failure, isBusy, filters }: ShelvesProps) {
  const categories = articleCategories(articles);
  // A link may name a category that no longer exists: show all articles.
  const category = categories.find((name) => categorySlug(name) === filters.category) ?? null;
  const found = shown.articles.filter((article) => category === null || article.category === category);
  const isWhole = category === null && filters.search.trim() === '' && shown.search === '';
  const essential = <EssentialReading articles={essentialReading(articles)} />;

  return (
    <LinkTabs
      label="Category"
      tabs={[null, ...categories].map((name) => ({
        id: tabOf(name),
        label: name ?? ALL_ARTICLES,
        to: filters.linkTo(name === null ? '' : categorySlug(name)),
      }))}
      chosen={tabOf(category)}
      className="stack gap-8"
    >
      {isWhole && articles.length > 0 && (
        <>
          {essential}
          <section aria-labelledby="featured" className="stack gap-4">
            <h2 id="featured">Featured Articles</h2>
            <ArticleCards articles={articles.slice(0, FEATURED_ARTICLES)} />
          </section>
        </>
      )}
      <section aria-labelledby="articles" aria-busy={isBusy} className="stack gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="articles">{category ?? ALL_ARTICLES}</h2>
          <p role="status" className="text-sm text-ink-soft wrap-anywhere">
            {failure ? null : countLine(found.length, shown.search, category, shown.isSimilar)}
          </p>
        </div>
        {failure ??
          (found.length === 0 ? (
            <EmptyState
              headingLevel={3}
              title={articles.length === 0 ? 'No articles available.' : 'No articles found matching your search.'}
              actions={filters.search && <Button onClick={filters.clearSearch}>Clear Search</Button>}
            >
              {articles.length === 0
                ? 'Nothing has been published yet.'
                : 'Try fewer or other words, or look through all articles.'}
              {shown.search !== '' && (
                <>
                  <PoisonHelp />
                  <p>
                    <TextLink to={paths.searchFor(shown.search)}>Search the whole site</TextLink>
                  </p>
                </>
              )}
            </EmptyState>
          ) : (
            <div className={isBusy ? 'opacity-60 transition-opacity' : undefined}>
              <ArticleCards articles={found} />
            </div>
          ))}
      </section>
      {!isWhole && essential}
    </LinkTabs>
  );
}

const tabOf = (category: string | null) => (category === null ? ALL_CATEGORIES : categorySlug(category));

// Each entry has room for a title of two lines, or of one where it is wide.
const ESSENTIAL_PANEL = 'stack gap-3 rounded-lg bg-pine-soft p-5 sm:p-6';
const ESSENTIAL_LIST = 'grid gap-x-8 lg:grid-cols-3';
const ESSENTIAL_ENTRY = 'flex min-h-21 items-baseline gap-3 py-1 sm:min-h-15 lg:min-h-21';

function EssentialReading({ articles }: { articles: readonly ArticleSummaryDto[] }) {
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="essential" className={ESSENTIAL_PANEL}>
      <h2 id="essential" className="text-xl">
        Essential Reading for Beginners
      </h2>
      <ol className={ESSENTIAL_LIST}>
        {articles.map(({ id, slug, title, readTime }, index) => (
          <li key={id} className="stack">
            <Link to={paths.article(slug)} className={`group text-ink no-underline ${ESSENTIAL_ENTRY}`}>
              <span aria-hidden="true" className="font-serif text-xl font-semibold text-pine">
                {index + 1}
              </span>
              <span className="min-w-0">
                <span className="font-medium underline-offset-[0.2em] group-hover:text-pine group-hover:underline">
                  {title}
                </span>
                <span className="block text-sm text-ink-soft">{readTime}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Filters = ReturnType<typeof useFilters>;

/** Search and category are URL parameters, so a view can be shared. Typing updates the URL after a delay. */
function useFilters() {
  const [params, change] = useUrlParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const set = (name: string, value: string) =>
    change(
      (before) => {
        const after = new URLSearchParams(before);
        value ? after.set(name, value) : after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );

  // Follows the URL, unless this component has just written it.
  const written = useRef(search);
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);
  const write = useRef((_search: string) => {});
  write.current = (value) => {
    written.current = value;
    set('search', value);
  };
  useEffect(() => {
    if (typed.trim() === written.current) return;
    const timer = setTimeout(() => write.current(typed.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    search: typed,
    /** The active search: the URL's, or none as soon as the field is empty. */
    applied: typed.trim() === '' ? '' : search.trim(),
    category: params.get('category'),
    type: setTyped,
    /** The same search in another category; '' for all. */
    linkTo: (category: string) => ({
      pathname: paths.learn,
      search: new URLSearchParams({ ...(search && { search }), ...(category && { category }) }).toString(),
    }),
    clearSearch: () => {
      setTyped('');
      document.getElementById(SEARCH_ID)?.focus();
    },
  };
}

/** Skeleton of the page, line for line. */
function LearnSkeleton() {
  return (
    <Loading label="Loading articles" className="stack gap-8">
      <div className="flex h-11 gap-1 overflow-hidden shadow-[inset_0_-1px] shadow-rule">
        {['w-24', 'w-28', 'w-32', 'w-20', 'w-28'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <span key={index} className="flex h-11 shrink-0 items-center px-3">
            <Skeleton className={`h-3.5 ${width}`} />
          </span>
        ))}
      </div>
      <div className="stack gap-12">
        <div className={ESSENTIAL_PANEL}>
          <h2 className="text-xl">Essential Reading for Beginners</h2>
          <ul className={ESSENTIAL_LIST}>
            {ESSENTIAL_IDS.map((id) => (
              <li key={id} className={ESSENTIAL_ENTRY}>
                <SkeletonText lines={2} className="w-full" />
              </li>
            ))}
          </ul>
        </div>
        <div className="stack gap-4">
          <h2>Featured Articles</h2>
          <ArticleCardsSkeleton count={FEATURED_ARTICLES} />
        </div>
        <div className="stack gap-4">
          <h2>{ALL_ARTICLES}</h2>
          <ArticleCardsSkeleton count={6} />
        </div>
      </div>
    </Loading>
  );
}
