import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AnalyteVocabulary } from '../../../domain/analytes/analytes.js';
import type { VerdictText } from '../../../domain/coa-registry/checks/verdict-changes.js';
import { MeasuredResults } from '../../../domain/measurements/measurements.js';
import { InvalidInput } from '../../../domain/shared/domain-error.js';
import { Clock } from '../../../domain/shared/ports.js';
import type { RuleVerdict } from '../../../domain/shared/result-terms.js';
import { CertificateResults, type Measured } from '../certificate/certificate-results.js';
import { VerdictSource } from '../certificate/verdict-source.js';

/**
 * Increase it when the same lines and rules give other verdicts than before; all certificates are then compared again.
 */
const ARITHMETIC = 6;

/** The verdicts that lists are filtered by, and the rules and vocabulary that they are based on. */
@Injectable()
export class StoredVerdicts extends VerdictSource {
  private known: { readonly of: readonly unknown[]; readonly fingerprint: string } | null = null;

  constructor(
    private readonly vocabulary: AnalyteVocabulary,
    private readonly rules: MeasuredResults,
    private readonly results: CertificateResults,
    private readonly clock: Clock,
  ) {
    super();
  }

  get basis(): string {
    const of = [ARITHMETIC, this.rules.rules, this.vocabulary.data];
    if (this.known?.of.every((part, index) => part === of[index])) return this.known.fingerprint;
    const fingerprint = createHash('sha256').update(JSON.stringify(of)).digest('hex');
    this.known = { of, fingerprint };
    return fingerprint;
  }

  verdictsOf(certificate: Measured): readonly VerdictText[] {
    return this.results.verdicts(certificate).map(({ rule, verdict }): VerdictText => `${rule}:${verdict}`);
  }

  /**
   * @param rule id of a rule
   * @param verdict `above` unless given
   * @throws InvalidInput for a rule that is not shown, has ended, or is only for comparison
   */
  filter(rule: string | undefined, verdict: RuleVerdict | undefined): VerdictText | null {
    if (rule === undefined) {
      if (verdict === undefined) return null;
      throw new InvalidInput([{ field: 'rule', message: 'verdict needs a rule. Add one from listRules' }]);
    }
    const now = this.clock.now();
    const reason = this.rules.whyNoVerdict(rule, now);
    if (reason !== null) throw new InvalidInput([{ field: 'rule', message: `No certificate is compared: ${reason}` }]);
    const hasEnded = this.rules.hasEnded(rule, now);
    if (hasEnded === null)
      throw new InvalidInput([{ field: 'rule', message: 'We have no such rule. Use an id from listRules' }]);
    if (hasEnded) {
      throw new InvalidInput([
        { field: 'rule', message: 'This rule has ended. Certificates are compared with current ones' },
      ]);
    }
    return `${rule}:${verdict ?? 'above'}`;
  }
}
