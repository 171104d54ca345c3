import { DomainError, InvalidInput } from '../shared/domain-error.js';

/** The groups that the vocabulary sorts analytes into: the panels of a certificate, with `other` divided further. */
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
  /** What a reader must know so as not to misread it. */
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
 * A printed name in the form in which names are compared: `Δ9-THC`, `delta-9 THC` and `D9 THC` are `d9thc`. "delta"
 * becomes "d" only before a digit, so deltamethrin stays a pesticide.
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

/** Where a name means its analyte: only in the analyte's own panel, or wherever it is printed. */
export const NAME_SCOPES = ['panel', 'everywhere'] as const;
export type NameScope = (typeof NAME_SCOPES)[number];

/** A printed name that staff explained. */
export interface ExplainedName {
  /** As printed. */
  readonly name: string;
  /** The panel under which it is printed. */
  readonly panel: string;
  /** Key of the analyte that it means. */
  readonly analyte: string;
  readonly scope: NameScope;
}

/** A name of the vocabulary since this day, `YYYY-MM-DD`. */
export type AddedName = ExplainedName & { readonly since: string };

/** The vocabulary already has this name. */
export class NameAlreadyKnown extends DomainError {
  constructor(name: string, analyte: Analyte) {
    super('conflict', 'name-already-known', `"${name}" already means ${analyte.name} in our vocabulary.`);
  }
}

/** The vocabulary lists the name as one that could mean several analytes. */
export class NameIsAmbiguous extends DomainError {
  constructor(name: string) {
    super(
      'conflict',
      'name-is-ambiguous',
      `"${name}" could mean several analytes, so we keep it as printed. Ask the lab for a clearer name.`,
    );
  }
}

/** Finds the analyte that a printed name means. A name that is unknown or ambiguous means none; nothing is guessed. */
export class AnalyteVocabulary {
  private names: NameIndex;

  /** @throws Error when two analytes share a name */
  constructor(private readonly file: VocabularyData) {
    this.names = new NameIndex(file);
  }

  /** The current names: those of the file, and the ones added to it. */
  get data(): VocabularyData {
    return this.names.data;
  }

  /**
   * @param name as printed
   * @param panel the panel under which it is printed
   * @returns null when it is unknown or ambiguous
   */
  resolve(name: string, panel: string): Analyte | null {
    return this.names.resolve(name, panel);
  }

  /** Whether the name could mean several analytes, so that it means none. */
  isAmbiguous(name: string): boolean {
    return this.names.isAmbiguous(name);
  }

  /**
   * Replaces the names that are added to the file.
   * @returns the names that could not be added, such as those that are in the file by now; the file wins
   */
  setAddedNames(added: readonly AddedName[]): readonly AddedName[] {
    const ignored: AddedName[] = [];
    let names = new NameIndex(this.file);
    for (const one of added) {
      if (problemOf(one, names)) ignored.push(one);
      else names = withName(one, names.data);
    }
    this.names = names;
    return ignored;
  }

  /**
   * Checks that a name can be added to the file and these names.
   * @throws InvalidInput, NameAlreadyKnown, NameIsAmbiguous
   */
  assertAddable(name: ExplainedName, added: readonly AddedName[]): void {
    const vocabulary = new AnalyteVocabulary(this.file);
    vocabulary.setAddedNames(added);
    const problem = problemOf(name, vocabulary.names);
    if (problem) throw problem;
  }
}

/** Why a name cannot be added. */
function problemOf({ name, panel, analyte: key, scope }: ExplainedName, names: NameIndex): DomainError | null {
  const invalid = (field: string, message: string) => new InvalidInput([{ field, message }]);
  const analyte = names.data.analytes.find((one) => one.key === key);
  if (!analyte) return invalid('analyte', 'Choose an analyte of the vocabulary');
  if (normalizedAnalyteName(name) === '') {
    return invalid('name', 'The name has no letter from A to Z and no digit, so we cannot tell it from others');
  }
  if (names.isAmbiguous(name)) return new NameIsAmbiguous(name);
  if (scope === 'panel' && panel !== analyte.panel) {
    return invalid('scope', `${analyte.name} belongs to another panel than the line. Choose "everywhere"`);
  }
  const known = names.resolve(name, panel) ?? (scope === 'everywhere' ? names.everywhere(name) : null);
  return known && new NameAlreadyKnown(name, known);
}

function withName({ name, analyte: key, scope, since }: AddedName, data: VocabularyData): NameIndex {
  const list = scope === 'panel' ? 'panelNames' : 'names';
  const analytes = data.analytes.map((one) => (one.key === key ? { ...one, [list]: [...one[list], name] } : one));
  return new NameIndex({ ...data, analytes, version: since > data.version ? since : data.version });
}

/** A vocabulary with its names as they are compared. */
class NameIndex {
  private readonly byName = new Map<string, Analyte>();
  private readonly byPanelName = new Map<string, Analyte>();
  private readonly ambiguous: ReadonlySet<string>;

  /** @throws Error when two analytes share a name */
  constructor(readonly data: VocabularyData) {
    this.ambiguous = new Set(data.ambiguous.map(({ name }) => normalizedAnalyteName(name)));
    for (const analyte of data.analytes) {
      const names = new Set([analyte.name, ...analyte.names].map(normalizedAnalyteName));
      for (const name of names) this.add(this.byName, name, analyte);
      for (const name of analyte.panelNames.map(normalizedAnalyteName))
        this.add(this.byPanelName, inPanel(name, analyte.panel), analyte);
    }
  }

  resolve(name: string, panel: string): Analyte | null {
    const whole = this.find(name, panel);
    if (whole) return whole;
    const [, outside, inside] = WITH_ABBREVIATION.exec(name) ?? [];
    if (outside === undefined || inside === undefined) return null;
    const analyte = this.find(outside, panel);
    return analyte && analyte === this.find(inside, panel) ? analyte : null;
  }

  /** The analyte that the name means in every panel that has no other use for it. */
  everywhere(name: string): Analyte | null {
    return this.byName.get(normalizedAnalyteName(name)) ?? null;
  }

  isAmbiguous(name: string): boolean {
    return this.ambiguous.has(normalizedAnalyteName(name));
  }

  private find(name: string, panel: string): Analyte | null {
    const normalized = normalizedAnalyteName(name);
    if (this.ambiguous.has(normalized)) return null;
    return this.byPanelName.get(inPanel(normalized, panel)) ?? this.byName.get(normalized) ?? null;
  }

  private add(names: Map<string, Analyte>, name: string, analyte: Analyte): void {
    const other = names.get(name);
    if (other) throw new Error(`"${name}" names ${other.key} and ${analyte.key}`);
    names.set(name, analyte);
  }
}

const inPanel = (normalizedName: string, panel: string): string => `${panel} ${normalizedName}`;
