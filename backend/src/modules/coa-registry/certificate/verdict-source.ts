import type { VerdictText } from '../../../domain/coa-registry/checks/verdict-changes.js';
import type { Measured } from './certificate-results.js';

/** The rules and vocabulary that count now, as what is stored about certificates follows from them. */
export abstract class VerdictSource {
  /** Tells apart the rules and vocabularies that verdicts follow from. */
  abstract readonly basis: string;

  abstract verdictsOf(certificate: Measured): readonly VerdictText[];
}
