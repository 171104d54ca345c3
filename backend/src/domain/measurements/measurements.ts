import { domainError, InvalidInput } from '../shared/domain-error.js';
import { bounds, shown, type TextBounds, textBounds } from '../shared/range.js';
import {
  type LoqFit,
  type Qualifier,
  RULE_VERDICTS,
  type RuleState,
  type RuleVerdict,
} from '../shared/result-terms.js';
import type { DerivedLine, NamedResult } from './derived-line.js';
import { type LimitReading, limitShares, printedLimitShares, thcLoqFit } from './limit-shares.js';
import { localDay } from './local-day.js';
import { interpret, type Measured, type MeasuredCertificate, reportedThc, type SumParts } from './measures.js';
import { containerLimitMg, coverage, isCompared, type RuleEdition, ruleState, whyNoVerdict } from './rule.js';
import { assertSound } from './rule-edition-checks.js';
import { judge, noVerdict, type RuleResult } from './rule-verdict.js';
import { NO_VERDICT, summarySentence, verdictLabel, verdictSentence } from './verdict-sentence.js';

export type { LimitReading } from './limit-shares.js';

/** A printed line with the limit that the laboratory printed beside it. */
export type PrintedLine = NamedResult & { readonly limit: number | null };

/** The fields of a certificate that its results are derived from. */
export type ResultsInput = Omit<MeasuredCertificate, 'lines'> & {
  readonly lines: readonly PrintedLine[];
  /** Milligrams of THC per container that the label states; null where it states none. */
  readonly labelMg: number | null;
};

/** What is derived from one printed line. */
export interface LineReading {
  readonly qualifier: Qualifier;
  /** Milligrams in one container, as decimal text; null if they can't be derived from what is printed. */
  readonly mgPerContainer: TextBounds | null;
  readonly mgPerServing: TextBounds | null;
  /** Why there is no amount per container, as a sentence; null for results without a number. */
  readonly refused: string | null;
}

/** A rule, and how the certificate compares with it. */
export interface RuleReading extends Pick<RuleResult, 'verdict'> {
  readonly rule: RuleEdition;
  readonly state: RuleState;
  /** What the comparison covers; see {@link coverage}. */
  readonly covers: string;
  /** The verdict in a few words. */
  readonly label: string;
  /** The comparison with figures, citation, and the day on which we read the rule, or why there is none. */
  readonly sentence: string;
  /** The most THC that it allows in one container, in milligrams as decimal text; null where it has no such limit. */
  readonly containerLimitMg: string | null;
}

/** The measured analytes that have a limit in one rule, or, where `ruleId` is null, on the report itself. */
export interface LimitGroup {
  readonly ruleId: string | null;
  /** The rule's title; null for the limits on the report. */
  readonly title: string | null;
  /** What the rule covers, if that is not every hemp drink. */
  readonly scope: string | null;
  readonly limits: readonly LimitReading[];
}

/** Everything that is derived from the printed lines of a certificate. */
export interface ResultsReading {
  /** In the order of the lines. */
  readonly lines: readonly LineReading[];
  /** The most serious verdict first. Without rules that are only there to compare with. */
  readonly rules: readonly RuleReading[];
  /** How many of them the figures are above, as a sentence. */
  readonly rulesSummary: string;
  readonly limitGroups: readonly LimitGroup[];
  /** Whether the method can measure the dose on the label; null if that can't be derived from what is printed. */
  readonly thcLoqFit: { readonly fit: LoqFit; readonly percent: string } | null;
  /** Milligrams of THC in one container, as decimal text, of the forms on the report. Other forms can add to it. */
  readonly thcPerContainer: TextBounds;
}

/** Interprets printed results, and compares them with rules. */
export class MeasuredResults {
  /** @param shown the edition of each rule that counts now */
  constructor(
    private shown: readonly RuleEdition[],
    private readonly parts: SumParts,
  ) {}

  /** The edition of each rule that counts now. */
  get rules(): readonly RuleEdition[] {
    return this.shown;
  }

  /** Compares with these editions from now on. */
  setRules(shown: readonly RuleEdition[]): void {
    this.shown = shown;
  }

  /** Rules that have ended where they apply are left out. */
  read(certificate: ResultsInput, now: Date): ResultsReading {
    const measured = interpret(certificate, this.parts);
    const current = this.rules.map((rule) => onDay(rule, now)).filter(({ state }) => state !== 'ended');
    const limitGroups: readonly LimitGroup[] = [
      { ruleId: null, title: null, scope: null, limits: printedLimitShares(measured.derived) },
      ...current
        .filter(({ reason }) => reason === null)
        .map(({ rule }) => ({
          ruleId: rule.id,
          title: rule.title,
          scope: rule.scope,
          limits: limitShares(rule, measured),
        })),
    ];
    const compared = current
      .filter(({ rule }) => isCompared(rule))
      .map((today) => ({ ...today, result: resultOn(today, measured, certificate.testDate) }));
    const fit = thcLoqFit(measured, certificate.labelMg);
    return {
      lines: measured.derived.map(lineReading),
      rules: compared
        .map(ruleReading)
        .sort((a, b) => RULE_VERDICTS.indexOf(a.verdict) - RULE_VERDICTS.indexOf(b.verdict)),
      rulesSummary: summarySentence(compared.map(({ reason, result }) => (reason === null ? result.verdict : null))),
      limitGroups: limitGroups.filter(({ limits }) => limits.length > 0),
      thcLoqFit: fit && { fit: fit.fit, percent: shown(fit.percent) },
      thcPerContainer: textBounds(reportedThc(certificate.thcContent, measured)),
    };
  }

  /** Whether a rule that certificates are compared with has ended; null when they are compared with no such rule. */
  hasEnded(id: string, now: Date): boolean | null {
    const rule = this.rules.find((one) => one.id === id && isCompared(one));
    return rule ? onDay(rule, now).state === 'ended' : null;
  }

  /** Why a rule gives no comparison today, in sentences; null if it gives one, or is not shown. */
  whyNoVerdict(id: string, now: Date): string | null {
    const rule = this.rules.find((one) => one.id === id);
    return rule ? onDay(rule, now).reason : null;
  }

  /** The THC limits in one container of the rules that certificates are compared with today, in milligrams, the lowest first. */
  containerLimitsMg(now: Date): readonly number[] {
    const compared = this.rules
      .map((rule) => onDay(rule, now))
      .filter(({ rule, state, reason }) => isCompared(rule) && state !== 'ended' && reason === null);
    const limits = new Set(compared.map(({ rule }) => containerLimitMg(rule)));
    return [...limits]
      .flatMap((limit) => limit ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** The verdict of each rule that `read` can have. A rule that starts or ends changes none of them. */
  verdicts(certificate: MeasuredCertificate): readonly { readonly rule: string; readonly verdict: RuleVerdict }[] {
    const measured = interpret(certificate, this.parts);
    return this.rules
      .filter(isCompared)
      .map((rule) => ({ rule: rule.id, verdict: judge(rule, measured, certificate.testDate).verdict }));
  }

  /**
   * The verdict of each of these editions, as {@link read} would have it if the edition counted.
   * @returns null for an edition that it would leave out
   */
  shownVerdicts(
    editions: readonly (RuleEdition | null)[],
    certificate: MeasuredCertificate,
    now: Date,
  ): readonly (RuleVerdict | null)[] {
    const measured = interpret(certificate, this.parts);
    return editions.map((rule) => {
      if (rule === null || !isCompared(rule)) return null;
      const today = onDay(rule, now);
      return today.state === 'ended' ? null : resultOn(today, measured, certificate.testDate).verdict;
    });
  }

  /** What is derived from each line, in their order. Needs no analyte and no rule. */
  lineReadings(
    certificate: Omit<MeasuredCertificate, 'lines'> & { readonly lines: readonly Omit<NamedResult, 'analyte'>[] },
  ) {
    const lines = certificate.lines.map((line) => ({ ...line, analyte: null }));
    return interpret({ ...certificate, lines }, this.parts).derived.map(lineReading);
  }
}

/** A rule on a day: whether it is in force, and why it gives no comparison; null if it gives one. */
interface RuleOnDay {
  readonly rule: RuleEdition;
  readonly state: RuleState;
  readonly reason: string | null;
}

function onDay(rule: RuleEdition, now: Date): RuleOnDay {
  const today = localDay(rule.jurisdiction, now);
  return { rule, state: ruleState(rule, today), reason: whyNoVerdict(rule, today) };
}

const resultOn = ({ rule, reason }: RuleOnDay, measured: Measured, testDate: string): RuleResult =>
  reason === null ? judge(rule, measured, testDate) : noVerdict(rule, reason);

function ruleReading({ rule, state, reason, result }: RuleOnDay & { readonly result: RuleResult }): RuleReading {
  const { verdict } = result;
  return {
    rule,
    state,
    covers: coverage(rule),
    verdict,
    label: reason === null ? verdictLabel(rule, verdict, state) : NO_VERDICT,
    sentence: verdictSentence(rule, result, state),
    containerLimitMg: reason === null ? containerLimitMg(rule) : null,
  };
}

/** No rule that is shown has this id. */
export class RuleNotFound extends domainError('not-found', 'rule-not-found', 'We have no rule at this address.') {}

const lineReading = ({ qualifier, perContainer, perServing, refused }: DerivedLine): LineReading => ({
  qualifier,
  refused,
  mgPerContainer: bounds(perContainer),
  mgPerServing: bounds(perServing),
});

/** The edition of each rule that counts now: the highest, where it is shipped. */
export const currentEditions = (editions: readonly RuleEdition[]): readonly RuleEdition[] =>
  latestEditions(editions).filter(({ isShipped }) => isShipped);

/** The highest edition of each rule, shown or not. */
function latestEditions(editions: readonly RuleEdition[]): readonly RuleEdition[] {
  const byId = new Map<string, RuleEdition>();
  for (const edition of editions) {
    const known = byId.get(edition.id);
    if (!known || known.edition < edition.edition) byId.set(edition.id, edition);
  }
  return [...byId.values()];
}

/** Whether the rule must be read again today, or is overdue. @param today `YYYY-MM-DD` */
export const isDueForReading = ({ rereadBy }: RuleEdition, today: string): boolean => rereadBy <= today;

/** Another edition was confirmed first, so this one is based on an outdated edition. */
export class EditionOutOfDate extends domainError(
  'stale',
  'changed-meanwhile',
  'This rule has a newer edition than the one you read. Reload the rule and start from its current edition.',
) {}

/** A new rule has an id that no rule had before. */
export class RuleAlreadyKnown extends InvalidInput {
  constructor(id: string) {
    super([{ field: 'id', message: `There is a rule "${id}". Propose its next edition, or choose another id` }]);
  }
}

/** Every edition of every rule, also of those that are not shown to the public. Editions never change. */
export class RuleBook {
  private editions: readonly RuleEdition[];

  constructor(private readonly file: readonly RuleEdition[]) {
    this.editions = file;
  }

  /** The highest edition of each rule, shown or not. */
  get latest(): readonly RuleEdition[] {
    return latestEditions(this.editions);
  }

  /** The edition of each rule that is shown to the public. */
  get shown(): readonly RuleEdition[] {
    return currentEditions(this.editions);
  }

  /** @throws RuleNotFound */
  latestOf(id: string): RuleEdition {
    const latest = this.latest.find((one) => one.id === id);
    if (!latest) throw new RuleNotFound();
    return latest;
  }

  /** @throws RuleAlreadyKnown */
  assertUnknown(id: string): void {
    if (this.editions.some((one) => one.id === id)) throw new RuleAlreadyKnown(id);
  }

  /** The editions of a rule that the public can read, the newest first; none where its newest one is not shown. */
  publicEditions(id: string): readonly RuleEdition[] {
    const own = this.editions.filter((one) => one.id === id).toSorted((a, b) => b.edition - a.edition);
    return own[0]?.isShipped ? own.filter(({ isShipped }) => isShipped) : [];
  }

  /** Null where there is no such edition. */
  edition(id: string, number: number): RuleEdition | null {
    return this.editions.find((one) => one.id === id && one.edition === number) ?? null;
  }

  /**
   * Replaces the editions that are added to the file.
   * @returns those that could not be added, such as one that is in the file by now; the file wins
   */
  setAddedEditions(added: readonly RuleEdition[]): readonly RuleEdition[] {
    const ignored: RuleEdition[] = [];
    let editions = this.file;
    for (const one of added) {
      if (isNext(one, editions)) editions = [...editions, one];
      else ignored.push(one);
    }
    this.editions = editions;
    return ignored;
  }

  /**
   * Checks that an edition can follow the file and these editions. The first edition of an unknown rule adds the rule.
   * @param analytes keys of the vocabulary
   * @param today `YYYY-MM-DD`
   * @throws RuleNotFound, RuleAlreadyKnown, EditionOutOfDate, InvalidInput
   */
  assertNext(draft: RuleEdition, added: readonly RuleEdition[], analytes: ReadonlySet<string>, today: string): void {
    const book = new RuleBook(this.file);
    book.setAddedEditions(added);
    const latest = draft.edition === 1 ? null : book.latestOf(draft.id);
    if (latest === null) book.assertUnknown(draft.id);
    else if (draft.edition !== latest.edition + 1) throw new EditionOutOfDate();
    assertSound(draft, latest, analytes, today);
  }
}

const isNext = ({ id, edition }: RuleEdition, editions: readonly RuleEdition[]): boolean =>
  (latestEditions(editions).find((one) => one.id === id)?.edition ?? 0) === edition - 1;

/** Where rules are stored, and how they are parsed. */
export abstract class RuleSource {
  /** The editions that came with this version of the site. */
  abstract readonly editions: readonly RuleEdition[];

  /**
   * Reads an edition that staff wrote.
   * @throws InvalidInput that names each wrong field below `content`
   */
  abstract read(content: Readonly<Record<string, unknown>>): RuleEdition;
}
