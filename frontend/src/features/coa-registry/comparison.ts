import type { CoaDto, PublishedResultDto, RuleReadingDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';

/** How many certificates are compared at most: all that a page lists of one batch. content/pages.json has the same number. */
export const COMPARED_MAX = 21;

/** The references in an address, each once: `c=CB-1&c=CB-2` or `c=CB-1,CB-2`. */
export function comparedReferences(params: URLSearchParams): string[] {
  const given = params.getAll('c').flatMap((text) => text.split(','));
  const byKey = new Map(given.map((text) => [text.trim().toUpperCase(), text.trim()]));
  byKey.delete('');
  return [...byKey.values()];
}

export const withoutReference = (references: readonly string[], removed: string): string => {
  const rest = references.filter((one) => one !== removed);
  return rest.length === 0 ? paths.comparison : paths.compare(rest);
};

/** What one row of the comparison is about. */
export interface ComparedAnalyte {
  readonly key: string;
  /** Its key in the vocabulary; null where the name is not in it. */
  readonly analyte: string | null;
  /** As the first report that has it prints it. */
  readonly name: string;
  /** For each certificate, its lines about the analyte; none where it reports none. */
  readonly lines: readonly (readonly PublishedResultDto[])[];
  /** Whether the printed units differ, so that the figures can't be compared as they are. */
  readonly unitsDiffer: boolean;
}

const keyOf = ({ analyte, panel, name }: PublishedResultDto) => analyte ?? `${panel} ${name.trim().toLowerCase()}`;

/**
 * All analytes that the reports have lines for, in the order of the first report. Names that the vocabulary lacks are
 * compared as printed.
 */
export function comparedAnalytes(certificates: readonly CoaDto[]): ComparedAnalyte[] {
  const firstOfEach = new Map<string, PublishedResultDto>();
  for (const line of certificates.flatMap(({ testResults }) => testResults.analytes)) {
    if (!firstOfEach.has(keyOf(line))) firstOfEach.set(keyOf(line), line);
  }
  return [...firstOfEach].map(([key, { analyte, name }]) => {
    const lines = certificates.map(({ testResults }) => testResults.analytes.filter((line) => keyOf(line) === key));
    const unitsDiffer = new Set(lines.flat().map(({ unit }) => unit?.toLowerCase() ?? '')).size > 1;
    return { key, analyte, name, lines, unitsDiffer };
  });
}

/** Rows in which the certificates differ, and those in which they are the same; each in the given order. */
export function byDifference<R extends { readonly texts: readonly string[] }>(rows: readonly R[]) {
  const differs = ({ texts }: R) => new Set(texts).size > 1;
  return { different: rows.filter(differs), same: rows.filter((row) => !differs(row)) };
}

/** How one certificate compares with the rules of one day. */
export interface LawReading {
  readonly above: readonly RuleReadingDto[];
  readonly notAbove: number;
  /** The figures or the rule do not decide it, or what the rule limits was not tested. */
  readonly open: number;
  readonly total: number;
}

const lawReading = (rules: readonly RuleReadingDto[]): LawReading => {
  const countOf = (verdict: RuleReadingDto['verdict']) => rules.filter((rule) => rule.verdict === verdict).length;
  const above = rules.filter(({ verdict }) => verdict === 'above');
  const notAbove = countOf('not_above');
  return { above, notAbove, open: rules.length - above.length - notAbove, total: rules.length };
};

/** With the rules that are in force today. */
export const lawToday = ({ results }: CoaDto): LawReading =>
  lawReading(results.rules.filter(({ state }) => state === 'in_force'));

/** With the rules that begin on a later day, `YYYY-MM-DD`. */
export const lawFrom = ({ results }: CoaDto, day: string): LawReading =>
  lawReading(results.rules.filter(({ state, effectiveFrom }) => state === 'upcoming' && effectiveFrom === day));

/** The later days on which a rule begins that any of the certificates is compared with, the nearest first. */
export function comingDays(certificates: readonly CoaDto[]): string[] {
  const rules = certificates.flatMap(({ results }) => results.rules).filter(({ state }) => state === 'upcoming');
  return [...new Set(rules.flatMap(({ effectiveFrom }) => effectiveFrom ?? []))].toSorted();
}

const plural = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** How many certificates there are, and what can't be compared. Nothing is ranked. */
export function comparisonSentences(certificates: readonly CoaDto[]): string[] {
  const labs = new Set(certificates.map(({ labName }) => labName)).size;
  const ended = certificates.filter(({ standing }) => standing !== 'approved').length;
  const unstated = certificates.filter(({ labelComparison }) => labelComparison.statedMg === null);
  return [
    `${plural(certificates.length, 'certificate', 'certificates')} side by side, without a ranking: a report is about one batch.`,
    ...(ended > 0 ? [`${plural(ended, 'is', 'are')} no longer current. Do not rely on those figures.`] : []),
    ...(labs > 1 ? [`They come from ${labs} labs. Methods and detection limits of labs differ.`] : []),
    ...unstated.map(
      ({ productName, batchId }) =>
        `${productName}, batch ${batchId}, states no dose in milligrams, so it can't be compared with a label.`,
    ),
  ];
}
