import type { CoaDto } from '../../api/generated/types.gen';
import { isStrong } from '../../components/certificates/strength-words';
import { WAIT_HOURS } from '../../components/dosing/dose-times';
import { ButtonLink, StandaloneLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { ExternalIcon } from '../../ui/icons';
import { ShareButton } from '../../ui/sharing/share-button';
import { DownloadCertificate } from './download-document';

/** What to be careful about. At levels that the calculator calls high, nothing suggests a time for more. */
export function SafetyNote({ coa: { verdict, strengthLevel, strength } }: { coa: CoaDto }) {
  return (
    <section className="stack gap-1">
      <h2 className="text-lg">Safety</h2>
      <p className="text-sm">
        {adviceOn(verdict.doNotDrink, strength === null || isStrong(strengthLevel))} Keep cans away from children and
        pets. Poison Help: 1-800-222-1222. In an emergency, call 911.
      </p>
    </section>
  );
}

function adviceOn(doNotDrink: boolean, isStrongOrUnknown: boolean): string {
  if (doNotDrink) return 'Do not drink this batch.';
  return isStrongOrUnknown
    ? 'Start with 1–2.5 mg if you are new to THC, not with the whole can, and do not drive.'
    : `Start with 1–2.5 mg if you are new to THC, wait at least ${WAIT_HOURS.empty} hours before more (${WAIT_HOURS.full} after a full meal), and do not drive.`;
}

/** @param qrCode the image of the address's QR code */
export function CertificateFooter({ coa, address, qrCode }: { coa: CoaDto; address: string; qrCode: string }) {
  return (
    <footer className="coa-footer">
      <div className="flex flex-wrap gap-x-3 gap-y-2 print:hidden">
        <DownloadCertificate coa={coa} />
        {coa.coaFileUrl && (
          <Button variant="secondary" size="sm" asChild>
            <a href={coa.coaFileUrl} rel="nofollow noopener ugc">
              The lab's copy online <ExternalIcon className="size-5" />
            </a>
          </Button>
        )}
        <ButtonLink to={paths.coas} variant="secondary" size="sm">
          Browse More COAs
        </ButtonLink>
        <StandaloneLink to={paths.follow({ brandName: coa.brandName, batchId: coa.batchId })}>
          Tell me if this changes
        </StandaloneLink>
        <StandaloneLink to={paths.reportProblem(coa.reference)}>Report a problem</StandaloneLink>
      </div>
      <div className="flex items-center gap-4">
        <img src={qrCode} alt="QR code: address of this certificate" width={96} height={96} fetchPriority="low" />
        <div className="max-w-[60ch]">
          <PageAddress address={address} />
        </div>
      </div>
    </footer>
  );
}

/** The calculator's maximum. [source:dose-inputs] */
const CALCULATOR_MAX_MG = 100;

/** What to do next. A failed certificate does not lead to the calculator. */
export function CertificateActions({ coa, address }: { coa: CoaDto; address: string }) {
  const { verdict, standing, thcContent } = coa;
  const isCalculable =
    standing === 'approved' && !verdict.doNotDrink && thcContent > 0 && thcContent <= CALCULATOR_MAX_MG;
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {isCalculable && (
        <ButtonLink to={paths.doseCalculatorFor(coa.reference)} size="sm">
          <span>
            <span className="sr-only">Use this can in the </span>Calculator
          </span>
        </ButtonLink>
      )}
      <ButtonLink to={paths.compare([coa.reference])} variant="secondary" size="sm">
        Compare
      </ButtonLink>
      <ShareButton title={`${coa.productName}, batch ${coa.batchId}`} text={verdict.headline} url={address} size="sm" />
    </div>
  );
}
