import { ApiError } from '../../../api/api';
import {
  approveSubmission,
  getSubmission,
  rejectSubmission,
  requestChanges,
} from '../../../api/generated/sdk-staff.gen';
import type { ApprovalDto, ConfirmedFieldDto } from '../../../api/generated/types.gen';
import { type Draft, isAmendment, toCommentDrafts, type Verdict } from './decision';
import { evidenceOf, isEvidence } from './document/absence';

/** The submission as the reviewer saw it. */
export interface Seen {
  readonly id: string;
  readonly version: number;
  /** SHA-256 of its document, in any state; null without one. */
  readonly documentSha256: string | null;
  /** Whether an approval can rest on that document. */
  readonly hasEvidence: boolean;
  /** What the reviewer confirmed as read from it. */
  readonly readFields: readonly ConfirmedFieldDto[];
}

/** Sends a decision in a request that outlives the page. */
export async function sendDecision(draft: Draft, seen: Seen): Promise<void> {
  const { id, version } = seen;
  const call = { path: { id }, keepalive: true, throwOnError: true } as const;
  if (draft.kind === 'reject') {
    await rejectSubmission({ ...call, body: { version, reason: draft.reason } });
  } else if (draft.kind === 'changes') {
    await requestChanges({ ...call, body: { version, comments: toCommentDrafts(draft.comments) } });
  } else {
    await approveSubmission({ ...call, body: approvalOf(draft, seen) }).catch(async (error: unknown) => {
      throw await explained(error, seen);
    });
  }
}

/** An approval names the document that was shown. Where it can't rest on one, it says why. */
export function approvalOf(draft: Draft, seen: Seen): ApprovalDto {
  const { documentAbsence, overrideReason } = draft;
  // Checked before: nothing is left to choose.
  const verdict = draft.verdict as Verdict;
  const { version, documentSha256, hasEvidence, readFields } = seen;
  return {
    version,
    ...verdict,
    ...publishingOf(draft),
    ...(overrideReason.trim() && { overrideReason }),
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

type SeenDocument = Pick<Seen, 'documentSha256' | 'hasEvidence'>;

/** Of a submission that changed meanwhile: whether its document did. The server only says that something changed. */
async function explained(error: unknown, seen: Seen): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 412) return error;
  const answer = await getSubmission({ path: { id: seen.id }, throwOnError: true }).catch(() => null);
  if (!answer) return error;
  const hasEvidence = isEvidence(evidenceOf(answer.data));
  const sentence = documentChange(seen, { documentSha256: answer.data.document?.sha256 ?? null, hasEvidence });
  return sentence ? new ApiError(412, sentence, sentence, [], error.code) : error;
}

/** What happened to the document since it was shown, and what to do; null if it is the same. */
export function documentChange(before: SeenDocument, now: SeenDocument): string | null {
  const isSame = before.documentSha256 === now.documentSha256;
  if (isSame && before.hasEvidence === now.hasEvidence) return null;
  if (before.documentSha256 === null) {
    return 'A PDF was attached since you opened this. Look at it, then decide again.';
  }
  if (isSame || now.documentSha256 === null) {
    return 'The PDF was removed since you opened this. Look again, then decide.';
  }
  return 'The PDF was replaced since you opened this. Look at the new one, then decide again.';
}
