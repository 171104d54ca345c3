import { basisOf, isUnit, unitKey } from './amounts.js';
import { titlePanel } from './panel-names.js';
import { textOf, type Word } from './segments.js';

export type ColumnKind =
  | 'name'
  | 'result'
  | 'lod'
  | 'loq'
  | 'lod/loq'
  | 'loq/lod'
  | 'limit'
  | 'unit'
  | 'method'
  | 'status'
  | 'control'
  | 'ignored'
  | 'unknown';

/** The meaning of a column's heading. */
export interface Heading {
  readonly kind: ColumnKind;
  /** The unit that the heading states, as printed. */
  readonly unit: string | null;
}

const SUBJECT = '(?:test |sample |target |tested |active )?';
const NAMES: readonly (readonly [ColumnKind, RegExp])[] = [
  // Measurements of the laboratory's own controls are not results of the sample.
  [
    'control',
    /^(?:(?:positive|negative|quality|lab(?:oratory)?|method|control) )*(?:controls?|blank)(?: .*)?$|\b(?:expected|nominal|observed|theoretical|spiked?|recover(?:y|ies)|rpd|true value|known (?:conc|value)\w*|certified value)\b/,
  ],
  ['lod/loq', /^lod ?(?:\/|,|&|and) ?ll?oq$/],
  ['loq/lod', /^ll?oq ?(?:\/|,|&|and) ?lod$/],
  [
    'lod',
    /^(?:lod|l\.o\.d\.?|mdl|dl|lower limit of detection|(?:method |instrument )?(?:limits? of detection|detection limits?)|det\.? limit)$/,
  ],
  [
    'loq',
    /^(?:loq|l\.o\.q\.?|lloq|rl|mrl|pql|mql|ql|(?:limits? of quanti(?:t|fic)ation|(?:method |minimum |lower )?(?:quanti(?:t|fic)ation|reporting|quant\.?) (?:limits?|level)))$/,
  ],
  [
    'limit',
    /^(?:(?:state |regulatory |legal |action |max(?:imum|\.)? |allowable |acceptable |acceptance |permissible |permitted |pass |safety |spec |usp |ca |residual |max(?:imum|\.)? (?:allowable|permissible|permitted|acceptable) )*(?:limits?|al|concentration limit|criteria|amount allowed)|(?:action|max(?:imum|\.)?|regulatory|state|allowable|acceptable|permissible) levels?|specifications?|specs?|acceptance criteria|thresholds?|tolerances?|requirements?|max(?:imum)?|pass criteria|action)$/,
  ],
  ['unit', /^(?:units?|uom|units? of measure(?:ment)?|reporting units?|unit of measurement)$/],
  [
    'method',
    /^(?:(?:test |reference |analytical |analysis )?methods?(?: ?(?:id|reference|ref\.?|#|used))?|techniques?|sop|procedure|instrument(?:ation)?|technology)$/,
  ],
  [
    'status',
    /^(?:status|pass ?\/ ?fail|p ?\/ ?f|pass or fail|fail ?\/ ?pass|verdict|conclusions?|evaluation|compliance|complies|assessment|disposition|pass\/fail status|outcome|remarks?|result \(?qualitative\)?|qualitative result)$/,
  ],
  [
    'ignored',
    /^(?:notes?|comments?|flags?|qualifiers?|quals?\.?|cas|cas (?:#|no\.?|number)|rsd|%? ?rsd|rpd|(?:dilution|dil\.?|df|dilution factor)(?: ?\(1:n\))?|\(1:n\)|data ?file|file|(?:test|sample|lab|analyte|run) ?(?:id|code|#)|weight date|ext\.|extracted by|analyzed by|extraction date|(?:measurement |expanded )?uncertainty|mu|u|± ?u|date|analyst|(?:date )?(?:tested|analyzed)|date analyzed|analysis date|test date|label claim|claim|% of label(?: claim)?|% label claim|rt|retention time|batch|qc batch|type|category|class|cat\.?|group|#|id|code|conc\.? ?range|range|symbol|abbreviation|abbr\.?|sample size|weight|chart|graph|distribution|profile|relative concentration)$/,
  ],
  [
    'result',
    new RegExp(
      `^${SUBJECT}(?:(?:final |measured |test |sample |total |avg\\.? |average |mean )?(?:results?|values?|conc\\.?|concentrations?|amounts?|amt\\.?|levels?|levels? found|found|measured|measurement|quantity|contents?|mass|reading|counts?|findings?|potency|determined|detected|level|dry weight|as received|as is|wet weight))(?: found| detected| measured| obtained)?$`,
    ),
  ],
  [
    'name',
    new RegExp(
      `^${SUBJECT}(?:analytes?|compounds?|cannabinoids?|parameters?|tests?|elements?|metals?|heavy metals?|pesticides?|solvents?|residual solvents?|microbes?|microbials?|microbiology|organisms?|microorganisms?|contaminants?|components?|substances?|analysis|analyses|names?|terpenes?|mycotoxins?|toxins?|pathogens?|species|chemicals?|assays?|impurit(?:y|ies)|residues?|agents?|items?|determinations?|constituents?|category ?(?:[12i]+)?|bacteria|fung(?:us|i)|bacteria ?/ ?fung(?:us|i)|targets?|summary|totals)(?: ?(?:name|tested|parameter|performed|description))?$`,
    ),
  ],
];

/** Reads a column's heading, such as "Result (mg/g)", "LOD", "Action Limit µg/g" or "mg/container". */
export function readHeading(text: string): Heading | null {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/[*†‡¹²³]+$/, '')
    .trim();
  if (plain === '' || plain.length > 60 || /[:：]$/.test(plain)) return null;
  const bare = plain.replace(/^\((.*)\)$/, '$1');
  if (isUnit(bare) && unitKey(bare) !== 'unit') return { kind: 'result', unit: plainUnit(bare) };
  const basis = /^(?:mg )?per (container|package|can|bottle|unit|serving)(?: \(mg\))?$/i.exec(plain)?.[1];
  if (basis) return { kind: 'result', unit: `mg/${basis.toLowerCase()}` };
  const kind = kindOf(plain);
  if (kind) return { kind, unit: null };
  return withUnit(plain);
}

/** "Weight %" is "%": nothing else is a percentage of a mass. */
const plainUnit = (unit: string): string => unit.replace(/^(?:mass|weight|wt\.?) ?(?=%)/i, '');

function withUnit(text: string): Heading | null {
  const enclosed = /^(.*?),? ?[([]([^()[\]]+(?:\([^)]*\))?)[)\]]$/.exec(text);
  if (enclosed?.[1] && enclosed[2] && isUnit(enclosed[2])) return withKind(enclosed[1], enclosed[2]);
  const words = text.split(' ');
  for (let count = words.length - 1; count >= 1; count -= 1) {
    const unit = words.slice(count).join(' ');
    if (isUnit(unit))
      return withKind(
        words
          .slice(0, count)
          .join(' ')
          .replace(/[,:]$|\bin$/, '')
          .trim(),
        unit,
      );
  }
  const first = words[0] ?? '';
  return isUnit(first) && words.length > 1 && basisOf(first) !== 'other'
    ? withKind(words.slice(1).join(' '), first)
    : null;
}

function withKind(name: string, unit: string): Heading | null {
  const kind = kindOf(name);
  if (kind) return { kind: kind === 'name' ? 'result' : kind, unit: plainUnit(unit) };
  return null;
}

const kindOf = (text: string): ColumnKind | null => {
  const key = text.normalize('NFKC').toLowerCase().trim();
  const found = NAMES.find(([, pattern]) => pattern.test(key))?.[0];
  if (found) return found;
  const panel = titlePanel(key);
  return panel && key.split(' ').length <= 3 ? 'name' : null;
};

const FRAGMENT =
  /^(?:\(1:n\)|[([]?(?:measurement|uncertainty|dilution|disposition|finding|qualitative|lower|upper|average|action|regulatory|state|maximum|max\.?|allowable|acceptable|acceptance|permissible|limits?|levels?|of|detection|quantitation|quantification|reporting|detected|found|measured|test|tested|sample|result|results|value|values|conc\.?|concentration|amount|mass|dry|wet|weight|basis|as|received|per|and|pass|fail|status|criteria|method|name|units?|container|serving|package|bottle|can|wt\.?|by)[)\],.]?|[/|-])$/i;

/** Whether a phrase can be a part of a heading that is printed on several lines. */
export const isHeadingPart = (text: string): boolean => {
  if (readHeading(text)) return true;
  const words = text.split(/\s+/);
  return words.length <= 5 && words.every((word) => FRAGMENT.test(word) || isUnit(word.replace(/^[([]|[)\]]$/g, '')));
};

/** Splits a phrase that consists of several headings: "LOD LOQ Result (mg/g)". Null if it doesn't. */
export function splitHeadings(words: readonly Word[]): readonly (readonly Word[])[] | null {
  if (words.length > 24) return null;
  if (readHeading(textOf(words))) return [words];
  const groups: (readonly Word[])[] = [];
  for (let from = 0; from < words.length; ) {
    const to = longestHeading(words, from);
    if (to === from) return null;
    groups.push(words.slice(from, to));
    from = to;
  }
  return groups;
}

function longestHeading(words: readonly Word[], from: number): number {
  for (let to = Math.min(words.length, from + 5); to > from; to -= 1) {
    if (readHeading(textOf(words.slice(from, to)))) return to;
  }
  return from;
}
