/** The groups that the vocabulary sorts analytes into: the panels of a certificate, with `other` told apart. */
export const VOCABULARY_PANELS = [
  'cannabinoids',
  'heavyMetals',
  'pesticides',
  'microbials',
  'mycotoxins',
  'residualSolvents',
  'physical',
] as const;
export type VocabularyPanel = (typeof VOCABULARY_PANELS)[number];

/** What a laboratory measures, and the names under which reports print it. */
export interface Analyte {
  /** Never changes: `d9_thc`, `lead`. */
  readonly key: string;
  /** As we print it. */
  readonly name: string;
  readonly panel: VocabularyPanel;
  /** CAS registry number; null where it has none, or where we have no source for it. */
  readonly cas: string | null;
  /** The unit that reports usually print; null for a description. */
  readonly unit: string | null;
  /** Other names that mean this analyte wherever they are printed. */
  readonly names: readonly string[];
  /** Names that mean it only in its own panel: "B1" is a mycotoxin there, and a vitamin elsewhere. */
  readonly panelNames: readonly string[];
  /** A total over others, such as total THC. */
  readonly isSum: boolean;
  /** Keys of the analytes that the sum has, where that is fixed; else the report's formula counts. */
  readonly members: readonly string[];
  /** What an acid turns into when heated, and the factor by mass as decimal text. */
  readonly turnsInto: { readonly analyte: string; readonly factor: string } | null;
  /** Whether it is a tetrahydrocannabinol. */
  readonly isThc: boolean;
  /** Not found in the plant. */
  readonly isSynthetic: boolean;
  /** What a reader must know to not misread it. */
  readonly note: string | null;
}

/** A printed name that could mean several analytes, so it means none. */
export interface AmbiguousName {
  readonly name: string;
  /** Keys of analytes. */
  readonly couldBe: readonly string[];
}

export interface VocabularyData {
  /** Day of the last change, `YYYY-MM-DD`. */
  readonly version: string;
  readonly panels: readonly { readonly key: VocabularyPanel; readonly label: string; readonly text: string }[];
  readonly analytes: readonly Analyte[];
  readonly ambiguous: readonly AmbiguousName[];
}

const GREEK: Readonly<Record<string, string>> = { α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta' };

/**
 * A printed name reduced to what tells names apart: `Δ9-THC`, `delta-9 THC` and `D9 THC` are `d9thc`. "delta" becomes "d"
 * only before a digit, so deltamethrin stays a pesticide.
 */
export const normalizedAnalyteName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:δ|∆|delta)[\s\p{Pd}]*(?=\d)/gu, 'd')
    .replace(/[αβγδ]/g, (letter) => GREEK[letter] ?? '')
    .replace(/[^a-z0-9]/g, '');

/** "Arsenic (As)": a name, and another for the same thing. */
const WITH_ABBREVIATION = /^([^()]+)\(([^()]+)\)\s*$/;

/** Finds the analyte that a printed name means. A name that is not in it, or could mean several, means none: nothing is guessed. */
export class AnalyteVocabulary {
  private readonly byName = new Map<string, Analyte>();
  private readonly byPanelName = new Map<string, Analyte>();
  private readonly ambiguous: ReadonlySet<string>;

  /** @throws Error when two analytes share a name */
  constructor(readonly data: VocabularyData) {
    this.ambiguous = new Set(data.ambiguous.map(({ name }) => normalizedAnalyteName(name)));
    for (const analyte of data.analytes) {
      const names = new Set([analyte.name, ...analyte.names].map(normalizedAnalyteName));
      for (const name of names) this.add(this.byName, name, analyte);
      for (const name of analyte.panelNames) this.add(this.byPanelName, inPanel(name, analyte.panel), analyte);
    }
  }

  /**
   * @param name as printed
   * @param panel the panel under which it is printed
   * @returns null when it is unknown or ambiguous
   */
  resolve(name: string, panel: string): Analyte | null {
    const whole = this.find(name, panel);
    if (whole) return whole;
    const [, outside, inside] = WITH_ABBREVIATION.exec(name) ?? [];
    if (outside === undefined || inside === undefined) return null;
    const analyte = this.find(outside, panel);
    return analyte && analyte === this.find(inside, panel) ? analyte : null;
  }

  private find(name: string, panel: string): Analyte | null {
    const normalized = normalizedAnalyteName(name);
    if (this.ambiguous.has(normalized)) return null;
    return this.byPanelName.get(inPanel(name, panel)) ?? this.byName.get(normalized) ?? null;
  }

  private add(names: Map<string, Analyte>, name: string, analyte: Analyte): void {
    const other = names.get(name);
    if (other) throw new Error(`"${name}" names ${other.key} and ${analyte.key}`);
    names.set(name, analyte);
  }
}

const inPanel = (name: string, panel: string): string => `${panel} ${normalizedAnalyteName(name)}`;
