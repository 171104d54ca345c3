import type { Analyte } from '../../domain/analytes/analytes.js';

/** Analytes that reports print as a whole or in parts. */
const PARTS: readonly (readonly [string, readonly string[]])[] = [
  ['d10_thc', ['d10_thc_9r', 'd10_thc_9s']],
  ['tymc', ['yeast', 'mold']],
  ['aspergillus_group', ['aspergillus_flavus', 'aspergillus_fumigatus', 'aspergillus_niger', 'aspergillus_terreus']],
  // No report prints organic arsenic, so inorganic arsenic alone is never the total.
  ['arsenic', ['arsenic_inorganic', 'arsenic_organic']],
];

/** The sums whose parts are fixed. */
export const sumParts = (analytes: readonly Analyte[]): ReadonlyMap<string, readonly string[]> =>
  new Map([...PARTS, ...analytes.flatMap(({ key, members }) => (members.length > 0 ? [[key, members] as const] : []))]);
