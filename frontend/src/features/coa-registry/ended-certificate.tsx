import { Link } from 'react-router';
import type { CoaDto } from '../../api/generated/types.gen';
import { AnalyteTable } from '../../components/coa-registry/analyte-table';
import { PanelReports } from '../../components/coa-registry/panel-reports';
import { VERDICT_LABELS } from '../../components/coa-registry/panel-verdicts';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { formatCbd } from '../../ui/certificate-facts';
import { DataList } from '../../ui/data-list';
import { formatLongDay } from '../../ui/days';
import { formatMg } from '../../ui/figures';
import { StopIcon } from '../../ui/icons';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/notice';

// A certificate that was replaced or withdrawn stays readable, and nothing on its page may look as if it still stood: no
// green mark, no full can, no way into the calculator.

export function EndedBadge({ coa }: { coa: CoaDto }) {
  return (
    <Badge tone="clay" icon={<StopIcon className="size-4" />}>
      {coa.standing === 'withdrawn' ? 'Withdrawn' : 'Replaced'}
    </Badge>
  );
}

export function EndedBanner({ coa }: { coa: CoaDto }) {
  const on = coa.endedAt ? ` on ${formatLongDay(coa.endedAt.slice(0, 10))}` : '';
  const isWithdrawn = coa.standing === 'withdrawn';
  return (
    // Backgrounds are not printed; the border keeps the warning visible.
    <div className="rounded-md border-2 border-clay print:border-ink">
      <Notice
        tone="danger"
        title={
          <span className="text-lg">
            This certificate was {isWithdrawn ? 'withdrawn' : 'replaced'}
            {on}
          </span>
        }
      >
        <p className="wrap-anywhere">Reason: {isWithdrawn ? coa.withdrawalReason : coa.replacedBy?.reason}</p>
        <p className="mt-1">
          Do not rely on the figures below.{' '}
          {coa.current ? (
            <>
              <Link to={paths.certificate(coa.current.reference)} className={`${textLink} font-semibold`}>
                See the current certificate
              </Link>{' '}
              <span className="inline-block">({coa.current.reference})</span>
            </>
          ) : (
            'There is no current certificate for this batch.'
          )}
        </p>
      </Notice>
    </div>
  );
}

export function EndedMeasurements({ coa }: { coa: CoaDto }) {
  return (
    <section aria-labelledby="said" className="stack gap-4 text-ink-soft">
      <h2 id="said">What it said</h2>
      <p className="text-sm">For the record only. None of this is current.</p>
      <DataList
        items={[
          { label: 'THC, as then reported', value: formatMg(coa.thcContent) },
          { label: 'CBD, as then reported', value: formatCbd(coa.cbdContent) },
          { label: 'Result, as then reported', value: VERDICT_LABELS[coa.status] },
        ]}
      />
      <PanelReports reports={coa.panelReports} />
      <AnalyteTable analytes={coa.testResults.analytes} />
    </section>
  );
}
