import type { CoaDto } from '../../api/generated/types.gen';
import { isQuiet } from '../../components/certificates/is-quiet';
import { AnalyteTable } from '../../components/coa-registry/analyte-table';
import { PanelReports } from '../../components/coa-registry/panel-reports';
import { VERDICT_LABELS } from '../../components/coa-registry/panel-verdicts';
import { DataList } from '../../ui/data-list';
import { formatMg } from '../../ui/text/figures';
import { printedCbd } from './printed-cbd';

/** The figures of a certificate that was replaced or withdrawn, without anything that makes them look current. */
export function EndedMeasurements({ coa }: { coa: CoaDto }) {
  return (
    <section aria-labelledby="said" className="stack gap-4 text-ink-soft">
      <h2 id="said">What it said</h2>
      <p className="text-sm">For the record only. None of this is current.</p>
      <DataList
        items={[
          { label: 'THC, as then reported', value: formatMg(coa.thcContent) },
          { label: 'CBD, as then reported', value: printedCbd(coa) },
          { label: 'Result, as then reported', value: VERDICT_LABELS[coa.status] },
        ]}
      />
      <PanelReports reports={coa.panelReports} quiet={isQuiet(coa)} />
      <AnalyteTable analytes={coa.testResults.analytes} />
    </section>
  );
}
