import type { SubmissionDto } from '../../../../api/generated/types.gen';
import { BatchId } from '../../../../components/certificates/batch-id';
import { CanGauge } from '../../../../components/certificates/can-gauge';
import { AnalyteTable } from '../../../../components/coa-registry/analyte-table';
import { PanelVerdicts, VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import { sampleLines } from '../../../../components/coa-registry/printed-sample';
import { Collapsible } from '../../../../ui/collapsible';
import { DataList } from '../../../../ui/data-list';
import { textLink } from '../../../../ui/link-styles';
import { Mono } from '../../../../ui/mono';
import { Section } from '../../../../ui/section';
import { formatAge, formatDay } from '../../../../ui/text/days';
import { formatMg } from '../../../../ui/text/figures';
import { wasPublished } from '../queue/queue';

/** The submission as it was sent. */
export function SubmissionFacts({ submission }: { submission: SubmissionDto }) {
  const { reported, testResults, submittedResults } = submission;
  return (
    <Section id="sent" title="As submitted" className="stack content-start gap-6">
      <CanGauge
        measuredMg={submission.thcContent}
        label={submission.labelComparison}
        tested={`Tested ${formatDay(submission.testDate)}, ${formatAge(submission.testDate)}`}
      />
      <DataList
        items={[
          { label: 'Reference', value: <Mono>{submission.reference}</Mono> },
          { label: 'Brand', value: submission.brandName },
          { label: 'Product', value: submission.productName },
          { label: 'Batch', value: <BatchId>{submission.batchId}</BatchId> },
          { label: 'THC', value: formatMg(submission.thcContent) },
          { label: 'CBD', value: formatMg(submission.cbdContent) },
          { label: 'Test date', value: formatDay(submission.testDate) },
          { label: 'Lab', value: submission.labName },
          { label: 'Lab report', value: submission.labReportId ? <Mono>{submission.labReportId}</Mono> : '–' },
          ...sampleLines(submission.sample),
          { label: "Lab's file", value: <External address={submission.coaFileUrl} /> },
          { label: 'Website', value: <External address={submission.website} /> },
          { label: 'Contact', value: `${submission.contactName ?? '–'}, ${submission.contactEmail ?? '–'}` },
          { label: 'Notes', value: submission.notes ?? '–' },
          { label: 'Received', value: formatDay(submission.createdAt.slice(0, 10)) },
          { label: 'Due', value: formatDay(submission.dueDate) },
        ]}
      />
      {reported && (
        <div className="stack gap-2">
          <h3 className="text-base">What the sender reported</h3>
          <p className="text-sm">The certificate as a whole: {VERDICT_LABELS[reported.status]}</p>
          <PanelVerdicts panels={reported.panels} />
        </div>
      )}
      {wasPublished(submission) && (
        <div className="stack gap-2">
          <h3 className="text-base">What was published</h3>
          <p className="text-sm">The certificate as a whole: {VERDICT_LABELS[submission.status]}</p>
          <PanelVerdicts panels={testResults.panels} />
        </div>
      )}
      <div className="stack gap-2">
        <h3 className="text-base">Individual results</h3>
        <AnalyteTable analytes={testResults.analytes} />
      </div>
      {submittedResults && (
        <Collapsible summary="Results in the sender's own format">
          <pre className="rounded-md border border-rule bg-surface p-4 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {submittedResults}
          </pre>
        </Collapsible>
      )}
    </Section>
  );
}

function External({ address }: { address: string | null }) {
  if (!address) return '–';
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={textLink}>
      {address}
    </a>
  );
}
