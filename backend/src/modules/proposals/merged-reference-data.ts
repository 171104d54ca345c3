import { Injectable, Logger } from '@nestjs/common';
import { type AddedName, AnalyteVocabulary } from '../../domain/analytes/analytes.js';
import { EditionOutOfDate, MeasuredResults, RuleBook, RuleSource } from '../../domain/measurements/measurements.js';
import { type EditionDraft, ReferenceData } from '../../domain/proposals/ports.js';
import type { ChangeContent, EditionContent, ReferenceChange } from '../../domain/proposals/reference-change.js';
import { DomainError } from '../../domain/shared/domain-error.js';
import { ResponseCache } from '../../platform/cache/response-cache.js';

/** The files with the confirmed changes on top. Where both have a name or an edition, the file counts. */
@Injectable()
export class MergedReferenceData extends ReferenceData {
  private readonly logger = new Logger('reference data');
  /** Each is logged once. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly vocabulary: AnalyteVocabulary,
    private readonly rules: RuleBook,
    private readonly source: RuleSource,
    private readonly results: MeasuredResults,
    private readonly cache: ResponseCache,
  ) {
    super();
  }

  check(content: ChangeContent, confirmed: readonly ReferenceChange[], today: string): void {
    if (content.kind === 'analyteName') this.vocabulary.assertAddable(content, namesIn(confirmed));
    else this.checkEdition(content, confirmed, today);
  }

  apply(confirmed: readonly ReferenceChange[]): void {
    for (const { name, analyte } of this.vocabulary.setAddedNames(namesIn(confirmed))) {
      this.report(`the name "${name}" of ${analyte}`);
    }
    const editions = confirmed.flatMap((change) => this.editionIn(change) ?? []);
    for (const { id, edition } of this.rules.setAddedEditions(editions)) this.report(`edition ${edition} of ${id}`);
    this.results.setRules(this.rules.shown);
    // Drops cached responses, which have the old names and rules: the person who confirmed the change must read the new
    // ones next.
    this.cache.clear();
  }

  isSettled(name: string, panel: string): boolean {
    return this.vocabulary.isAmbiguous(name) || this.vocabulary.resolve(name, panel) !== null;
  }

  readEdition({ ruleId, basedOn, reason, readOn, rereadBy, content }: EditionDraft): ChangeContent {
    if (basedOn === 0) this.rules.assertUnknown(ruleId);
    else if (this.rules.latestOf(ruleId).edition !== basedOn) throw new EditionOutOfDate();
    const facts = { id: ruleId, edition: basedOn + 1, readOn, rereadBy, reason };
    return { kind: 'ruleEdition', edition: { ...this.source.read({ ...content, ...facts }), ...facts } };
  }

  predecessorOf(content: ChangeContent): Readonly<Record<string, unknown>> | null {
    if (content.kind === 'analyteName') return null;
    const { id, edition } = content.edition;
    return this.rules.edition(id, edition - 1) as EditionContent['edition'] | null;
  }

  private checkEdition({ edition }: EditionContent, confirmed: readonly ReferenceChange[], today: string): void {
    const analytes = new Set(this.vocabulary.data.analytes.map(({ key }) => key));
    const editions = confirmed.flatMap((change) => this.editionIn(change) ?? []);
    this.rules.assertNext(this.source.read(edition), editions, analytes, today);
  }

  /** Null for another kind of change, and for one that today's version of the site cannot read. */
  private editionIn({ content }: ReferenceChange) {
    if (content.kind !== 'ruleEdition') return null;
    try {
      return this.source.read(content.edition);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.report(`edition ${content.edition.edition} of ${content.edition.id}, which no longer has the right form`);
      return null;
    }
  }

  private report(what: string): void {
    if (this.reported.has(what)) return;
    this.reported.add(what);
    this.logger.warn(`ignored a confirmed change because the files of this version say otherwise: ${what}`);
  }
}

const namesIn = (confirmed: readonly ReferenceChange[]): readonly AddedName[] =>
  confirmed.flatMap(({ content, decidedAt, proposedAt }) =>
    content.kind === 'analyteName' ? [{ ...content, since: (decidedAt ?? proposedAt).toISOString().slice(0, 10) }] : [],
  );
