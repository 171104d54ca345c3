import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getCertificateOptions, getCoaOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { CoaDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { BatchId } from '../../components/certificates/batch-id';
import { DemonstrationNote } from '../../components/certificates/demonstration-note';
import { isQuiet } from '../../components/certificates/is-quiet';
import { StatusMark } from '../../components/certificates/status-mark';
import { isStrong } from '../../components/certificates/strength-words';
import { laterPart } from '../../components/lazy-page';
import { StandaloneLink, TextLink } from '../../components/links';
import { RecordPage } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton, SkeletonText } from '../../ui/messages/skeleton';
import { formatLongDay } from '../../ui/text/days';
import { CertificateActions, CertificateFooter, SafetyNote } from './certificate-notes';
import { EndedBadge, EndedBanner } from './ended-certificate';
import { FourAnswers } from './four-answers';

const Evidence = laterPart<{ coa: CoaDto }>(() => import('./certificate-evidence'));
const SpanishVerdict = laterPart<{ verdict: CoaDto['verdict'] }>(
  () => import('../../components/coa-registry/spanish-verdict'),
);
const WhichBrand = laterPart<{ coa: CoaDto }>(() => import('./which-brand'), true);
const MissingBatch = laterPart<{ batchId: string; brandName: string | undefined }>(
  () => import('./missing-batch'),
  true,
);

/** The server always has them. */
export const load = async () => {
  if (import.meta.env.SSR)
    await Promise.all([Evidence, SpanishVerdict, WhichBrand, MissingBatch].map((part) => part.load()));
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
    // As in the server's head.ts: of a notice, only the first sentence.
    headline:
      coa.verdict.aspects[0]?.subject === 'notice' || coa.verdict.aspects[0]?.subject === 'laboratory'
        ? coa.verdict.headline.replace(/(?<=\.).*/, '')
        : coa.verdict.headline,
    verdict: [coa.verdict.headline, ...coa.verdict.details].join(' '),
    recordKind: coa.demonstration ? 'Demonstration record' : 'Certificate of analysis',
    labName: coa.labName,
    testDate: formatLongDay(coa.testDate),
  });
  const isNewest = isCurrent && (!coa.agreement || coa.agreement.newest === coa.reference);
  const path = isNewest ? paths.coa(coa) : paths.certificate(coa.reference);

  const address = origin + path;

  return (
    <article data-quiet={isQuiet(coa) ? '' : undefined} className="coa-sheet stack gap-3 sm:gap-6 print:gap-3">
      <Header coa={coa} isCurrent={isCurrent} />
      <SpanishVerdict.Component verdict={coa.verdict} />
      <CertificateActions coa={coa} address={address} />
      <Evidence.Component coa={coa} />
      <SafetyNote coa={coa} />
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
