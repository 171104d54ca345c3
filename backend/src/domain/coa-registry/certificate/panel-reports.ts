import Fraction from 'fraction.js';
import { printedAmount } from '../../shared/printed-amount.js';
import { PANELS } from '../../shared/result-terms.js';
import { evidenceOfLine, hasMoldToxin, panelOf, SAYS_FAILED } from './line-evidence.js';
import { type AnalyteResult, type Panel, type PanelVerdict, type TestResults } from './test-results.js';

/** What one contaminant panel of a certificate shows, in words. */
export interface PanelReport {
  readonly panel: Panel;
  readonly verdict: PanelVerdict;
  /** One phrase for people, e.g. "Lead 0.81 µg/g, limit 0.5 µg/g" or "passed, no figures reported". */
  readonly statement: string;
  /** Lines above the limit that the lab printed beside them, or found although they must be absent. */
  readonly overLimit: readonly AnalyteResult[];
  /** Lines of a passed panel that have no result within the limit. */
  readonly unsettled: readonly AnalyteResult[];
}

/** The word of each panel in the middle of a sentence. */
export const PANEL_WORDS: Readonly<Record<Panel, string>> = {
  pesticides: 'pesticides',
  heavyMetals: 'heavy metals',
  microbials: 'microbials',
  residualSolvents: 'residual solvents',
};

/** Whether a contaminant failed, by its text or by its number. Limits of cannabinoids are not safety limits. */
export const isOverLimit = (line: AnalyteResult): boolean =>
  panelOf(line) !== 'cannabinoids' && evidenceOfLine(line) === 'above';

/** Whether every contaminant panel has a result, passed or failed. */
export const reportsAllPanels = (panels: TestResults['panels']): boolean =>
  PANELS.every((panel) => panels[panel] === 'passed' || panels[panel] === 'failed');

/** The four contaminant panels in their fixed order. */
export function panelReports({ panels, analytes }: Pick<TestResults, 'panels' | 'analytes'>): readonly PanelReport[] {
  return PANELS.map((panel) => {
    const lines = analytes.filter((line) => line.panel === panel);
    const overLimit = lines.filter(isOverLimit);
    const unsettled = panels[panel] === 'passed' ? lines.filter((line) => isUnsettled(line, lines)) : [];
    const statement = statementOf(panels[panel], lines, { overLimit, unsettled });
    return { panel, verdict: panels[panel], overLimit, unsettled, statement };
  });
}

/**
 * Whether the line gives no result, or one that could be above its limit, or one that another line of the report
 * contradicts.
 */
export const isUnsettled = (line: AnalyteResult, report: readonly AnalyteResult[]): boolean =>
  ['open', 'untested'].includes(evidenceOfLine(line)) || isAboveTwinsLimit(line, report) || hasLargerPart(line, report);

/** "Lead 0.9" without a limit, beside another line for lead with a limit of 0.5. */
const isAboveTwinsLimit = (line: AnalyteResult, report: readonly AnalyteResult[]) =>
  line.limit === null &&
  report.some(
    ({ name, panel, unit, limit }) =>
      limit !== null &&
      panel === line.panel &&
      sameText(name, line.name) &&
      sameText(unit ?? '', line.unit ?? '') &&
      ['above', 'open'].includes(evidenceOfLine({ ...line, limit })),
  );

const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** "Total butanes ND" beside n-butane 900. */
function hasLargerPart(total: AnalyteResult, report: readonly AnalyteResult[]): boolean {
  const [, part] = /^(?:total|sum of)\s+(\w{4,}?)s?$/i.exec(total.name.trim()) ?? [];
  if (part === undefined) return false;
  const most = printedAmount(total).range?.high ?? NONE;
  return report.some(
    (line) =>
      line !== total &&
      line.panel === total.panel &&
      line.name.toLowerCase().includes(part.toLowerCase()) &&
      sameText(line.unit ?? '', total.unit ?? '') &&
      (printedAmount(line).range?.low ?? NONE).compare(most) > 0,
  );
}

const NONE = new Fraction(0);

/** Words that make a result a bad one, anywhere in it: "Detected*", but not "Not detected*". */
const FOUND_OR_FAILED = /^(?!\s*(?:not|none|non)[\s-]).*(?:detected|present|positive|fail|exceed|above)/is;

/**
 * Whether a line outside the four panels, such as a mycotoxin, could be above its limit or names something found. Color
 * and pH are printed there too; without a limit, their text is ignored.
 */
export const isOpenOutsidePanels = (line: AnalyteResult): boolean =>
  panelOf(line) === 'other' &&
  (line.limit !== null || FOUND_OR_FAILED.test(line.valueText) || saysMore(line)) &&
  evidenceOfLine(line) === 'open';

const saysMore = (line: AnalyteResult) => hasMoldToxin(line) || SAYS_FAILED.test(`${line.name} ${line.method ?? ''}`);

function statementOf(
  verdict: PanelVerdict,
  lines: readonly AnalyteResult[],
  { overLimit, unsettled }: Pick<PanelReport, 'overLimit' | 'unsettled'>,
): string {
  if (verdict === 'not_tested') return 'not tested';
  if (verdict === 'pending') return 'results outstanding';
  if (verdict === 'not_reported') return 'not reported';
  const overs = overLimit.map(withLimit).join('; ');
  if (verdict === 'failed') return overs || 'the lab reported a failure without the figure';
  if (overs) return `reported as passed, but above the printed limit: ${overs}`;
  if (lines.length === 0) return 'passed, no figures reported';
  const open = unsettled.map(({ name, valueText }) => `${name} “${valueText}”`).join('; ');
  if (open) return `reported as passed, but without a result within the limit: ${open}`;
  return `passed, ${lines.length} ${lines.length === 1 ? 'figure' : 'figures'} reported`;
}

/** "Lead 0.81 µg/g, limit 0.5 µg/g": the value as the lab printed it. */
export function withLimit(line: AnalyteResult): string {
  const { name, unit, limit } = line;
  const value = `${name} ${asPrinted(line)}`;
  return limit === null ? value : `${value}, limit ${limit}${unit ? ` ${unit}` : ''}`;
}

/** "0.81 µg/g". A text without a number, such as "FAIL", has no unit. */
export const asPrinted = ({ valueText, unit }: AnalyteResult): string =>
  unit && /\d/.test(valueText) && !valueText.endsWith(unit) ? `${valueText} ${unit}` : valueText;
