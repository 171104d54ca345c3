import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/api';
import { getCertificateOptions, getCoaOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { CertificateSource, CoaDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { AnalyteTable } from '../../components/coa-registry/analyte-table';
import { Findings } from '../../components/coa-registry/findings';
import { PanelReports } from '../../components/coa-registry/panel-reports';
import { PageAddress } from '../../components/page-address';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { BatchId } from '../../ui/batch-id';
import { Button } from '../../ui/button';
import { CanGauge } from '../../ui/can-gauge';
import { CannabinoidBars } from '../../ui/cannabinoid-bars';
import { formatCbd } from '../../ui/certificate-facts';
import { DataList } from '../../ui/data-list';
import { formatAge, formatDay, formatLongDay } from '../../ui/days';
import { DemonstrationNote } from '../../ui/demonstration-note';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { ExternalIcon, PrintIcon } from '../../ui/icons';
import { isOverLabel } from '../../ui/label-mark';
import { standaloneLink, textLink } from '../../ui/link-styles';
import { Mono } from '../../ui/mono';
import { ShareButton } from '../../ui/share-button';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton';
import { StatusMark } from '../../ui/status-mark';
import { EndedBadge, EndedBanner, EndedMeasurements } from './ended-certificate';
import { VerdictBanner } from './verdict-banner';
import { OtherBrands, WhichBrand } from './which-brand';

/** The calculator's maximum. [source:dose-inputs] */
const CALCULATOR_MAX_MG = 100;

const SUPPLIERS: Record<CertificateSource, string> = {
  submitter: 'A submitter; checked by staff',
  lab: 'The lab itself',
  staff: 'Our staff, as a correction',
};

/** Where the record came from. */
const ASSURANCES: Record<CertificateSource, string> = {
  submitter: 'Staff compared this record with the certificate before it was published.',
  lab: 'The lab sent this record itself. Staff check such records first, except from labs they trust to publish directly.',
  staff: 'Staff corrected an earlier record from the certificate.',
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
  if (coa.isPending) return <CoaSkeleton />;
  if (coa.isError) return <Missing error={coa.error} onRetry={() => coa.refetch()} />;
  const isOneOfSeveral = reference === undefined && brandName === undefined && coa.data.otherBrands.length > 0;
  if (isOneOfSeveral) return <WhichBrand coa={coa.data} />;
  return <Certificate coa={coa.data} />;
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
  const path = isCurrent ? paths.coa(coa) : paths.certificate(coa.reference);

  return (
    <article className="coa-sheet stack gap-8 print:gap-3">
      <Header coa={coa} isCurrent={isCurrent} />
      {isCurrent ? <Results coa={coa} /> : <EndedMeasurements coa={coa} />}
      <Notes coa={coa} />
      <Footer coa={coa} address={origin + path} qrCode={paths.qrCode(path)} />
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
            quiet={isOverLabel(coa.labelComparison.level)}
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
          <Link to={paths.certificate(coa.replaces.reference)} className={textLink}>
            <Mono>{coa.replaces.reference}</Mono>
          </Link>
          . {coa.amendmentReason && `Reason: ${coa.amendmentReason}`}
        </p>
      )}
    </header>
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
        { label: 'Lab', value: coa.labName },
        { label: 'Test Date', value: `${formatLongDay(coa.testDate)} (${formatAge(coa.testDate, new Date(today))})` },
        { label: 'Supplied by', value: SUPPLIERS[coa.source] },
        ...(coa.labReportId ? [{ label: 'Lab report', value: <Mono>{coa.labReportId}</Mono> }] : []),
        {
          label: 'Reference',
          value: (
            <Link to={paths.certificate(coa.reference)} className={textLink}>
              <Mono>{coa.reference}</Mono>
            </Link>
          ),
        },
      ]}
    />
  );
}

function Notes({ coa }: { coa: CoaDto }) {
  return (
    <div className="grid gap-8 lg:grid-cols-3 print:grid-cols-3">
      <Note title="Testing Methods">
        <p>
          Labs usually measure cannabinoids by HPLC, pesticides by LC-MS/MS, metals by ICP-MS, solvents by headspace gas
          chromatography, and microbials by plating or PCR. The method is shown next to each result where the lab
          reported it.
        </p>
      </Note>
      <Note title="Quality Assurance">
        <p>
          {ASSURANCES[coa.source]} We do not repeat the test. Check that the lab is accredited for it, and that the
          product, batch and date match your can.{' '}
          <Link to={paths.correctionOf(coa.reference)} className={`${textLink} print:hidden`}>
            Report a mistake
          </Link>
        </p>
      </Note>
      <Note title="Safety">
        <p>
          {coa.verdict.doNotDrink
            ? 'Do not drink this batch.'
            : 'Start with 1–2.5 mg if you are new to THC, wait at least 2 hours before more, and do not drive.'}{' '}
          Keep cans away from children and pets. Poison Help: 1-800-222-1222. In an emergency, call 911.
        </p>
      </Note>
    </div>
  );
}

/** @param qrCode the image of the address's QR code */
function Footer({ coa, address, qrCode }: { coa: CoaDto; address: string; qrCode: string }) {
  return (
    <footer className="flex flex-wrap items-end justify-between gap-6 border-t border-rule pt-6 print:pt-3">
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button icon={<PrintIcon className="size-5" />} onClick={() => window.print()} className="noscript:hidden">
          Download COA
        </Button>
        <ShareButton title={`${coa.productName}, batch ${coa.batchId}`} text={coa.verdict.headline} url={address} />
        {coa.coaFileUrl && (
          <Button variant="secondary" asChild>
            <a href={coa.coaFileUrl} rel="nofollow noopener ugc">
              The lab's own file <ExternalIcon className="size-5" />
            </a>
          </Button>
        )}
        <Button variant="secondary" asChild>
          <Link to={paths.coas}>Browse More COAs</Link>
        </Button>
      </div>
      <div className="flex items-center gap-4">
        <img
          src={qrCode}
          alt="QR code: address of this certificate"
          width={96}
          height={96}
          fetchPriority="low"
          className="size-24 shrink-0 rounded-sm print:size-28 print:rounded-none"
        />
        <div className="max-w-[60ch]">
          <PageAddress address={address} />
        </div>
      </div>
    </footer>
  );
}

function Results({ coa }: { coa: CoaDto }) {
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2 print:grid-cols-2">
        <section aria-labelledby="label" className="stack content-start gap-4">
          <h2 id="label">Measured against the label</h2>
          <CanGauge
            measuredMg={coa.thcContent}
            label={coa.labelComparison}
            testDate={`Tested ${formatDay(coa.testDate)}`}
          />
          {!coa.verdict.doNotDrink && coa.thcContent > 0 && coa.thcContent <= CALCULATOR_MAX_MG && (
            <Link to={paths.doseCalculatorFor(coa.thcContent)} className={`${standaloneLink} print:hidden`}>
              Use this can in the calculator
            </Link>
          )}
        </section>
        <section aria-labelledby="profile" className="stack content-start gap-4">
          <h2 id="profile">Cannabinoid Profile</h2>
          <CannabinoidBars
            hideServings
            rows={[
              { label: 'Total THC', mgPerContainer: coa.thcContent },
              { label: 'Total CBD', mgPerContainer: coa.cbdContent, printed: printedCbd(coa.cbdContent) },
            ]}
          />
        </section>
      </div>

      <section aria-labelledby="results" className="stack gap-4">
        <h2 id="results">Test Results Summary</h2>
        <PanelReports reports={coa.panelReports} />
        <AnalyteTable analytes={coa.testResults.analytes} />
      </section>

      <section aria-labelledby="noticed" className="stack gap-3">
        <h2 id="noticed">What our checks noticed</h2>
        {coa.findings.length === 0 ? (
          <p className="text-sm text-ink-soft">
            Nothing. These checks compare dates, batch IDs and figures. They can't tell whether a certificate is
            genuine.
          </p>
        ) : (
          <>
            <p className="text-sm text-ink-soft print:hidden">
              A computer compares dates, batch IDs and figures. What it notices is a reason to look closer.
            </p>
            <Findings findings={coa.findings} />
          </>
        )}
      </section>
    </>
  );
}

const printedCbd = (mg: number | null) => (mg === null ? formatCbd(mg).replace(/\s*mg$/, '') : undefined);

function BrandLink({ name }: { name: string }) {
  return (
    <Link to={paths.brand(name)} className={textLink}>
      {name}
    </Link>
  );
}

function Note({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="stack content-start gap-2">
      <h2 className="text-lg">{title}</h2>
      <div className="text-sm text-ink-soft">{children}</div>
    </section>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  usePageMeta(isMissing ? 'coaNotFound' : 'coas');
  const back = (
    <Link to={paths.coas} className={standaloneLink}>
      Back to COA Database
    </Link>
  );
  if (!isMissing) {
    return (
      <ErrorState headingLevel={1} title="We couldn't load this certificate" onRetry={onRetry} actions={back}>
        {error instanceof Error ? error.message : undefined}
      </ErrorState>
    );
  }
  return (
    <EmptyState headingLevel={1} title="COA Not Found" actions={back}>
      The certificate of analysis you're looking for doesn't exist or has been removed.
    </EmptyState>
  );
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
