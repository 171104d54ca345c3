import type { BrandDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { ReportRequests } from '../../components/coa-registry/report-requests';
import { ButtonLink } from '../../components/links';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Button } from '../../ui/button';
import { Section } from '../../ui/section';

interface AskForReportProps {
  batchId: string;
  /** As in the registry, or else as typed; undefined when there is none. */
  brandName: string | undefined;
  nameInAddress: string | undefined;
  /** Undefined for a brand that the registry does not know. */
  brand: BrandDto | undefined;
}

/** How a batch gets into the registry: its brand is asked, by an email that the visitor sends, or a report is submitted. */
export function AskForReport({ batchId, brandName, nameInAddress, brand }: AskForReportProps) {
  const { origin } = usePageContext();
  const address = brand?.contactEmail ?? null;
  return (
    <Section id="ask" title="Ask the brand to publish it" className="stack gap-3" headingClassName="text-xl">
      <p>
        We have written an email for you. Read it, change it as you like, and send it from your own address.
        {address === null &&
          " We have no confirmed address for this brand, so you'll need to add the one on the can or on its website."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <a href={mailTo({ address, batchId, brandName, origin })}>Write to the brand</a>
        </Button>
        <ButtonLink to={paths.submitCoa} variant="secondary">
          Submit a lab report
        </ButtonLink>
      </div>
      {brand && <ReportRequests brandName={brand.brandName} name={nameInAddress ?? brand.brandName} />}
    </Section>
  );
}

interface Mail extends Pick<AskForReportProps, 'batchId' | 'brandName'> {
  /** Null: the sender has to fill it in. */
  readonly address: string | null;
  readonly origin: string;
}

/** An email in the sender's own mail program; nothing passes through this site. */
export function mailTo({ address, batchId, brandName, origin }: Mail): string {
  const lines = [
    'Hello,',
    '',
    `I have a can${brandName === undefined ? '' : ` of ${brandName}`} with batch ID ${batchId}. I couldn't find a lab report (certificate of analysis) for this batch in ${SITE.name}, an open database of lab reports for THC drinks.`,
    '',
    `Please publish the full report for this batch. You can submit it here: ${origin}${paths.submitCoa}`,
    '',
    'Thank you.',
  ];
  const subject = encodeURIComponent(`Lab report for batch ${batchId}`);
  return `mailto:${encodeURIComponent(address ?? '').replaceAll('%40', '@')}?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
