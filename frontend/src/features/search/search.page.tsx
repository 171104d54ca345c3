import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { searchSiteOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { SearchGroupDto, SearchHitDto, SearchResultsDto } from '../../api/generated/types.gen';
import { NoSuchBatch } from '../../components/coa-registry/no-such-batch';
import { StandaloneLink, TextLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { PoisonHelp } from '../../components/safety/poison-help';
import { HitGroup } from '../../components/search/hit-group';
import { SearchBox } from '../../components/search/search-box';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Loading, SkeletonText } from '../../ui/messages/skeleton';
import { Section } from '../../ui/section';

export function Component() {
  usePageMeta('search');
  const [params] = useSearchParams();
  const q = params.get('q')?.trim() ?? '';
  const results = useQuery({
    ...searchSiteOptions({ query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <div className="stack max-w-text gap-6">
      <h1>Search</h1>
      <SearchBox query={q} autoFocus={q === ''}>
        <Button type="submit">Search</Button>
      </SearchBox>
      {q === '' ? (
        <WhatToSearch />
      ) : (
        <QueryResult
          query={results}
          loading={
            <Loading label="Searching">
              <SkeletonText lines={6} />
            </Loading>
          }
          errorTitle="We couldn't search"
        >
          {(found) => (
            <div aria-busy={results.isFetching} className="stack gap-8">
              <Results q={q} results={found} />
            </div>
          )}
        </QueryResult>
      )}
    </div>
  );
}

const EXAMPLES = ['lead', 'CBD', 'driving', 'onset', 'warfarin'];

function WhatToSearch() {
  return (
    <Section id="what-to-search" title="What you can search for" className="stack gap-3" headingClassName="text-xl">
      <ul className="list-disc ps-5">
        <li>The batch ID printed on your can, with or without brand and product. Spaces and dashes don't matter.</li>
        <li>A product or brand</li>
        <li>What happened, your medicine, or your state</li>
        <li>A topic in our articles</li>
        <li>Something labs test for, such as a metal or a cannabinoid</li>
      </ul>
      <p>
        For example:{' '}
        {EXAMPLES.map((example, index) => (
          <span key={example}>
            {index > 0 && ', '}
            <TextLink to={paths.searchFor(example)}>{example}</TextLink>
          </span>
        ))}
      </p>
    </Section>
  );
}

function Results({ q, results: { groups, spelling } }: { q: string; results: SearchResultsDto }) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  if (count === 0) return <NothingFound q={q} />;
  return (
    <>
      <p role="status" className="wrap-anywhere">
        {statusOf(q, count, spelling, groups.some(isSimilarLot))}
      </p>
      {groups.map((group) => (
        <HitGroup key={group.kind} group={group}>
          {group.morePath !== null && (
            <p>
              <StandaloneLink to={group.morePath}>{MORE[group.kind]}</StandaloneLink>
            </p>
          )}
        </HitGroup>
      ))}
    </>
  );
}

/** Similar lots are found only where nothing matches. */
const isSimilarLot = ({ hits }: SearchGroupDto) => hits.some(({ warning }) => warning === 'similar');

function statusOf(q: string, count: number, spelling: string | null, hasSimilarLots: boolean): string {
  if (hasSimilarLots) return `No match for “${q}”. A similar lot is not your can: compare every digit.`;
  if (spelling !== null) return `No exact match for “${q}”. Showing results like “${spelling}”.`;
  return `${count} ${count === 1 ? 'result' : 'results'} for “${q}”`;
}

const MORE: Readonly<Record<SearchHitDto['kind'], string>> = {
  help: 'Emergency Resources',
  batch: 'All matches in the COA Database',
  brand: 'All matching brands',
  product: 'All matches in the COA Database',
  analyte: 'All that labs test for',
  article: 'All matching articles',
};

function NothingFound({ q }: { q: string }) {
  return (
    <section aria-labelledby="nothing-found" className="stack gap-3">
      <div role="status">
        <h2 id="nothing-found" className="text-xl wrap-anywhere">
          Nothing found for “{q}”
        </h2>
      </div>
      <NoSuchBatch text={q} />
      <ul className="list-disc ps-5">
        <li>Check the spelling, and compare a batch ID with your can. We never guess a batch ID.</li>
        <li>Try fewer words, or only the brand.</li>
        <li>
          Is there no lab report for your can? Its maker can{' '}
          <TextLink to={paths.submitCoa}>submit its certificate</TextLink>.
        </li>
        <li>
          Still missing something? <TextLink to={paths.contact}>Write to us</TextLink>.
        </li>
      </ul>
      <PoisonHelp />
    </section>
  );
}
