import type { CoaDto, PublishedResultDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';

/** How many certificates are compared at most. content/pages.json has the same number. */
export const COMPARED_MAX = 4;

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

/** One analyte that at least two reports have. */
export interface SharedAnalyte {
  /** Its key in the vocabulary. */
  readonly analyte: string;
  /** As the first report that has it prints it. */
  readonly name: string;
  /** For each certificate, its lines about the analyte; none where it reports none. */
  readonly lines: readonly (readonly PublishedResultDto[])[];
  /** Whether the printed units differ, so that the figures can't be compared as they are. */
  readonly unitsDiffer: boolean;
}

/** What at least two of the reports have lines about, by the vocabulary, in the order of the first report. */
export function sharedAnalytes(certificates: readonly CoaDto[]): SharedAnalyte[] {
  const linesOf = (coa: CoaDto, key: string) => coa.testResults.analytes.filter(({ analyte }) => analyte === key);
  const keys = certificates.flatMap((coa) => coa.testResults.analytes.flatMap(({ analyte }) => analyte ?? []));
  return [...new Set(keys)].flatMap((analyte) => {
    const lines = certificates.map((coa) => linesOf(coa, analyte));
    if (lines.filter((some) => some.length > 0).length < 2) return [];
    const all = lines.flat();
    const unitsDiffer = new Set(all.map(({ unit }) => unit?.toLowerCase() ?? '')).size > 1;
    return { analyte, name: all[0]?.name ?? analyte, lines, unitsDiffer };
  });
}

/** How many lines of a report are not in the comparison. */
export function otherLines(certificate: CoaDto, shared: readonly SharedAnalyte[]): number {
  const keys = new Set(shared.map(({ analyte }) => analyte));
  return certificate.testResults.analytes.filter(({ analyte }) => analyte === null || !keys.has(analyte)).length;
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
