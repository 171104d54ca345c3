import { containerFacts } from '../../shared/container-facts.js';
import { hasDecimalComma, printedAmount } from '../../shared/printed-amount.js';
import { PANELS } from '../../shared/result-terms.js';
import { isUsualUnit, readUnit } from '../../shared/units.js';
import type { Certificate } from '../certificate/certificate.js';
import { type Finding, type FindingCode, type FindingSeverity, finding } from '../certificate/finding.js';
import { panelOf } from '../certificate/line-evidence.js';
import {
  asPrinted,
  isOpenOutsidePanels,
  isOverLimit,
  isUnsettled,
  PANEL_WORDS,
  withLimit,
} from '../certificate/panel-reports.js';
import { type AnalyteResult, type PanelVerdict, type TestResults } from '../certificate/test-results.js';
import { contentNamed, LARGEST_CONTAINER, thcEvidence } from '../certificate/thc-evidence.js';

/** The fields that the checks of measured lines read. */
export type CheckedLines = Pick<Certificate, 'thcContent' | 'cbdContent' | 'sample'> & {
  readonly testResults: Pick<TestResults, 'panels' | 'analytes' | 'reported'>;
};

const FIELD = 'testResults';

/** How many lines a finding names; the rest are counted. */
const NAMED_LINES = 3;

/** Lines that a finding is about: which ones, and what it says of them and of each. */
interface LineKind {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  readonly message: string;
  readonly isOfKind: (line: AnalyteResult) => boolean;
  readonly words: (line: AnalyteResult) => string;
}

const quoted = ({ name, valueText }: AnalyteResult) => `${name} “${valueText}”`;

/** Lines that are wrong by themselves. */
const WRONG_LINES: readonly LineKind[] = [
  {
    code: 'value-text-differs',
    severity: 'error',
    message: 'The printed result and the number differ',
    isOfKind: disagrees,
    words: (line) => `${quoted(line)} and ${line.value}`,
  },
  {
    code: 'decimal-comma',
    severity: 'error',
    message: 'The comma could be a decimal point, so no number was read',
    isOfKind: hasDecimalComma,
    words: quoted,
  },
  {
    code: 'lod-above-loq',
    severity: 'warning',
    message: 'The limit of detection is above the limit of quantification',
    isOfKind: ({ lod, loq }) => lod !== null && loq !== null && lod > loq,
    words: ({ name, lod, loq }) => `${name} LOD ${lod}, LOQ ${loq}`,
  },
  {
    code: 'unit-unknown',
    severity: 'error',
    message: 'These units are not ones that reports use',
    isOfKind: ({ unit }) => !isUsualUnit(unit),
    words: ({ name, unit }) => `${name} in “${unit}”`,
  },
];

/** Checks of the lines that the lab measured: against their limits, themselves and the content of the container. */
export function lineFindings(certificate: CheckedLines): Finding[] {
  const { testResults } = certificate;
  const kinds = [overLimit(testResults), openLines(testResults)];
  return [
    ...kinds.flatMap((kind) => linesFinding(testResults.analytes, kind)),
    ...statusFindings(testResults),
    ...WRONG_LINES.flatMap((kind) => linesFinding(testResults.analytes, kind)),
    ...thcFindings(certificate),
    ...concentrationFindings(certificate),
  ];
}

/** The reported result of a panel: the reviewer's, or before a review the submitter's. */
function verdictOf(
  panel: AnalyteResult['panel'],
  { panels, reported }: Pick<TestResults, 'panels' | 'reported'>,
): PanelVerdict {
  if (panel === 'cannabinoids') return 'failed';
  if (panel === 'other') return 'passed';
  return panels[panel] === 'pending' ? (reported?.panels[panel] ?? 'pending') : panels[panel];
}

/** Lines without a clear result within the limit, in a panel reported as passed or outside the four panels. */
const openLines = (results: CheckedLines['testResults']): LineKind => ({
  code: 'panel-line-open',
  severity: 'error',
  message: results.analytes.some(isOpenOutsidePanels)
    ? 'Without a clear result within the limit'
    : 'Reported in a panel that passed, but without a result within the limit',
  isOfKind: (line) =>
    isOpenOutsidePanels(line) ||
    (panelOf(line) !== 'other' &&
      verdictOf(panelOf(line), results) === 'passed' &&
      isUnsettled(line, results.analytes)),
  words: quoted,
});

/** A certificate that failed as a whole although no panel did, so it does not say what failed. */
function statusFindings({ panels, reported }: CheckedLines['testResults']): Finding[] {
  const said = reported?.status === 'failed';
  if (!said || PANELS.some((panel) => verdictOf(panel, { panels, reported }) === 'failed')) return [];
  const message = 'The certificate as a whole is reported as failed, but none of its panels is.';
  return [finding('status-panels-differ', 'error', FIELD, message)];
}

/** Compares the lines about THC with the milligrams per container. */
function thcFindings({ thcContent, sample, testResults: { analytes } }: CheckedLines): Finding[] {
  const { higher, unmeasured } = thcEvidence({ thcContent, sample, analytes });
  if (higher) {
    const lines = higher.lines.map(({ name, valueText, unit }) => [name, valueText, unit].filter(Boolean).join(' '));
    const come = lines.length === 1 ? 'comes' : 'together come';
    const message = `${lines.join(', ')} ${come} to ${higher.mg} mg per container, and the total is given as ${thcContent} mg.`;
    return [finding('thc-line-above-total', 'error', 'thcContent', message)];
  }
  if (!unmeasured) return [];
  const message = `${thcContent} mg of THC are given, but the line for ${unmeasured.name} says “${asPrinted(unmeasured)}”${thcContent === 0 ? ', which does not show how little' : ''}.`;
  return [finding('thc-not-measured', 'error', 'thcContent', message)];
}

/** Lines above their printed limit in a panel that is not reported as failed. */
const overLimit = (results: CheckedLines['testResults']): LineKind => ({
  code: 'over-limit',
  severity: 'error',
  message: 'Above the printed limit, although the panel is not reported as failed',
  isOfKind: (line) => isOverLimit(line) && verdictOf(panelOf(line), results) !== 'failed',
  words: (line) => {
    const panel = panelOf(line);
    return `${withLimit(line)} (${panel === 'other' ? 'other' : PANEL_WORDS[panel as keyof typeof PANEL_WORDS]})`;
  },
});

/** A finding about all measured lines of a kind. */
function linesFinding(
  analytes: readonly AnalyteResult[],
  { code, severity, message, isOfKind, words }: LineKind,
): Finding[] {
  const lines = analytes.flatMap((line, index) => (isOfKind(line) ? [index] : []));
  if (lines.length === 0) return [];
  const named = analytes.filter(isOfKind).slice(0, NAMED_LINES).map(words).join('; ');
  const more = lines.length > NAMED_LINES ? `; and ${lines.length - NAMED_LINES} more` : '';
  return [{ ...finding(code, severity, FIELD, `${message}: ${named}${more}.`), lines }];
}

/** A number as labs print it: "0.31", "1,250", "<0.05", "0.31 µg/g". */
const PRINTED_NUMBER = /^([<≤>≥]\s*)?([1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?![\d.,]*\d)/;

/** "1.2E+03", "3 × 10^2": counts of microbes are printed so, and rounded in too many ways to compare. */
const IN_POWERS_OF_TEN = /\d\s*(?:e[+-]?\d|[x×*^]\s*\d)/i;

/** Words that mean that there is no number; a number beside them is a contradiction. */
const NO_NUMBER =
  /^(?:nd|n\.d\.|none detected|not detected|non-detect|<\s*lo[dq]|bloq|blod|blq|bql|absent|negative|not present|none present|nt|not tested)(?!\w)/i;

/**
 * Whether the printed result and the number contradict each other. Rounding to the printed decimals is not a
 * contradiction, and neither is a printed result without a number.
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

/** Milliliters (or grams) of drink in one container. Our own bounds, far beyond the shots and bottles that are sold. */
const CONTAINER = { smallest: 10, largest: LARGEST_CONTAINER };

/** Density (1.04 g/mL for a sugary soda), THCA counted as THC, and rounding. [source:beverage-units] */
const SLACK = 1.15;

/**
 * A concentration (mg/mL or mg/g) and the milligrams per container together give the size of the container. If no drink
 * has such a size, or THC and CBD imply different ones, one of the figures is wrong.
 */
function concentrationFindings({ thcContent, cbdContent, sample, testResults }: CheckedLines): Finding[] {
  const sizes = testResults.analytes.flatMap((line) => {
    const contentMg = contentNamed(line.name, thcContent, cbdContent);
    const size = contentMg === null ? null : containerSize(line, contentMg);
    return size ? [{ line, contentMg, size }] : [];
  });
  const printed = printedSize(sample);
  const wrong = sizes.find(({ size }) => size.most < printed.smallest || size.least > printed.largest);
  const [first, ...others] = sizes;
  const other = first && others.find(({ size }) => size.least > first.size.most || size.most < first.size.least);
  const culprit = wrong ?? other;
  if (!culprit) return [];
  const { line, contentMg } = culprit;
  const message = wrong
    ? `${line.name} ${line.valueText} ${line.unit} cannot be ${contentMg} mg per container in a drink of ${printed.words}.`
    : `${first?.line.name} and ${line.name} cannot both match the milligrams per container: they need containers of different sizes.`;
  const lines = [testResults.analytes.indexOf(line)];
  return [{ ...finding('concentration-mismatch', 'error', FIELD, message), lines }];
}

/** The printed size of the container, or else the bounds of any drink. */
function printedSize(sample: Certificate['sample']): { smallest: number; largest: number; words: string } {
  const { volumeMl, massG } = containerFacts(sample);
  const sizes = [volumeMl, massG].flatMap((size) => (size === null ? [] : [size.valueOf()]));
  if (sizes.length === 0) return { ...CONTAINER, words: 'any usual size' };
  return { smallest: Math.min(...sizes), largest: Math.max(...sizes), words: 'the printed size' };
}

/** The printed number where none was sent beside it. */
function measuredNumber(line: AnalyteResult): number | null {
  const { qualifier, range } = printedAmount(line);
  return qualifier === 'measured' && range ? range.low.valueOf() : null;
}

/** The sizes of a container that fit the line, in mL or g; null if the line doesn't determine any. */
function containerSize(line: AnalyteResult, contentMg: number): { least: number; most: number } | null {
  const { valueText, unit } = line;
  const read = readUnit(unit);
  const value = line.value ?? measuredNumber(line);
  if (value === null || value <= 0 || contentMg <= 0 || 'refused' in read) return null;
  if (read.basis !== 'mass' && read.basis !== 'volume') return null;
  const digits = PRINTED_NUMBER.exec(valueText.trim())?.[2] ?? String(value);
  const rounding = halfOfLastPlace(digits);
  const mgPer = 10 ** read.power;
  // Content is rounded to hundredths of a milligram.
  const least = (contentMg - 0.005) / ((value + rounding) * mgPer) / SLACK;
  const most =
    value > rounding ? ((contentMg + 0.005) / ((value - rounding) * mgPer)) * SLACK : Number.POSITIVE_INFINITY;
  return { least, most };
}
