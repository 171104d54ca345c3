import type { Certificate } from '../certificate/certificate.js';
import { reportsAllPanels } from '../certificate/panel-reports.js';
import { sayNotToDrink, type Warning } from '../certificate/warning.js';
import { ownErrors } from './automated-checks.js';
import { isDoNotDrink } from './verdict.js';

/** How a certificate's status is shown: a mark with a word, because color or an icon alone is not enough. */
export interface StatusDisplay {
  readonly mark: 'passed' | 'failed' | 'pending';
  readonly label: string;
}

/** Why a certificate that passed is not shown as passed, the most serious first. */
export type Doubt = 'do_not_drink' | 'warned' | 'contradictory' | 'incomplete';

/**
 * What the evidence shows besides the status: a failure, a warning, a contradiction, or a panel
 * without a result.
 */
export function doubtOf(evidence: {
  readonly doNotDrink: boolean;
  readonly warnings: readonly Warning[];
  readonly contradictory: boolean;
  readonly panelsComplete: boolean;
}): Doubt | null {
  if (evidence.doNotDrink || sayNotToDrink(evidence.warnings)) return 'do_not_drink';
  if (evidence.warnings.length > 0) return 'warned';
  if (evidence.contradictory) return 'contradictory';
  return evidence.panelsComplete ? null : 'incomplete';
}

/**
 * {@link doubtOf} a certificate alone, without the other reports of its batch and its document.
 * @param warnings about it
 */
export const doubtAbout = (certificate: Certificate, warnings: readonly Warning[]): Doubt | null =>
  doubtOf({
    warnings,
    doNotDrink: isDoNotDrink(certificate),
    contradictory: ownErrors(certificate) > 0 || certificate.overrideReason !== null,
    panelsComplete: reportsAllPanels(certificate.testResults.panels),
  });

/**
 * Passed or missing shows as passed, failed as failed, anything else as pending; a missing status falls back to the
 * pesticide status, and an empty label reads "Pass". [source:status-display] With a doubt, nothing shows as passed.
 */
export function statusDisplay(
  status?: string | null,
  pesticideStatus?: string | null,
  doubt: Doubt | null = null,
): StatusDisplay {
  const text = status?.trim() || pesticideStatus?.trim() || '';
  const mark = markOf(text.toLowerCase());
  if (doubt === 'do_not_drink' && mark !== 'failed') return { mark: 'failed', label: 'Do not drink' };
  if (doubt === 'warned' && mark !== 'failed') return { mark: 'pending', label: 'See notice' };
  if (doubt === null || mark !== 'passed') return { mark, label: labelOf(text) };
  return { mark: 'pending', label: doubt === 'incomplete' ? 'Not all tested' : 'Not clear' };
}

function markOf(status: string): StatusDisplay['mark'] {
  if (status === '' || status === 'passed') return 'passed';
  if (status === 'failed') return 'failed';
  return 'pending';
}

function labelOf(status: string): string {
  if (status === '') return 'Pass';
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
