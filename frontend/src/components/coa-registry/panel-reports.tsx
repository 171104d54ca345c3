import type { PanelReportDto } from '../../api/generated/types.gen';
import { capitalized } from '../../ui/text/capitalized';
import { type Status, StatusMark } from '../certificates/status-mark';
import { PANELS } from './panel-verdicts';

const LABELS = Object.fromEntries(PANELS.map(({ key, label }) => [key, label]));

/** The panel's lines override its result where they are more cautious. */
function markOf({ verdict, overLimit, unsettled }: PanelReportDto): { status: Status; label?: string } {
  if (verdict !== 'failed' && overLimit.length > 0) return { status: 'failed', label: 'Above a limit' };
  return unsettled.length > 0 ? { status: 'pending', label: 'Not clear' } : { status: verdict };
}

/**
 * The four contaminant panels with the lab's results: a failed panel names the analyte, its value and its limit.
 * @param quiet so that nothing is green beside a failure or a notice
 */
export function PanelReports({ reports, quiet }: { reports: readonly PanelReportDto[]; quiet: boolean }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6">
      {reports.map((report) => (
        <li key={report.panel} className="border-b border-rule py-2 print:py-1.5">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span>{LABELS[report.panel]}</span>
            <StatusMark {...markOf(report)} quiet={quiet} />
          </div>
          {!REPEATS_MARK.has(report.verdict) && (
            <p className="text-sm print:text-xs wrap-anywhere text-ink-soft">{capitalized(report.statement)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** For these the text only repeats the mark. */
const REPEATS_MARK: ReadonlySet<string> = new Set(['not_tested', 'pending', 'not_reported']);
