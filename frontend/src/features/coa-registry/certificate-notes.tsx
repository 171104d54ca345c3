import type { CoaDto } from '../../api/generated/types.gen';
import { WAIT_HOURS } from '../../components/dosing/dose-times';
import { ButtonLink, TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { ExternalIcon } from '../../ui/icons';
import { ShareButton } from '../../ui/sharing/share-button';
import { DownloadCertificate } from './download-document';

/** Where the record came from, and what it was compared with. */
function assuranceOf({ source, document, replaces }: CoaDto): string {
  if (source === 'lab') {
    return 'The lab sent this record itself. Staff or, for labs they trust, software checked it before it was published.';
  }
  if (source === 'staff') {
    return replaces
      ? 'Staff corrected an earlier record.'
      : 'Staff entered this record from what the lab sent them, and checked it before it was published.';
  }
  return document
    ? "Staff compared this record with the lab's PDF before it was published."
    : "Staff checked this record before it was published, without the lab's PDF.";
}

/** How far the record can be trusted, and what to be careful about. */
export function CertificateNotes({ coa }: { coa: CoaDto }) {
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
          {assuranceOf(coa)} We do not repeat the test. Check that the lab is accredited for it, and that the product,
          batch and date match your can.{' '}
          <TextLink to={paths.correctionOf(coa.reference)} className="print:hidden">
            Report a mistake
          </TextLink>
        </p>
      </Note>
      <Note title="Safety">
        <p>
          {coa.verdict.doNotDrink
            ? 'Do not drink this batch.'
            : `Start with 1–2.5 mg if you are new to THC, wait at least ${WAIT_HOURS.empty} hours before more (${WAIT_HOURS.full} after a full meal), and do not drive. After an amount that is high for you, don't have any more that day.`}{' '}
          Keep cans away from children and pets. Poison Help: 1-800-222-1222. In an emergency, call 911.
        </p>
      </Note>
    </div>
  );
}

/** @param qrCode the image of the address's QR code */
export function CertificateFooter({ coa, address, qrCode }: { coa: CoaDto; address: string; qrCode: string }) {
  return (
    <footer className="flex flex-wrap items-end justify-between gap-6 border-t border-rule pt-6 print:pt-3">
      <div className="flex flex-wrap gap-3 print:hidden">
        <DownloadCertificate coa={coa} />
        <ShareButton title={`${coa.productName}, batch ${coa.batchId}`} text={coa.verdict.headline} url={address} />
        {coa.coaFileUrl && (
          <Button variant="secondary" asChild>
            <a href={coa.coaFileUrl} rel="nofollow noopener ugc">
              The lab's copy online <ExternalIcon className="size-5" />
            </a>
          </Button>
        )}
        <ButtonLink to={paths.compare([coa.reference])} variant="secondary">
          Compare
        </ButtonLink>
        <ButtonLink to={paths.coas} variant="secondary">
          Browse More COAs
        </ButtonLink>
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

function Note({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="stack content-start gap-2">
      <h2 className="text-lg">{title}</h2>
      <div className="text-sm text-ink-soft">{children}</div>
    </section>
  );
}
