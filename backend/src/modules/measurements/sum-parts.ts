import type { Analyte } from '../../domain/analytes/analytes.js';

/** Δ10-THC is printed as one figure or as its two isomers. */
const D10_THC: readonly [string, readonly string[]] = ['d10_thc', ['d10_thc_9r', 'd10_thc_9s']];

/** The sums of the vocabulary whose parts are fixed. */
export const sumParts = (analytes: readonly Analyte[]): ReadonlyMap<string, readonly string[]> =>
  new Map([D10_THC, ...analytes.flatMap(({ key, members }) => (members.length > 0 ? [[key, members] as const] : []))]);
