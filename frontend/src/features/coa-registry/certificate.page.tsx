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
import { isStrong } from '../../components/certificates/strength-words';
import { AnalyteTable } from '../../components/coa-registry/analyte-table';
import { sampleLines } from '../../components/coa-registry/printed-sample';
import { SpanishVerdict } from '../../components/coa-registry/spanish-verdict';
import { firstUse } from '../../components/first-use';
import { lazyPage } from '../../components/lazy-page';
import { StandaloneLink, TextLink } from '../../components/links';
import { RecordPage } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { DataList } from '../../ui/data-list';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton, SkeletonText } from '../../ui/messages/skeleton';
import { Mono } from '../../ui/mono';
import { formatAge, formatLongDay } from '../../ui/text/days';
import { CertificateActions, CertificateFooter, CertificateNotes, SafetyNote } from './certificate-notes';
import { CertificateResults, Noticed } from './certificate-results';
import { NotLoaded } from './document-pictures';
import { EndedBadge, EndedBanner } from './ended-certificate';
import { FourAnswers } from './four-answers';
import { OriginalDocument } from './original-document';
import type { OtherTestsProps } from './other-tests';
import { RuleStrip } from './rule-strip';

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

  const address = origin + path;

  return (
    <article
      data-failed={coa.verdict.tone === 'danger' ? '' : undefined}
      className="coa-sheet stack gap-4 sm:gap-6 print:gap-3"
    >
      <Header coa={coa} isCurrent={isCurrent} />
      <SpanishVerdict verdict={coa.verdict} />
      <CertificateActions coa={coa} address={address} />
      {coa.agreement && (
        <Suspense>
          <OtherTests.Component coa={coa} agreement={coa.agreement} />
        </Suspense>
      )}
      {isCurrent ? (
        <CertificateResults coa={coa} />
      ) : (
        <Suspense>
          <EndedMeasurements.Component coa={coa} />
        </Suspense>
      )}
      <About coa={coa} />
      {isCurrent && <RuleStrip results={coa.results} />}
      {isNoticedAtOnce(coa) && <Noticed coa={coa} />}
      <SafetyNote coa={coa} />
      <ForExperts coa={coa} isCurrent={isCurrent} />
      <CertificateFooter coa={coa} address={address} qrCode={paths.qrCode(path)} />
    </article>
  );
}

function Header({ coa, isCurrent }: { coa: CoaDto; isCurrent: boolean }) {
  return (
    <header className="stack gap-2">
      <Breadcrumbs
        links={[
          { to: paths.coas, label: 'COA Database' },
          { to: paths.brand(coa.brandName), label: coa.brandName },
        ]}
        current={isCurrent ? coa.batchId : coa.reference}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm font-medium text-ink-soft">Certificate of Analysis</p>
        {isCurrent ? (
          <StatusMark
            status={coa.statusMark}
            label={coa.statusLabel}
            look="pill"
            size="md"
            quiet={coa.verdict.tone === 'danger' || coa.verdict.tone === 'caution' || isStrong(coa.strengthLevel)}
          />
        ) : (
          <EndedBadge coa={coa} />
        )}
      </div>
      <h1 className="wrap-anywhere">{coa.productName}</h1>
      <p>
        Batch <BatchId>{coa.batchId}</BatchId> <span className="text-ink-soft">Same as on your can?</span>
      </p>
      {coa.otherBrands.length > 0 && <OtherBrands coa={coa} />}
      <FourAnswers coa={coa} />
      {coa.demonstration && <DemonstrationNote what="certificate" />}
      {!isCurrent && <EndedBanner coa={coa} />}
    </header>
  );
}

/** What labs and journalists need: every line as printed, what follows from it, the file, and where figures are from. */
function ForExperts({ coa, isCurrent }: { coa: CoaDto; isCurrent: boolean }) {
  return (
    <Collapsible summary="For labs and journalists" className="border-t">
      <div className="stack gap-8 pt-2 print:gap-3">
        {isCurrent && (
          <>
            <AnalyteTable analytes={coa.testResults.analytes} />
            <Suspense>
              <Pictures.Component coa={coa} />
            </Suspense>
          </>
        )}
        {isCurrent && !isNoticedAtOnce(coa) && <Noticed coa={coa} />}
        <Details coa={coa} />
        <OriginalDocument coa={coa} />
        <CertificateNotes coa={coa} />
      </div>
    </Collapsible>
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

function About({ coa }: { coa: CoaDto }) {
  const { today } = usePageContext();
  return (
    <section aria-labelledby="about" className="stack gap-3">
      <h2 id="about">About this report</h2>
      <DataList
        look="stacked"
        className="print:text-sm"
        items={[
          {
            label: 'Product',
            value: <TextLink to={paths.product(coa)}>{coa.productName}</TextLink>,
          },
          { label: 'Lab', value: coa.labName },
          { label: 'Test Date', value: `${formatLongDay(coa.testDate)} (${formatAge(coa.testDate, new Date(today))})` },
          { label: 'Supplied by', value: SUPPLIERS[coa.source] },
        ]}
      />
      {coa.replaces && (
        <p className="text-sm">
          It replaces certificate{' '}
          <TextLink to={paths.certificate(coa.replaces.reference)}>
            <Mono>{coa.replaces.reference}</Mono>
          </TextLink>
          . {coa.amendmentReason && `Reason: ${coa.amendmentReason}`}
        </p>
      )}
    </section>
  );
}

/** What the report prints about itself and its sample. */
function Details({ coa }: { coa: CoaDto }) {
  return (
    <DataList
      look="stacked"
      className="print:text-sm"
      items={[
        { label: 'Brand', value: <BrandLink name={coa.brandName} /> },
        {
          label: 'Reference',
          value: (
            <TextLink to={paths.certificate(coa.reference)}>
              <Mono>{coa.reference}</Mono>
            </TextLink>
          ),
        },
        ...(coa.labReportId ? [{ label: 'Lab report', value: <Mono>{coa.labReportId}</Mono> }] : []),
        ...sampleLines(coa.sample),
      ]}
    />
  );
}

/** Errors are part of the verdict, and so is what a reviewer overrode. What else was noticed is in the fold. */
const isNoticedAtOnce = ({ standing, findings, overrideReason, verdict }: CoaDto) =>
  standing === 'approved' &&
  (verdict.doNotDrink || overrideReason !== null || findings.some(({ severity }) => severity === 'error'));

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
