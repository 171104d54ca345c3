import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError, brandCertificatePages, errorMessage } from '../../api/api';
import { getBrandOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto, CoaSummaryDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { CertificateFacts } from '../../components/certificates/certificate-facts';
import { DemonstrationNote } from '../../components/certificates/demonstration-note';
import { VerifiedMark } from '../../components/certificates/verified-mark';
import { StandaloneLink, TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { ExternalIcon } from '../../ui/icons';
import { standaloneLink } from '../../ui/link-styles';
import { EmptyState } from '../../ui/messages/empty-state';
import { ErrorState } from '../../ui/messages/error-state';
import { Loading, Skeleton } from '../../ui/messages/skeleton';
import { ShareButton } from '../../ui/sharing/share-button';
import { ShowMore } from '../../ui/show-more';
import { isOldTest } from '../../ui/text/days';
import { BatchPicture } from './batch-picture';
import { BatchTable } from './batch-table';
import { failedSentence, labelSentence } from './batches';

export function Component() {
  const { brandName = '' } = useParams();
  const brand = useQuery(getBrandOptions({ path: { brandName } }));
  if (brand.isPending) {
    return (
      <Loading label="Loading the brand" className="stack gap-6">
        <Skeleton className="h-10 w-72 max-w-full" />
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  if (brand.isError) return <Missing name={brandName} error={brand.error} onRetry={() => brand.refetch()} />;
  return <Brand brand={brand.data} name={brandName} />;
}

/** @param name the brand's name as in the address, for which the server preloads the certificates */
function Brand({ brand, name }: { brand: BrandDto; name: string }) {
  const address = usePageMeta('brand', { brandName: brand.brandName, coaCount: String(brand.coaCount) });
  const [params] = useSearchParams();
  const coas = useInfiniteQuery(brandCertificatePages(name, params.get('cursor') ?? undefined));
  const next = coas.data?.pages.at(-1)?.next;
  const rows = coas.data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <div className="stack gap-8">
      <header className="stack gap-4">
        <Breadcrumbs links={[{ to: paths.brands, label: 'Brands' }]} current={brand.brandName} />
        {brand.demonstration && <DemonstrationNote what="brand" />}
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="wrap-anywhere">{brand.brandName}</h1>
          <VerifiedMark verified={brand.verified} />
        </div>
        <p className="max-w-text text-ink-soft">
          {brand.verified
            ? 'Verified: we confirmed that the contact details belong to this brand. '
            : 'Not verified: we have not confirmed any contact details for this brand. '}
          This says nothing about its drinks. Check each batch's lab report.
        </p>
        <p className="flex flex-wrap items-center gap-x-6 text-ink-soft">
          <span>
            {brand.coaCount} {brand.coaCount === 1 ? 'lab report' : 'lab reports'}
          </span>
          {brand.website && (
            <a href={brand.website} rel="nofollow noopener ugc" className={standaloneLink}>
              Website <ExternalIcon className="size-4" />
            </a>
          )}
          {brand.contactEmail && (
            <a href={`mailto:${brand.contactEmail}`} className={standaloneLink}>
              Contact
            </a>
          )}
        </p>
        <div>
          <ShareButton size="sm" title={brand.brandName} text={`Lab reports for ${brand.brandName}`} url={address} />
        </div>
      </header>
      <section aria-labelledby="lab-reports" className="stack gap-6">
        <h2 id="lab-reports">Lab reports</h2>
        {coas.isError ? (
          <ErrorState
            title="We couldn't load the lab reports"
            onRetry={() => coas.refetch()}
            retrying={coas.isFetching}
          >
            {errorMessage(coas.error)}
          </ErrorState>
        ) : coas.isPending ? (
          <Loading label="Loading lab reports">
            <Skeleton className="h-64 w-full" />
          </Loading>
        ) : rows.length === 0 ? (
          <EmptyState
            title="No lab reports yet"
            actions={
              <>
                <Button asChild>
                  <Link to={paths.submitCoa}>Submit COA for This Brand</Link>
                </Button>
                <Button variant="secondary" asChild>
                  <Link to={paths.coas}>Browse All COAs</Link>
                </Button>
              </>
            }
          >
            We haven't published any for this brand yet.
          </EmptyState>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {rows.map((coa) => (
              <li key={coa.id} className="stack">
                <CoaCard coa={coa} />
              </li>
            ))}
          </ul>
        )}
        {next !== undefined && (
          <ShowMore
            href={`${paths.brand(name)}?${new URLSearchParams({ cursor: next })}`}
            onClick={() => coas.fetchNextPage()}
            busy={coas.isFetchingNextPage}
          />
        )}
      </section>
      <LabelPicture rows={rows} hasMore={next !== undefined} />
      <PageAddress address={address} />
    </div>
  );
}

/** Measured THC of each batch as a share of what its label says. Batches whose names state no dose in milligrams are left out. */
function LabelPicture({ rows, hasMore }: { rows: readonly CoaSummaryDto[]; hasMore: boolean }) {
  const stated = rows.filter(({ labelComparison }) => labelComparison.statedMg !== null);
  if (stated.length === 0) return null;
  const others = rows.length - stated.length;
  const left = others === 0 ? '' : ` Left out: ${others} whose name states no dose in milligrams.`;
  const newest = hasMore ? ` These are the newest ${rows.length} certificates of this brand.` : '';
  return (
    <BatchPicture
      title="Batches against their labels"
      sentence={`${failedSentence(stated)}${labelSentence(stated)}${left}${newest}`}
      batches={stated}
      amountOf={({ thcContent, labelComparison }) => (thcContent / (labelComparison.statedMg ?? 1)) * 100}
      unit="%"
      label={100}
      table={<BatchTable caption="Measured THC of each batch and its label" batches={stated} hasProducts />}
    />
  );
}

function CoaCard({ coa }: { coa: CoaSummaryDto }) {
  const { today } = usePageContext();
  return (
    <CertificateFacts
      productName={<TextLink to={paths.product(coa)}>{coa.productName}</TextLink>}
      batchId={coa.batchId}
      thcMg={coa.thcContent}
      cbdMg={coa.cbdContent}
      labName={coa.labName}
      testDate={coa.testDate}
      isOld={isOldTest(coa.testDate, today)}
      status={coa.statusMark}
      statusLabel={coa.statusLabel}
      label={coa.labelComparison}
      action={
        <StandaloneLink to={paths.coa(coa)}>
          View Full COA
          <span className="sr-only">
            {' '}
            of {coa.productName}, batch {coa.batchId}
          </span>
        </StandaloneLink>
      }
    />
  );
}

function Missing({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  usePageMeta(isMissing ? 'brandNotFound' : 'brands');
  const back = (
    <Button variant="secondary" asChild>
      <Link to={paths.brands}>All Brands</Link>
    </Button>
  );
  if (!isMissing) {
    return (
      <ErrorState headingLevel={1} title="We couldn't load this brand" onRetry={onRetry} actions={back}>
        {error instanceof Error ? error.message : undefined}
      </ErrorState>
    );
  }
  return (
    <EmptyState headingLevel={1} title="Brand Not Found" actions={back}>
      We couldn't find a brand with the name "{name}".
    </EmptyState>
  );
}
