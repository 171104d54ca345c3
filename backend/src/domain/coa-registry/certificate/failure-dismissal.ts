import { longDay } from '../../shared/long-day.js';

/** Why a failure no longer counts: the batch was remediated and tested again, or the laboratory made an error. */
export const DISMISSAL_REASONS = ['retest-after-remediation', 'lab-error'] as const;
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];

/** What a reviewer recorded, in public, about the failure of a published certificate. */
export interface FailureDismissal {
  readonly reason: DismissalReason;
  /**
   * For a retest: the reference of the certificate that passed. While that one is not current, the failure counts
   * again.
   */
  readonly retest: string | null;
  readonly explanation: string;
  /** Instant, ISO 8601. */
  readonly at: string;
}

/** For the pages of the failed certificate itself. */
export function ownDismissalSentence(dismissal: FailureDismissal): string {
  return `A reviewer recorded on ${longDay(dismissal.at.slice(0, 10))} that this failure no longer stands ${because(dismissal)}`;
}

/** For the pages of the other certificates of its batch. */
export function dismissalSentence(reference: string, dismissal: FailureDismissal): string {
  const since = longDay(dismissal.at.slice(0, 10));
  return `An earlier report of this batch failed: ${reference}. Since ${since} it no longer stands ${because(dismissal)}`;
}

const because = ({ reason, retest, explanation }: FailureDismissal): string =>
  reason === 'lab-error'
    ? `because of an error of the lab (“${explanation}”).`
    : `because the batch was tested again after remediation: ${retest} (“${explanation}”).`;
