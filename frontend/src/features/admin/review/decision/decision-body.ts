import type { ApprovalDto, ConfirmedFieldDto, SubmissionDecisionDto } from '../../../../api/generated/types.gen';
import { type Draft, isAmendment, toCommentDrafts, type Verdict } from './decision';

/** The submission as the reviewer saw it. */
export interface Seen {
  readonly id: string;
  readonly version: number;
  /** SHA-256 of its document, in any state; null without one. */
  readonly documentSha256: string | null;
  /** Whether an approval can be based on that document. */
  readonly hasEvidence: boolean;
  /** Whether it was shown with a notice about its laboratory. */
  readonly hasNotice: boolean;
  /** What the reviewer confirmed as read from it. */
  readonly readFields: readonly ConfirmedFieldDto[];
}

/** The decision in the API's format. */
export function submissionDecision(draft: Draft, seen: Seen): SubmissionDecisionDto {
  const { id: submissionId, version } = seen;
  if (draft.kind === 'reject') return { submissionId, rejection: { version, reason: draft.reason } };
  if (draft.kind === 'changes') {
    return { submissionId, changeRequest: { version, comments: toCommentDrafts(draft.comments) } };
  }
  return { submissionId, approval: approvalOf(draft, seen) };
}

/** An approval names the document that was shown, or the reason why it is not based on one. */
function approvalOf(draft: Draft, seen: Seen): ApprovalDto {
  const { documentAbsence, overrideReason } = draft;
  // Checked before: everything has been chosen.
  const verdict = draft.verdict as Verdict;
  const { version, documentSha256, hasEvidence, hasNotice, readFields } = seen;
  return {
    version,
    ...verdict,
    ...publishingOf(draft),
    ...(overrideReason.trim() && { overrideReason }),
    ...(hasNotice && { labIncidentsRead: true }),
    ...(documentSha256 !== null && { documentSha256 }),
    ...(!hasEvidence && documentAbsence && { documentAbsence }),
    ...(hasEvidence && readFields.length > 0 && { staffReadFields: [...readFields] }),
  };
}

function publishingOf(draft: Draft): Pick<ApprovalDto, 'publishAs' | 'amends' | 'amendmentReason'> {
  const { publishAs, amendmentReason } = draft;
  if (isAmendment(draft)) return { publishAs: 'amendment', amends: publishAs, amendmentReason };
  return publishAs === '' ? {} : { publishAs: 'retest' };
}
