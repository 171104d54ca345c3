import type { Actor, AuditEntry } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import {
  type ErasedSection,
  type ExportSection,
  PERSONAL_DATA_CATEGORIES,
  type PersonalDataCategory,
  type PersonalDataProvider,
} from '../shared/personal-data.js';
import { Clock, Transactions } from '../shared/ports.js';
import { CATEGORIES } from './categories.js';
import { MailFiles, Mentions, PrivacyLog, Pseudonymizer } from './ports.js';

/** A person's request about their data. */
export interface PrivacyRequest {
  readonly address: string;
  /** Reason for the audit log, e.g. the reference of the person's message. */
  readonly reason: string;
}

/** How many records we hold in one category. */
export interface CategorySummary {
  readonly part: PersonalDataCategory;
  readonly count: number;
  /** For categories that erasure leaves: the names of the brands or labs, so that staff can decide. Not personal names. */
  readonly names: readonly string[];
}

export interface PersonalDataExport {
  readonly madeAt: Date;
  readonly parts: readonly ExportSection[];
}

/** The repeated address differs, so nothing is erased. */
const ADDRESS_MISMATCH = { field: 'confirmation', message: 'This is not the address you looked up' };

/** Data subject requests: look-up, export, and erasure. */
export class Privacy {
  /** @param providers in erasure order: the one that takes the most locks comes first */
  constructor(
    private readonly providers: readonly PersonalDataProvider[],
    private readonly mentions: Mentions,
    private readonly files: MailFiles,
    private readonly pseudonymizer: Pseudonymizer,
    private readonly log: PrivacyLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Counts per category: no more than staff need to know before they act. */
  lookUp(request: PrivacyRequest, actor: Actor): Promise<readonly CategorySummary[]> {
    return this.transactions.run(async () => {
      const summaries = (await this.allSections(request.address)).map(summarize);
      await this.log.write(this.entry('personal-data.looked-up', request, actor, { held: countsOf(summaries) }));
      return summaries;
    });
  }

  /** Everything we hold, as a copy for the person. */
  exportOf(request: PrivacyRequest, actor: Actor): Promise<PersonalDataExport> {
    return this.transactions.run(async () => {
      const sections = await this.allSections(request.address);
      await this.log.write(
        this.entry('personal-data.exported', request, actor, { held: countsOf(sections.map(summarize)) }),
      );
      return { madeAt: this.clock.now(), parts: sections };
    });
  }

  /**
   * Erases everything we hold in one transaction, mentions of the person in other people's text and email files included.
   * The request is logged even if there was nothing to erase.
   * @param confirmation the address again
   * @returns the number of records erased per category
   * @throws InvalidInput if the two addresses differ
   */
  async erase(request: PrivacyRequest, confirmation: string, actor: Actor): Promise<readonly ErasedSection[]> {
    if (confirmation.toLowerCase() !== request.address.toLowerCase()) throw new InvalidInput([ADDRESS_MISMATCH]);
    return this.transactions.run(async () => {
      const words = { address: request.address, names: fullNames(await this.sections(request.address)) };
      const erased: ErasedSection[] = [];
      for (const provider of this.providers) erased.push(...(await provider.erase(request.address)));
      const totals = sumByCategory(erased);
      // After the providers: the remaining mentions are in texts that others wrote.
      const mentions = await this.mentions.redact(words);
      const counts = { erased: countsOf(totals), ...(mentions > 0 && { textsOfOthers: mentions }) };
      await this.log.write(this.entry('personal-data.erased', request, actor, counts));
      // Last, because a rollback can't restore a deleted file.
      await this.files.remove(words);
      return totals;
    });
  }

  /** All categories, empty ones included. */
  private async allSections(address: string): Promise<readonly ExportSection[]> {
    const found = await this.sections(address);
    return PERSONAL_DATA_CATEGORIES.map((part) => ({
      part,
      records: found.filter((section) => section.part === part).flatMap(({ records }) => records),
    }));
  }

  /** Sections as the providers return them. */
  private async sections(address: string): Promise<readonly ExportSection[]> {
    const found: ExportSection[] = [];
    for (const provider of this.providers) found.push(...(await provider.exportOf(address)));
    return found;
  }

  /** The audit log can't be erased, so it identifies the person by a pseudonym. */
  private entry(
    action: string,
    { address, reason }: PrivacyRequest,
    actor: Actor,
    details: Record<string, unknown>,
  ): AuditEntry {
    const subject = `person:${this.pseudonymizer.pseudonymize(address)}`;
    return { at: this.clock.now(), actor, action, subject, before: null, after: { reason, ...details } };
  }
}

/** At least two words. A single word, like "Sam", is skipped because it also names other people. */
const FULL_NAME = /\S+\s+\S/u;

/** Distinct full names stored with an address. */
const fullNames = (sections: readonly ExportSection[]): readonly string[] => {
  const names = sections.flatMap(({ personNames = [] }) => personNames.map((name) => name?.trim() ?? ''));
  return [...new Set(names)].filter((name) => FULL_NAME.test(name));
};

const summarize = ({ part, records }: ExportSection): CategorySummary => ({
  part,
  count: records.length,
  names: CATEGORIES[part].erasure === 'stays' ? records.map(({ name }) => String(name)) : [],
});

const sumByCategory = (erased: readonly ErasedSection[]): readonly ErasedSection[] =>
  PERSONAL_DATA_CATEGORIES.filter((part) => CATEGORIES[part].erasure !== 'stays').map((part) => ({
    part,
    count: erased.filter((section) => section.part === part).reduce((sum, { count }) => sum + count, 0),
  }));

/** Counts of the non-empty categories. */
const countsOf = (sections: readonly ErasedSection[]): Record<string, number> =>
  Object.fromEntries(sections.filter(({ count }) => count > 0).map(({ part, count }) => [part, count]));
