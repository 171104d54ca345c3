import { type AnalyteResult, PANELS, type Panel, type PanelVerdict, type TestResults } from './test-results.js';

/** What one contaminant panel of a certificate shows, in words. */
export interface PanelReport {
  readonly panel: Panel;
  readonly verdict: PanelVerdict;
  /** One phrase for people, e.g. "Lead 0.81 µg/g, limit 0.5 µg/g" or "passed, no figures reported". */
  readonly statement: string;
  /** Lines above the limit that the lab printed beside them. */
  readonly overLimit: readonly AnalyteResult[];
}

/** The word of each panel in the middle of a sentence. */
export const PANEL_WORDS: Readonly<Record<Panel, string>> = {
  pesticides: 'pesticides',
  heavyMetals: 'heavy metals',
  microbials: 'microbials',
  residualSolvents: 'residual solvents',
};

/** Whether the result is a number above the limit printed beside it; text such as "ND" never is. */
export const isOverLimit = ({ value, limit }: Pick<AnalyteResult, 'value' | 'limit'>): boolean =>
  value !== null && limit !== null && value > limit;

/** Whether every contaminant panel has a result. "Not tested" and "pending" are not results. */
export const reportsAllPanels = (panels: TestResults['panels']): boolean =>
  PANELS.every((panel) => panels[panel] === 'passed' || panels[panel] === 'failed');

/** The four contaminant panels in their fixed order. */
export function panelReports({ panels, analytes }: Pick<TestResults, 'panels' | 'analytes'>): readonly PanelReport[] {
  return PANELS.map((panel) => {
    const lines = analytes.filter((line) => line.panel === panel);
    const overLimit = lines.filter(isOverLimit);
    return { panel, verdict: panels[panel], overLimit, statement: statementOf(panels[panel], lines, overLimit) };
  });
}

function statementOf(
  verdict: PanelVerdict,
  lines: readonly AnalyteResult[],
  overLimit: readonly AnalyteResult[],
): string {
  if (verdict === 'not_tested') return 'not tested';
  if (verdict === 'pending') return 'results outstanding';
  const overs = overLimit.map(withLimit).join('; ');
  if (verdict === 'failed') return overs || 'the lab reported a failure without the figure';
  if (overs) return `reported as passed, but above the printed limit: ${overs}`;
  if (lines.length === 0) return 'passed, no figures reported';
  return `passed, ${lines.length} ${lines.length === 1 ? 'figure' : 'figures'} reported`;
}

/** "Lead 0.81 µg/g, limit 0.5 µg/g": the value as the lab printed it. */
export function withLimit({ name, valueText, unit, limit }: AnalyteResult): string {
  const inUnit = unit ? ` ${unit}` : '';
  const value = unit && valueText.endsWith(unit) ? valueText : `${valueText}${inUnit}`;
  return `${name} ${value}, limit ${limit}${inUnit}`;
}
