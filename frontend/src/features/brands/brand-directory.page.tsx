import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { listBrandsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto } from '../../api/generated/types.gen';
import { VerifiedMark } from '../../components/certificates/verified-mark';
import { QueryResult } from '../../components/query-result';
import { PoisonHelp } from '../../components/safety/poison-help';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { card, cardTitle } from '../../ui/card';
import { cx } from '../../ui/cx';
import { SearchField } from '../../ui/fields/search-field';
import { SearchForm } from '../../ui/fields/search-form';
import { EmptyState } from '../../ui/messages/empty-state';
import { Loading, Skeleton } from '../../ui/messages/skeleton';

export function Component() {
  usePageMeta('brands');
  const brands = useQuery(listBrandsOptions());
  const [params] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');

  return (
    <div className="stack gap-8">
      <header className="stack gap-3">
        <h1>Verified Brands</h1>
        <p className="max-w-text text-lg text-ink-soft">
          Brands with published lab reports. “Verified” means our staff confirmed the brand's website and contact
          address. It says nothing about the brand's products. For those, read the lab reports.
        </p>
      </header>
      <SearchForm action={paths.brands} className="max-w-md">
        <SearchField label="Search brands" name="search" maxLength={100} value={search} onValueChange={setSearch} />
      </SearchForm>
      <QueryResult query={brands} loading={<BrandsSkeleton />} errorTitle="We couldn't load the brands">
        {(all) => <Brands brands={all} search={search} onClear={() => setSearch('')} />}
      </QueryResult>
    </div>
  );
}

function Brands(props: { brands: readonly BrandDto[]; search: string; onClear: () => void }) {
  const { search, onClear } = props;
  const found = props.brands.filter(({ brandName }) => includesFolded(brandName, search));
  if (found.length === 0) {
    return (
      <EmptyState
        title="No brands found"
        actions={search ? <Button onClick={onClear}>Clear Search</Button> : undefined}
      >
        {search ? `No brand name contains “${search}”.` : 'No lab reports have been published yet.'}
        {search && <PoisonHelp />}
      </EmptyState>
    );
  }
  return (
    <ul className={GRID}>
      {found.map((brand) => (
        <li key={brand.id} className="stack">
          <BrandCard brand={brand} />
        </li>
      ))}
    </ul>
  );
}

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

/** "Ember and Rind" finds "Ember & Rind". */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\band\b/g, '&');
const includesFolded = (text: string, part: string) => fold(text).includes(fold(part.trim()));

function BrandCard({ brand }: { brand: BrandDto }) {
  return (
    <Link to={paths.brand(brand.brandName)} className={cx(card, !brand.verified && 'border-dashed')}>
      <span className="mb-2 flex min-h-7 items-center">
        <VerifiedMark verified={brand.verified} />
      </span>
      <h2 className={`${cardTitle} wrap-anywhere`}>{brand.brandName}</h2>
      <span className="mt-1 text-sm text-ink-soft">
        {brand.coaCount} {brand.coaCount === 1 ? 'lab report' : 'lab reports'}
      </span>
    </Link>
  );
}

function BrandsSkeleton() {
  return (
    <Loading label="Loading brands">
      <ul className={GRID}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <li key={place}>
            <Skeleton className="h-36 w-full" />
          </li>
        ))}
      </ul>
    </Loading>
  );
}
