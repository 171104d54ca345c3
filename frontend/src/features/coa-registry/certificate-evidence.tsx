import type { ReactNode } from 'react';
import type { BrandReplyDto, CertificateSource, CoaDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { AnalyteTable } from '../../components/coa-registry/analyte-table';
import { sampleLines } from '../../components/coa-registry/printed-sample';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { DataList } from '../../ui/data-list';
import { Mono } from '../../ui/mono';
import { formatAge, formatLongDay } from '../../ui/text/days';
import { CertificateResults, Noticed } from './certificate-results';
import { Completeness } from './completeness';
import { ContainerAmounts } from './container-amounts';
import { ContaminantStrip } from './contaminant-strip';
import { EndedMeasurements } from './ended-measurements';
import { OriginalDocument } from './original-document';
import { OtherTests } from './other-tests';
import { RuleStrip } from './rule-strip';

/** What the answers on the first screen rest on. */
export function Component({ coa }: { coa: CoaDto }) {
  const isCurrent = coa.standing === 'approved';
  const isNoticed = isNoticedAtOnce(coa);
  return (
    <>
      {coa.agreement && <OtherTests coa={coa} agreement={coa.agreement} />}
      {isCurrent ? <CertificateResults coa={coa} /> : <EndedMeasurements coa={coa} />}
      <About coa={coa} />
      {coa.brandReply && <BrandReply reply={coa.brandReply} />}
      {isCurrent && <RuleStrip results={coa.results} />}
      {isNoticed && <Noticed coa={coa} />}
      <ForExperts coa={coa} isCurrent={isCurrent} withNoticed={isCurrent && !isNoticed} />
    </>
  );
}

/** Errors are part of the verdict, and so is what a reviewer overrode. What else was noticed is in the fold. */
const isNoticedAtOnce = ({ standing, findings, overrideReason, verdict }: CoaDto) =>
  standing === 'approved' &&
  (verdict.doNotDrink || overrideReason !== null || findings.some(({ severity }) => severity === 'error'));

const SUPPLIERS: Record<CertificateSource, string> = {
  submitter: 'A submitter; checked by staff',
  lab: 'The lab itself',
  staff: 'Our staff, as a correction',
};

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
          { label: 'Lab', value: <TextLink to={paths.laboratory(coa.labName)}>{coa.labName}</TextLink> },
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
      {coa.reportedProblems.map((sentence) => (
        <p key={sentence} className="text-sm wrap-anywhere">
          {sentence}
        </p>
      ))}
    </section>
  );
}

/** Never green and below the judgment: we know who wrote it, not whether it is so. */
const BrandReply = ({ reply: { brandName, text, publishedOn } }: { reply: BrandReplyDto }) => (
  <section aria-labelledby="brand-reply" className="stack gap-1 border-s-2 border-rule ps-4">
    <h2 id="brand-reply" className="text-base wrap-anywhere">
      Reply from {brandName}, not checked by us
    </h2>
    <p className="text-sm wrap-anywhere">{text}</p>
    <p className="text-sm text-ink-soft">Published on {formatLongDay(publishedOn)}</p>
  </section>
);

interface ForExpertsProps {
  coa: CoaDto;
  isCurrent: boolean;
  /** With what the checks noticed, where the page does not show it at once. */
  withNoticed: boolean;
}

/** What labs and journalists need: every line as printed, what follows from it, the file, and where figures are from. */
function ForExperts({ coa, isCurrent, withNoticed }: ForExpertsProps) {
  return (
    <Collapsible summary="For labs and journalists" className="border-t">
      <div className="stack gap-8 pt-2 print:gap-3">
        {isCurrent && (
          <>
            <AnalyteTable analytes={coa.testResults.analytes} />
            <div className="pictures stack gap-10">
              <Completeness coa={coa} />
              <ContaminantStrip coa={coa} />
            </div>
            <ContainerAmounts coa={coa} />
          </>
        )}
        {withNoticed && <Noticed coa={coa} />}
        <Details coa={coa} />
        <OriginalDocument coa={coa} />
        <Methods coa={coa} />
      </div>
    </Collapsible>
  );
}

/** What the report prints about itself and its sample. */
function Details({ coa }: { coa: CoaDto }) {
  return (
    <DataList
      look="stacked"
      className="print:text-sm"
      items={[
        { label: 'Brand', value: <TextLink to={paths.brand(coa.brandName)}>{coa.brandName}</TextLink> },
        {
          label: 'Reference',
          value: (
            <TextLink to={paths.certificate(coa.reference)}>
              <Mono>{coa.reference}</Mono>
            </TextLink>
          ),
        },
        { label: 'History', value: <TextLink to={paths.batchHistory(coa.batchId)}>Our decisions</TextLink> },
        ...(coa.labReportId ? [{ label: 'Lab report', value: <Mono>{coa.labReportId}</Mono> }] : []),
        ...sampleLines(coa.sample),
      ]}
    />
  );
}

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

/** How far the record can be trusted. */
function Methods({ coa }: { coa: CoaDto }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:gap-8 print:grid-cols-2">
      <Note title="Testing Methods">
        Labs usually measure cannabinoids by HPLC, pesticides by LC-MS/MS, metals by ICP-MS, solvents by headspace gas
        chromatography, and microbials by plating or PCR. Methods that the lab reported are next to each result.
      </Note>
      <Note title="Quality Assurance">
        {assuranceOf(coa)} We do not repeat the test. Check that the lab is accredited for it, and that the product,
        batch and date match your can.
      </Note>
    </div>
  );
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack content-start gap-1">
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-ink-soft">{children}</p>
    </section>
  );
}
