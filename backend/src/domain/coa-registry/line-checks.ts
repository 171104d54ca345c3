import type { Certificate } from './certificate.js';
import { type Finding, finding } from './finding.js';
import { isOverLimit, PANEL_WORDS, withLimit } from './panel-reports.js';
import type { AnalyteResult, TestResults } from './test-results.js';

/** The fields that the checks of measured lines read. */
export type CheckedLines = Pick<Certificate, 'thcContent' | 'cbdContent'> & {
  readonly testResults: Pick<TestResults, 'panels' | 'analytes' | 'reported'>;
};

const FIELD = 'testResults';

/** How many lines a finding names; the rest are counted. */
const NAMED_LINES = 3;

/** Checks of the lines that the lab measured: against their limits, themselves and the content of the container. */
export function lineFindings(certificate: CheckedLines): Finding[] {
  const { analytes } = certificate.testResults;
  return [
    ...overLimitFindings(certificate.testResults),
    ...linesFinding(
      analytes.filter(disagrees),
      (lines) => finding('value-text-differs', 'error', FIELD, `The printed result and the number differ: ${lines}.`),
      ({ name, valueText, value }) => `${name} “${valueText}” and ${value}`,
    ),
    ...linesFinding(
      analytes.filter(hasLodAboveLoq),
      (lines) =>
        finding(
          'lod-above-loq',
          'warning',
          FIELD,
          `The limit of detection is above the limit of quantification: ${lines}.`,
        ),
      ({ name, lod, loq }) => `${name} LOD ${lod}, LOQ ${loq}`,
    ),
    ...concentrationFindings(certificate),
  ];
}

/** Lines above their printed limit in a panel that is not reported as failed. */
function overLimitFindings({ panels, reported, analytes }: CheckedLines['testResults']): Finding[] {
  const verdictOf = (panel: AnalyteResult['panel']) => {
    if (panel === 'cannabinoids') return 'failed';
    if (panel === 'other') return 'passed';
    return panels[panel] === 'pending' ? (reported?.panels[panel] ?? 'pending') : panels[panel];
  };
  const over = analytes.filter((line) => isOverLimit(line) && verdictOf(line.panel) !== 'failed');
  return linesFinding(
    over,
    (lines) =>
      finding(
        'over-limit',
        'error',
        FIELD,
        `Above the printed limit, although the panel is not reported as failed: ${lines}.`,
      ),
    (line) =>
      `${withLimit(line)} (${line.panel === 'other' ? 'other' : PANEL_WORDS[line.panel as keyof typeof PANEL_WORDS]})`,
  );
}

function linesFinding(
  lines: readonly AnalyteResult[],
  about: (lines: string) => Finding,
  words: (line: AnalyteResult) => string,
): Finding[] {
  if (lines.length === 0) return [];
  const more = lines.length > NAMED_LINES ? `; and ${lines.length - NAMED_LINES} more` : '';
  return [about(lines.slice(0, NAMED_LINES).map(words).join('; ') + more)];
}

/** A number as labs print it: "0.31", "1,250", "<0.05", "0.31 µg/g". */
const PRINTED_NUMBER = /^([<≤>≥]\s*)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?![\d.,]*\d)/;

/** "1.2E+03", "3 × 10^2": counts of microbes are printed so, and rounded in too many ways to compare. */
const IN_POWERS_OF_TEN = /\d\s*(?:e[+-]?\d|[x×*^]\s*\d)/i;

/** Words that say that there is no number: then a number beside them contradicts them. */
const NO_NUMBER =
  /^(?:nd|n\.d\.|none detected|not detected|<\s*lo[dq]|bloq|blod|bql|absent|negative|nt|not tested)(?!\w)/i;

/**
 * Whether the printed result and the number contradict each other. Rounding to the printed decimals is no contradiction, nor
 * is a printed result without a number.
 */
export function disagrees({ valueText, value }: Pick<AnalyteResult, 'valueText' | 'value'>): boolean {
  if (value === null) return false;
  const text = valueText.trim();
  if (IN_POWERS_OF_TEN.test(text)) return false;
  if (NO_NUMBER.test(text)) return true;
  const [, sign, digits] = PRINTED_NUMBER.exec(text) ?? [];
  if (digits === undefined) return false;
  if (sign !== undefined) return true;
  const printed = Number(digits.replaceAll(',', ''));
  return Math.abs(printed - value) > halfOfLastPlace(digits) * (1 + 1e-9) + Number.EPSILON;
}

/** Half a unit of the last printed place: "0.31" stands for 0.305 to 0.315. */
const halfOfLastPlace = (digits: string) => 0.5 * 10 ** -(digits.split('.')[1]?.length ?? 0);

const hasLodAboveLoq = ({ lod, loq }: AnalyteResult) => lod !== null && loq !== null && lod > loq;

/** Milliliters (or grams) of drink in one container. Our own bounds, far beyond the shots and bottles that are sold. */
const CONTAINER = { smallest: 10, largest: 2500 };

/** Density (1.04 g/mL for a sugary soda), THCA counted as THC, and rounding. [source:beverage-units] */
const SLACK = 1.15;

/**
 * A concentration (mg/mL or mg/g) and the milligrams per container together give the size of the container. Where no drink
 * has such a size, or THC and CBD need different ones, one of the figures is wrong.
 */
function concentrationFindings({ thcContent, cbdContent, testResults }: CheckedLines): Finding[] {
  const sizes = testResults.analytes.flatMap((line) => {
    const contentMg = contentNamed(line.name, thcContent, cbdContent);
    const size = contentMg === null ? null : containerSize(line, contentMg);
    return size ? [{ line, contentMg, size }] : [];
  });
  const wrong = sizes.find(({ size }) => size.most < CONTAINER.smallest || size.least > CONTAINER.largest);
  const [first, ...others] = sizes;
  const other = first && others.find(({ size }) => size.least > first.size.most || size.most < first.size.least);
  const culprit = wrong ?? other;
  if (!culprit) return [];
  const { line, contentMg } = culprit;
  const message = wrong
    ? `${line.name} ${line.valueText} ${line.unit} cannot be ${contentMg} mg per container in a drink of any usual size.`
    : `${first?.line.name} and ${line.name} cannot both match the milligrams per container: they need containers of different sizes.`;
  return [finding('concentration-mismatch', 'error', FIELD, message)];
}

const THC_LINE =
  /^(?:total\s+)?(?:(?:Δ|d|delta)[\s-]*9[\s-]*)?(?:thc|tetrahydrocannabinol)(?:\s*\((?:Δ|d|delta)[\s-]*9\))?$/iu;
const CBD_LINE = /^(?:total\s+)?(?:cbd|cannabidiol)$/iu;

/** The content of a container that a line of this name is about, in milligrams; null for other lines. */
export function contentNamed(name: string, thcMg: number, cbdMg: number): number | null {
  if (THC_LINE.test(name.trim())) return thcMg;
  return CBD_LINE.test(name.trim()) ? cbdMg : null;
}

const PER_AMOUNT = /^mg\s*\/\s*(?:m[lL]|g)$/;

/** The sizes of a container that fit the line, in mL or g; null where the line says nothing about it. */
function containerSize(
  { value, valueText, unit }: AnalyteResult,
  contentMg: number,
): { least: number; most: number } | null {
  if (value === null || value <= 0 || contentMg <= 0 || unit === null || !PER_AMOUNT.test(unit)) return null;
  const digits = PRINTED_NUMBER.exec(valueText.trim())?.[2] ?? String(value);
  const rounding = halfOfLastPlace(digits);
  // Content is rounded to hundredths of a milligram.
  const least = (contentMg - 0.005) / (value + rounding) / SLACK;
  const most = value > rounding ? ((contentMg + 0.005) / (value - rounding)) * SLACK : Number.POSITIVE_INFINITY;
  return { least, most };
}
