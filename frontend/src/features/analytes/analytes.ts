// content/analytes.json for the page: what is found, and what is said about each analyte.
import vocabulary from '../../../../content/analytes.json' with { type: 'json' };

/** With the fields that an entry of the file may leave out. */
export type Analyte = (typeof vocabulary.analytes)[number] & {
  cas?: string;
  names?: string[];
  /** Misspellings on reports. They find the analyte, but are not shown as its names. */
  misprints?: string[];
  panelNames?: string[];
  note?: string;
  matters?: string;
  isThc?: boolean;
  isSynthetic?: boolean;
  turnsInto?: { analyte: string; factor: string };
};

type Panel = (typeof vocabulary.panels)[number] & { matters?: string };

export const ANALYTES: readonly Analyte[] = vocabulary.analytes;
export const PANELS: readonly Panel[] = vocabulary.panels;

const nameOf = new Map(ANALYTES.map(({ key, name }) => [key, name]));

/** A name as it is compared, as in the API: "Δ9-THC", "delta-9 thc" and "D9 THC" are the same. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:δ|∆|delta)[\s\p{Pd}]*(?=\d)/gu, 'd')
    .replace(/[^\p{L}\p{N}]/gu, '');

const FOLDED = new Map(
  ANALYTES.map(({ key, name, names = [], misprints = [], panelNames = [], cas = '' }) => [
    key,
    [name, ...names, ...misprints, ...panelNames, cas].map(folded),
  ]),
);

export interface FoundAnalytes {
  /** Whether anything was searched for. */
  readonly isFiltered: boolean;
  readonly analytes: readonly Analyte[];
  readonly ambiguous: readonly { readonly name: string; readonly couldBe: readonly string[] }[];
}

/** The analytes with a name or CAS number that has this text in it. */
export function findAnalytes(search: string): FoundAnalytes {
  const text = folded(search);
  const isFiltered = text !== '';
  const has = (name: string) => name.includes(text);
  return {
    isFiltered,
    analytes: isFiltered ? ANALYTES.filter(({ key }) => FOLDED.get(key)?.some(has)) : ANALYTES,
    ambiguous: vocabulary.ambiguous
      .filter(({ name }) => has(folded(name)))
      .map(({ name, couldBe }) => ({ name, couldBe: couldBe.flatMap((key) => nameOf.get(key) ?? []) })),
  };
}

/** What it is and why it matters in a drink, as sentences; empty where we know nothing to say. */
export const meaningOf = ({ isThc, isSynthetic, turnsInto, matters, note }: Analyte): string =>
  [
    isThc && 'A form of THC.',
    isSynthetic && 'The hemp plant does not make it.',
    turnsInto && `Heat turns it into ${nameOf.get(turnsInto.analyte)}.`,
    matters,
    note,
  ]
    .filter(Boolean)
    .join(' ');

/** Other names on reports, without those that differ from the name by their capitals only. */
export const otherNames = ({ name, names = [] }: Analyte): string[] =>
  names.filter((other) => other.toLowerCase() !== name.toLowerCase());
