import type { DocumentReading } from '../../shared/document-reading.js';
import { PANELS } from '../../shared/result-terms.js';
import { isOverLimit, isUnsettled } from '../certificate/panel-reports.js';
import {
  type CertificateStatus,
  type Panel,
  type PanelVerdict,
  type TestResults,
} from '../certificate/test-results.js';

/** Status and panels that the review form starts with; null where a reviewer has to read the report and choose. */
export interface SettledResults {
  readonly status: CertificateStatus | null;
  readonly panels: Readonly<Record<Panel, PanelVerdict | null>>;
}

type ReadPanels = DocumentReading['panels'];

/**
 * The results on which the sender, the measured lines and the PDF agree. A panel is left to the reviewer if they
 * contradict each other, or if a line is open in a panel that was reported as passed. A panel that none of them
 * mentions is `not_reported`, never passed.
 * @param read what software read from the PDF
 */
export function settledResults(
  { reported, analytes }: Pick<TestResults, 'reported' | 'analytes'>,
  read: ReadPanels = [],
): SettledResults {
  const panelOf = (panel: Panel) => {
    const lines = analytes.filter((line) => line.panel === panel);
    const said = new Set([
      ...(reported ? [reported.panels[panel]] : []),
      ...read.filter((one) => one.panel === panel).map(({ verdict }) => verdict),
      ...(lines.some(isOverLimit) ? ['failed' as const] : []),
    ]);
    said.delete('not_reported');
    const [verdict, another] = said;
    if (verdict === undefined) return lines.length === 0 ? 'not_reported' : null;
    return another !== undefined || (verdict === 'passed' && lines.some((line) => isUnsettled(line, lines)))
      ? null
      : verdict;
  };
  const panels = Object.fromEntries(PANELS.map((panel) => [panel, panelOf(panel)])) as SettledResults['panels'];
  return { status: settledStatus(reported?.status ?? null, panels), panels };
}

function settledStatus(reported: CertificateStatus | null, panels: SettledResults['panels']): CertificateStatus | null {
  const verdicts = PANELS.map((panel) => panels[panel]);
  if (verdicts.includes(null)) return null;
  const follows = statusOf(verdicts);
  return reported !== null && follows !== null && reported !== follows ? null : (reported ?? follows);
}

/** The status that follows from the panels alone, if one does. */
function statusOf(verdicts: readonly (PanelVerdict | null)[]): CertificateStatus | null {
  if (verdicts.includes('failed')) return 'failed';
  if (verdicts.includes('pending')) return 'pending';
  return verdicts.every((verdict) => verdict === 'passed') ? 'passed' : null;
}
