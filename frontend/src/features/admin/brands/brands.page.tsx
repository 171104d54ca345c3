import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  listMergedBrandsOptions,
  listStaffBrandsOptions,
  undoBrandMergerMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MergedBrandDto, StaffBrandDto } from '../../../api/generated/types.gen';
import { PagedList, type PagedRows } from '../../../components/admin/paged-list';
import { useChange } from '../../../components/admin/use-change';
import { focusShownPage } from '../../../hooks/use-focus-on-navigation';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { SearchField } from '../../../ui/fields/search-field';
import { ShieldIcon } from '../../../ui/icons';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { Section } from '../../../ui/section';
import { counted } from '../../../ui/text/counted';
import { formatDay } from '../../../ui/text/days';
import { brandLists, EditBrand, MergeBrand, VerifyBrand } from './brand-dialogs';

/** Each row carries its dialogs, and every keystroke in the search renders all rows again. */
const ROWS_PER_PAGE = 100;

export function Component() {
  const [search, setSearch] = useState('');
  const list = useBrandRows(search);
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Brands</h1>
      <SearchField label="Search by name" value={search} onValueChange={setSearch} className="max-w-md" />
      <MergedBrands />
      <PagedList
        list={list}
        loadingLabel="Loading brands"
        errorTitle="We couldn't load the brands"
        countLabel={(total) => (total === 1 ? 'brand' : 'brands')}
        empty={
          <EmptyState title="No brands">
            {search ? `No brand name contains “${search}”.` : 'A brand is added with its first published certificate.'}
          </EmptyState>
        }
      >
        {(brand) => <Row key={brand.id} brand={brand} />}
      </PagedList>
    </div>
  );
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The API sends all brands at once. Searching and paging happen here. */
function useBrandRows(search: string): PagedRows<StaffBrandDto> {
  const brands = useQuery({ ...listStaffBrandsOptions(), staleTime: 0 });
  const [limit, setLimit] = useState(ROWS_PER_PAGE);
  const wanted = withoutAccents(search.trim());
  const found = brands.data?.filter(({ brandName }) => withoutAccents(brandName).includes(wanted)) ?? [];
  return {
    rows: found.slice(0, limit),
    total: found.length,
    isTotalExact: true,
    isLoaded: brands.data !== undefined,
    isPlaceholder: false,
    isFetching: brands.isFetching,
    error: brands.error,
    refetch: brands.refetch,
    hasNextPage: found.length > limit,
    isFetchingNextPage: false,
    nextPageError: null,
    fetchNextPage: () => setLimit(limit + ROWS_PER_PAGE),
  };
}

function Row({ brand }: { brand: StaffBrandDto }) {
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <span className="me-auto min-w-0">
        <Link to={paths.brand(brand.brandName)} className={`${textLink} font-medium wrap-anywhere`}>
          {brand.brandName}
        </Link>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {brand.coaCount} {brand.coaCount === 1 ? 'certificate' : 'certificates'}
          {brand.website && ` · ${brand.website}`}
          {brand.contactOnFile && ` · ${brand.contactOnFile}${brand.verified ? '' : ' (a submitter, not public)'}`}
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
  );
}

/** Brands that were merged, while that can be undone; nothing when there are none. */
function MergedBrands() {
  const { data: merged = [] } = useQuery({ ...listMergedBrandsOptions(), staleTime: 0 });
  if (merged.length === 0) return null;
  return (
    <Section id="merged-brands" title="Merged in the last 30 days" className="stack gap-3">
      <p className="text-sm text-ink-soft">
        Undoing a merge brings a brand back with its certificates and former names. Certificates published under its
        name since then stay with the other brand.
      </p>
      <ul className={rowList}>
        {merged.map((one) => (
          <MergedRow key={one.id} merged={one} />
        ))}
      </ul>
    </Section>
  );
}

function MergedRow({
  merged: { id, brandName, into, certificates, mergedAt, undoableUntil },
}: {
  merged: MergedBrandDto;
}) {
  const undo = useChange(undoBrandMergerMutation(), {
    onDone: focusShownPage, // the button goes away with its row
    done: (restored) => ({ title: `${restored.brandName} is a separate brand again` }),
    refetch: brandLists(),
  });
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <span className="me-auto min-w-0">
        <span className="font-medium wrap-anywhere">{brandName}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {into && `Into ${into} on `}
          {formatDay(mergedAt.slice(0, 10))}, with {counted(certificates, 'certificate')}. Can be undone until{' '}
          {formatDay(undoableUntil.slice(0, 10))}.
        </span>
        <MutationError error={undo.error} />
      </span>
      <Button
        size="sm"
        variant="secondary"
        pending={undo.isPending}
        pendingText="Undoing…"
        onClick={() => undo.mutate({ path: { id } })}
      >
        Undo the merge<span className="sr-only"> of {brandName}</span>
      </Button>
    </li>
  );
}
