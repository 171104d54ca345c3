import { domainError } from '../../shared/domain-error.js';
import type { LabIncident } from '../certificate/lab-incident.js';
import type { PanelVerdicts } from '../certificate/test-results.js';
import type { LaboratoryComparison } from './laboratory-comparison.js';

/** How many of a laboratory's newest certificates are looked at for {@link LaboratoryFigures.panels}. */
export const PANELS_OF_NEWEST = 1_000;

/** A partner laboratory's accreditation, as staff entered it. */
export interface KnownAccreditation {
  readonly body: string;
  readonly number: string | null;
  readonly scopeUrl: string | null;
  /** The last day on which it is valid; `YYYY-MM-DD`, like the next. */
  readonly expiresOn: string | null;
  readonly enteredOn: string;
}

/** What certificates and the partnership say of a laboratory. */
export interface LaboratoryFigures {
  /** As its newest certificate names it, or else the partnership; null when neither does. */
  readonly name: string | null;
  readonly isPartner: boolean;
  /** Null when it is not known. */
  readonly accreditation: KnownAccreditation | null;
  /** Current certificates. */
  readonly certificates: number;
  /** Certificates that were replaced by a corrected one. */
  readonly replaced: number;
  readonly withdrawn: number;
  /** In how many of its newest current certificates each panel has a result, passed or failed. */
  readonly panels: Readonly<Record<keyof PanelVerdicts, number>>;
}

export interface Laboratory extends LaboratoryFigures {
  readonly name: string;
  /** The newest first. */
  readonly incidents: readonly LabIncident[];
  readonly comparisons: readonly LaboratoryComparison[];
}

export class LaboratoryNotFound extends domainError(
  'not-found',
  'laboratory-not-found',
  'No certificate here names this laboratory. Check how its name is spelled.',
) {}

/** @throws LaboratoryNotFound when nothing names it */
export function laboratoryOf(
  figures: LaboratoryFigures,
  incidents: readonly LabIncident[],
  comparisons: readonly LaboratoryComparison[],
): Laboratory {
  const name = figures.name ?? incidents[0]?.labName;
  if (name === undefined) throw new LaboratoryNotFound();
  return { ...figures, name, incidents, comparisons };
}
