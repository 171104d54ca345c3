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

/** What a person asked for, and what of theirs it is about. */
export interface PrivacyRequest {
  readonly address: string;
  /** Why it is done, e.g. the reference of the person's message. */
  readonly reason: string;
}

/** How much is held of one part. */
export interface Holding {
  readonly part: PersonalDataCategory;
  readonly count: number;
  /** Of what erasing leaves: the names of the things, for staff to decide. They are not the person's. */
  readonly names: readonly string[];
}

export interface PersonalDataExport {
  readonly madeAt: Date;
  readonly parts: readonly ExportSection[];
}

/** The address typed again is another one: then nothing is erased. */
const NOT_THE_ADDRESS = { field: 'confirmation', message: 'This is not the address you looked up' };

/** What people can ask of us about their own data: to see it, to have a copy, to have it erased. */
export class Privacy {
  /** @param keepers in the order in which they erase: who locks the most comes first */
  constructor(
    private readonly keepers: readonly PersonalDataProvider[],
    private readonly mentions: Mentions,
    private readonly files: MailFiles,
    private readonly fingerprints: Pseudonymizer,
    private readonly log: PrivacyLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** What is held, and no more of it than staff need to know before they act. */
  lookUp(request: PrivacyRequest, actor: Actor): Promise<readonly Holding[]> {
    return this.transactions.run(async () => {
      const held = (await this.exportedOn(request.address)).map(holdingOf);
      await this.log.write(this.entry('personal-data.looked-up', request, actor, { held: countsOf(held) }));
      return held;
    });
  }

  /** Everything that is held, for the person to have. */
  exportOf(request: PrivacyRequest, actor: Actor): Promise<PersonalDataExport> {
    return this.transactions.run(async () => {
      const parts = await this.exportedOn(request.address);
      await this.log.write(
        this.entry('personal-data.exported', request, actor, { held: countsOf(parts.map(holdingOf)) }),
      );
      return { madeAt: this.clock.now(), parts };
    });
  }

  /**
   * Erases everything we hold in one transaction, mentions of the person in other people's text and email files included.
   * When nothing is held any more, nothing is erased, and that is logged too.
   * @param confirmation the address once more
   * @returns what was erased
   * @throws InvalidInput when the two are not the same
   */
  async erase(request: PrivacyRequest, confirmation: string, actor: Actor): Promise<readonly ErasedSection[]> {
    if (confirmation.toLowerCase() !== request.address.toLowerCase()) throw new InvalidInput([NOT_THE_ADDRESS]);
    return this.transactions.run(async () => {
      const words = { address: request.address, names: await this.mentions.namesOf(request.address) };
      const erased: ErasedSection[] = [];
      for (const provider of this.keepers) erased.push(...(await provider.erase(request.address)));
      const sums = summed(erased);
      // After the keepers: what is left now is what others wrote.
      const elsewhere = countsOfOthers({ texts: await this.mentions.redact(words) });
      await this.log.write(
        this.entry('personal-data.erased', request, actor, { erased: countsOf(sums), ...elsewhere }),
      );
      // Last, because no transaction brings a file back.
      await this.files.remove(words);
      return sums;
    });
  }

  /** Every part, also those of which nothing is held. */
  private async exportedOn(address: string): Promise<readonly ExportSection[]> {
    const found: ExportSection[] = [];
    for (const provider of this.keepers) found.push(...(await provider.exportOf(address)));
    return PERSONAL_DATA_CATEGORIES.map((part) => ({
      part,
      records: found.filter((held) => held.part === part).flatMap(({ records }) => records),
    }));
  }

  /** The log cannot be erased: it knows the person by a fingerprint only. */
  private entry(
    action: string,
    { address, reason }: PrivacyRequest,
    actor: Actor,
    facts: Record<string, unknown>,
  ): AuditEntry {
    const subject = `person:${this.fingerprints.of(address)}`;
    return { at: this.clock.now(), actor, action, subject, before: null, after: { reason, ...facts } };
  }
}

const holdingOf = ({ part, records }: ExportSection): Holding => ({
  part,
  count: records.length,
  names: CATEGORIES[part].erasure === 'stays' ? records.map(({ name }) => String(name)) : [],
});

const summed = (erased: readonly ErasedSection[]): readonly ErasedSection[] =>
  PERSONAL_DATA_CATEGORIES.filter((part) => CATEGORIES[part].erasure !== 'stays').map((part) => ({
    part,
    count: erased.filter((one) => one.part === part).reduce((sum, { count }) => sum + count, 0),
  }));

/** Of the parts with something in them. */
const countsOf = (parts: readonly ErasedSection[]): Record<string, number> =>
  Object.fromEntries(parts.filter(({ count }) => count > 0).map(({ part, count }) => [part, count]));

/** Left out of an entry where it is nothing. */
const countsOfOthers = ({ texts }: { texts: number }): Record<string, unknown> =>
  texts > 0 ? { textsOfOthers: texts } : {};
