import type { PanelReportDto } from '../../api/generated/types.gen';
import { StatusMark } from '../../ui/status-mark';
import { PANELS } from './panel-verdicts';

const LABELS = Object.fromEntries(PANELS.map(({ key, label }) => [key, label]));

/** The four contaminant panels with the lab's results: a failed panel names the analyte, its value and its limit. */
export function PanelReports({ reports }: { reports: readonly PanelReportDto[] }) {
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2 print:grid-cols-2">
      {reports.map(({ panel, verdict, statement }) => (
        <li key={panel} className="border-b border-rule py-3 print:py-1.5">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span>{LABELS[panel]}</span>
            <StatusMark status={verdict} />
          </div>
          {!REPEATS_MARK.has(verdict) && (
            <p className="mt-1 text-sm print:mt-0 print:text-xs wrap-anywhere text-ink-soft">
              {capitalized(statement)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** For these the statement only repeats the mark. */
const REPEATS_MARK: ReadonlySet<string> = new Set(['not_tested', 'pending']);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
