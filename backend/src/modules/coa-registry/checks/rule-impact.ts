import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { RuleBook, RuleSource } from '../../../domain/measurements/measurements.js';
import { Proposals, ReferenceChangeNotFound } from '../../../domain/proposals/proposals.js';
import type { RuleVerdict } from '../../../domain/shared/result-terms.js';
import { CertificateResults } from '../certificate/certificate-results.js';
import { VerdictStore } from '../certificate/database/verdict-store.js';

/** Certificates per answer, which take a fraction of a second. */
const PART = 500;

/** Certificates compared before other requests get their turn. */
const AT_ONCE = 4;

/** How many certificates would compare differently; null stands for a rule that they are not compared with. */
export interface ImpactChange {
  readonly before: RuleVerdict | null;
  readonly after: RuleVerdict | null;
  readonly certificates: number;
}

/** What a proposed edition would change on one part of the published certificates. */
export interface ImpactPart {
  readonly compared: number;
  readonly changes: readonly ImpactChange[];
  /** Where the next part begins; null after the last one. */
  readonly next: string | null;
}

/** Compares published certificates with a proposed edition and the one before it, as pages do once it counts. */
@Injectable()
export class RuleImpact {
  constructor(
    private readonly proposals: Proposals,
    private readonly rules: RuleBook,
    private readonly source: RuleSource,
    private readonly results: CertificateResults,
    private readonly store: VerdictStore,
  ) {}

  /**
   * @param after id of the last certificate of the part before
   * @throws ReferenceChangeNotFound for a change that is not an edition of a rule
   */
  async part(changeId: string, after: string | null): Promise<ImpactPart> {
    const { content } = await this.proposals.change(changeId);
    if (content.kind !== 'ruleEdition') throw new ReferenceChangeNotFound();
    const proposed = this.source.read(content.edition);
    const editions = [this.rules.edition(proposed.id, proposed.edition - 1), proposed];
    const certificates = await this.store.published(after, PART);
    const counts = new Map<string, ImpactChange>();
    for (const [index, certificate] of certificates.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const [before = null, then = null] = this.results.shownVerdicts(editions, certificate);
      if (before === then) continue;
      const key = `${before} ${then}`;
      counts.set(key, { before, after: then, certificates: (counts.get(key)?.certificates ?? 0) + 1 });
    }
    const isLast = certificates.length < PART;
    return {
      compared: certificates.length,
      changes: [...counts.values()],
      next: isLast ? null : (certificates.at(-1)?.id ?? null),
    };
  }
}
