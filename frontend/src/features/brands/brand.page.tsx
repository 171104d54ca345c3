import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { brandCertificatePages } from '../../api/api';
import { getBrandOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto, CoaSummaryDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { CertificateFacts } from '../../components/certificates/certificate-facts';
import { DemonstrationNote } from '../../components/certificates/demonstration-note';
import { VerifiedMark } from '../../components/certificates/verified-mark';
import { ReportRequests } from '../../components/coa-registry/report-requests';
import { ButtonLink, StandaloneLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { QueryResult } from '../../components/query-result';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { ExternalIcon } from '../../ui/icons';
import { standaloneLink } from '../../ui/link-styles';
import { EmptyState } from '../../ui/messages/empty-state';
import { Section } from '../../ui/section';
import { ShareButton } from '../../ui/sharing/share-button';
import { ShowMore } from '../../ui/show-more';
import { BatchNotices } from './batch-notices';
import { BatchPicture } from './batch-picture';
import { BatchTable } from './batch-table';
import { labelSentence, warningSentence } from './batches';

export function Component() {
  const { brandName = '' } = useParams();
  const brand = useQuery(getBrandOptions({ path: { brandName } }));
  return (
    <RecordPage
      query={brand}
      loading={<RecordSkeleton label="Loading the brand" />}
      missing={{
        head: 'brandNotFound',
        title: 'Brand Not Found',
        text: `We couldn't find a brand with the name "${brandName}".`,
      }}
      failed={{ head: 'brands', title: "We couldn't load this brand" }}
      actions={
        <ButtonLink to={paths.brands} variant="secondary">
          All Brands
        </ButtonLink>
      }
    >
      {(found) => <Brand brand={found} name={brandName} />}
    </RecordPage>
  );
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
        <BatchNotices batches={rows} />
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
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ShareButton size="sm" title={brand.brandName} text={`Lab reports for ${brand.brandName}`} url={address} />
          <StandaloneLink to={paths.follow(brand)}>Tell me if this changes</StandaloneLink>
          <a href={paths.feedOf(brand.brandName)} className={standaloneLink}>
            Feed
          </a>
          <StandaloneLink to={paths.brandClaim(brand.brandName)}>Are you this brand?</StandaloneLink>
        </div>
      </header>
      <section aria-labelledby="lab-reports" className="stack gap-6">
        <h2 id="lab-reports">Lab reports</h2>
        <QueryResult
          query={coas}
          loadingLabel="Loading lab reports"
          skeletonClassName="h-64"
          errorTitle="We couldn't load the lab reports"
        >
          {() => <LabReports rows={rows} />}
        </QueryResult>
        {next !== undefined && (
          <ShowMore
            href={`${paths.brand(name)}?${new URLSearchParams({ cursor: next })}`}
            onClick={() => coas.fetchNextPage()}
            busy={coas.isFetchingNextPage}
          />
        )}
      </section>
      <LabelPicture rows={rows} hasMore={next !== undefined} />
      <Section id="missing" title="Is your batch missing?" className="stack gap-3" headingClassName="text-xl">
        <ReportRequests brandName={brand.brandName} name={name} />
      </Section>
      <PageAddress address={address} />
    </div>
  );
}

function LabReports({ rows }: { rows: readonly CoaSummaryDto[] }) {
  if (rows.length > 0) {
    return (
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map((coa) => (
          <li key={coa.id} className="stack">
            <CertificateFacts coa={coa} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <EmptyState
      title="No lab reports yet"
      actions={
        <>
          <ButtonLink to={paths.submitCoa}>Submit COA for This Brand</ButtonLink>
          <ButtonLink to={paths.coas} variant="secondary">
            Browse All COAs
          </ButtonLink>
        </>
      }
    >
      We haven't published any for this brand yet.
    </EmptyState>
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
      sentence={`${warningSentence(stated)}${labelSentence(stated)}${left}${newest}`}
      batches={stated}
      amountOf={({ thcContent, labelComparison }) => (thcContent / (labelComparison.statedMg ?? 1)) * 100}
      unit="%"
      label={100}
      table={<BatchTable caption="Measured THC of each batch and its label" batches={stated} hasProducts />}
    />
  );
}
