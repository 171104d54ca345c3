import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import { listStaffBrandsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import type { StaffBrandDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { ShieldIcon } from '../../../ui/icons';
import { textLink } from '../../../ui/link-styles';
import { SearchField } from '../../../ui/search-field';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { EditBrand, MergeBrand, VerifyBrand } from './brand-dialogs';

export function Component() {
  const brands = useQuery({ ...listStaffBrandsOptions(), staleTime: 0 });
  const [search, setSearch] = useState('');
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Brands</h1>
      <SearchField label="Search by name" value={search} onValueChange={setSearch} className="max-w-md" />
      {brands.isError ? (
        <ErrorState title="We couldn't load the brands" onRetry={() => brands.refetch()}>
          {errorMessage(brands.error)}
        </ErrorState>
      ) : brands.isPending ? (
        <Loading label="Loading brands">
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : (
        <BrandList brands={brands.data} search={search} />
      )}
    </div>
  );
}

/** Rows drawn at once: each carries its dialogs, and a letter typed into the search draws them all again. */
const ROWS = 100;

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function BrandList({ brands, search }: { brands: StaffBrandDto[]; search: string }) {
  const [limit, setLimit] = useState(ROWS);
  const found = brands.filter(({ brandName }) => fold(brandName).includes(fold(search.trim())));
  if (found.length === 0) {
    return (
      <EmptyState title="No brands">
        {search ? `No brand name contains “${search}”.` : 'A brand is added with its first published certificate.'}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {found.length.toLocaleString('en-US')} {found.length === 1 ? 'brand' : 'brands'}
      </p>
      <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
        {found.slice(0, limit).map((brand) => (
          <li key={brand.id} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
            <span className="me-auto min-w-0">
              <Link to={paths.brand(brand.brandName)} className={`${textLink} font-medium wrap-anywhere`}>
                {brand.brandName}
              </Link>
              <span className="block text-sm wrap-anywhere text-ink-soft">
                {brand.coaCount} {brand.coaCount === 1 ? 'certificate' : 'certificates'}
                {brand.website && ` · ${brand.website}`}
                {brand.contactOnFile &&
                  ` · ${brand.contactOnFile}${brand.verified ? '' : ' (a submitter, not public)'}`}
              </span>
            </span>
            {brand.verified ? (
              <Badge tone="leaf" icon={<ShieldIcon className="size-3.5" />}>
                Verified
              </Badge>
            ) : (
              <VerifyBrand brand={brand} />
            )}
            <EditBrand brand={brand} />
            <MergeBrand brand={brand} />
          </li>
        ))}
      </ul>
      {found.length > limit && <ShowMore onClick={() => setLimit(limit + ROWS)} />}
    </>
  );
}
