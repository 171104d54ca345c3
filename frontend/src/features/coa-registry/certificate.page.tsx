import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { getCertificateOptions, getCoaOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { CertificateSource, CoaDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { BatchId } from '../../components/certificates/batch-id';
import { DemonstrationNote } from '../../components/certificates/demonstration-note';
import { StatusMark } from '../../components/certificates/status-mark';
import { sampleLines } from '../../components/coa-registry/printed-sample';
import { SpanishVerdict } from '../../components/coa-registry/spanish-verdict';
import { firstUse } from '../../components/first-use';
import { lazyPage } from '../../components/lazy-page';
import { StandaloneLink, TextLink } from '../../components/links';
import { RecordPage } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { DataList } from '../../ui/data-list';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton, SkeletonText } from '../../ui/messages/skeleton';
import { Mono } from '../../ui/mono';
import { formatAge, formatLongDay } from '../../ui/text/days';
import { CertificateFooter, CertificateNotes } from './certificate-notes';
import { CertificateResults } from './certificate-results';
import { NotLoaded } from './document-pictures';
import { EndedBadge, EndedBanner } from './ended-certificate';
import { OriginalDocument } from './original-document';
import type { OtherTestsProps } from './other-tests';
import { VerdictBanner } from './verdict-banner';

// Few certificates have ended, and few batches were tested twice or share their ID with another brand's: the browser loads these parts where it needs them.
const OtherTests = lazyPage<OtherTestsProps>(() => import('./other-tests').catch(() => ({ Component: NotLoaded })));
const Pictures = lazyPage<{ coa: CoaDto }>(() =>
  firstUse.then(() => import('./certificate-pictures')).catch(() => ({ Component: NotLoaded })),
);
const EndedMeasurements = lazyPage<{ coa: CoaDto }>(() =>
  import('./ended-measurements').catch(() => ({ Component: NotLoaded })),
);
const WhichBrand = lazyPage<{ coa: CoaDto }>(() => import('./which-brand'));
const MissingBatch = lazyPage<{ batchId: string; brandName: string | undefined }>(() => import('./missing-batch'));

/** The server always has them. */
export const load = async () => {
  if (import.meta.env.SSR)
    await Promise.all([OtherTests, Pictures, EndedMeasurements, WhichBrand, MissingBatch].map((part) => part.load()));
};

const SUPPLIERS: Record<CertificateSource, string> = {
  submitter: 'A submitter; checked by staff',
  lab: 'The lab itself',
  staff: 'Our staff, as a correction',
};

/** Shows a certificate by batch ID, by brand and batch ID, or by reference. */
export function Component() {
  const { batchId = '', brandName, reference } = useParams();
  const batch = { path: { batchId }, ...(brandName === undefined ? {} : { query: { brand: brandName } }) };
  const byBatch = useQuery({ ...getCoaOptions(batch), enabled: reference === undefined });
  const byReference = useQuery({
    ...getCertificateOptions({ path: { reference: reference ?? '' } }),
    enabled: reference !== undefined,
  });
  const coa = reference === undefined ? byBatch : byReference;
  const isByBatchAlone = reference === undefined && brandName === undefined;
  return (
    <RecordPage
      query={coa}
      loading={<CoaSkeleton />}
      missing={{
        head: 'coaNotFound',
        title: 'COA Not Found',
        text: "The certificate of analysis you're looking for doesn't exist or has been removed.",
        ...(reference === undefined && {
          answer: <MissingBatch.Component batchId={batchId} brandName={brandName} />,
        }),
      }}
      failed={{ head: 'coas', title: "We couldn't load this certificate" }}
      actions={<StandaloneLink to={paths.coas}>Back to COA Database</StandaloneLink>}
    >
      {(found) =>
        isByBatchAlone && found.otherBrands.length > 0 ? (
          <WhichBrand.Component coa={found} />
        ) : (
          <Certificate coa={found} />
        )
      }
    </RecordPage>
  );
}

function Certificate({ coa }: { coa: CoaDto }) {
  const { origin } = usePageContext();
  const isCurrent = coa.standing === 'approved';
  usePageMeta(isCurrent ? 'coa' : 'endedCoa', {
    productName: coa.productName,
    brandName: coa.brandName,
    batchId: coa.batchId,
    reference: coa.reference,
    headline: coa.verdict.headline,
    verdict: [coa.verdict.headline, ...coa.verdict.details].join(' '),
    recordKind: coa.demonstration ? 'Demonstration record' : 'Certificate of analysis',
    labName: coa.labName,
    testDate: formatLongDay(coa.testDate),
  });
  const isNewest = isCurrent && (!coa.agreement || coa.agreement.newest === coa.reference);
  const path = isNewest ? paths.coa(coa) : paths.certificate(coa.reference);

  return (
    <article data-failed={coa.verdict.tone === 'danger' ? '' : undefined} className="coa-sheet stack gap-8 print:gap-3">
      <Header coa={coa} isCurrent={isCurrent} />
      <SpanishVerdict verdict={coa.verdict} />
      {coa.agreement && (
        <Suspense>
          <OtherTests.Component coa={coa} agreement={coa.agreement} />
        </Suspense>
      )}
      {isCurrent ? (
        <CertificateResults coa={coa}>
          <Suspense>
            <Pictures.Component coa={coa} />
          </Suspense>
        </CertificateResults>
      ) : (
        <Suspense>
          <EndedMeasurements.Component coa={coa} />
        </Suspense>
      )}
      <OriginalDocument coa={coa} />
      <CertificateNotes coa={coa} />
      <CertificateFooter coa={coa} address={origin + path} qrCode={paths.qrCode(path)} />
    </article>
  );
}

function Header({ coa, isCurrent }: { coa: CoaDto; isCurrent: boolean }) {
  return (
    <header className="stack gap-4">
      <Breadcrumbs
        links={[
          { to: paths.coas, label: 'COA Database' },
          { to: paths.brand(coa.brandName), label: coa.brandName },
        ]}
        current={isCurrent ? coa.batchId : coa.reference}
      />
      {coa.demonstration && <DemonstrationNote what="certificate" />}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="stack min-w-0 gap-2">
          <p className="text-sm font-medium text-ink-soft">Certificate of Analysis</p>
          <h1 className="wrap-anywhere">{coa.productName}</h1>
          <p className="text-lg">
            Batch <BatchId>{coa.batchId}</BatchId>
          </p>
        </div>
        {isCurrent ? (
          <StatusMark
            status={coa.statusMark}
            label={coa.statusLabel}
            look="pill"
            size="md"
            quiet={coa.verdict.tone === 'danger' || coa.verdict.tone === 'caution'}
          />
        ) : (
          <EndedBadge coa={coa} />
        )}
      </div>
      <VerdictBanner verdict={coa.verdict} />
      {!isCurrent && <EndedBanner coa={coa} />}
      {coa.otherBrands.length > 0 && <OtherBrands coa={coa} />}
      <Facts coa={coa} />
      {coa.replaces && (
        <p className="text-sm">
          It replaces certificate{' '}
          <TextLink to={paths.certificate(coa.replaces.reference)}>
            <Mono>{coa.replaces.reference}</Mono>
          </TextLink>
          . {coa.amendmentReason && `Reason: ${coa.amendmentReason}`}
        </p>
      )}
    </header>
  );
}

/** Shown on a certificate whose batch ID other brands use too. */
function OtherBrands({ coa }: { coa: CoaDto }) {
  return (
    <Notice tone="caution" title={`Check that your can says ${coa.brandName}`}>
      Other brands use this batch ID too.{' '}
      <TextLink to={paths.batch(coa.batchId)} className="print:hidden">
        See all brands with batch {coa.batchId}
      </TextLink>
    </Notice>
  );
}

function Facts({ coa }: { coa: CoaDto }) {
  const { today } = usePageContext();
  return (
    <DataList
      look="stacked"
      className="print:text-sm"
      items={[
        { label: 'Brand', value: <BrandLink name={coa.brandName} /> },
        {
          label: 'Product',
          value: <TextLink to={paths.product(coa)}>{coa.productName}</TextLink>,
        },
        { label: 'Lab', value: coa.labName },
        { label: 'Test Date', value: `${formatLongDay(coa.testDate)} (${formatAge(coa.testDate, new Date(today))})` },
        { label: 'Supplied by', value: SUPPLIERS[coa.source] },
        ...(coa.labReportId ? [{ label: 'Lab report', value: <Mono>{coa.labReportId}</Mono> }] : []),
        ...sampleLines(coa.sample),
        {
          label: 'Reference',
          value: (
            <TextLink to={paths.certificate(coa.reference)}>
              <Mono>{coa.reference}</Mono>
            </TextLink>
          ),
        },
      ]}
    />
  );
}

function BrandLink({ name }: { name: string }) {
  return <TextLink to={paths.brand(name)}>{name}</TextLink>;
}

function CoaSkeleton() {
  return (
    <Loading label="Loading the certificate" className="stack gap-6">
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="h-10 w-96 max-w-full" />
      <SkeletonText lines={3} />
      <Skeleton className="h-48 w-full" />
    </Loading>
  );
}
