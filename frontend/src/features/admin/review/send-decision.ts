import { approveSubmission, rejectSubmission, requestChanges } from '../../../api/generated/sdk-staff.gen';
import type { SubmissionDto } from '../../../api/generated/types.gen';
import { type Draft, toCommentDrafts } from './decision';

/** @param keepalive lets the request outlive the page, which is being closed */
export function sendDecision(
  draft: Draft,
  { id, version }: Pick<SubmissionDto, 'id' | 'version'>,
  keepalive: boolean,
): Promise<unknown> {
  const call = { path: { id }, keepalive, throwOnError: true } as const;
  if (draft.kind === 'approve') return approveSubmission({ ...call, body: { version, ...draft.verdict } });
  if (draft.kind === 'reject') return rejectSubmission({ ...call, body: { version, reason: draft.reason } });
  return requestChanges({ ...call, body: { version, comments: toCommentDrafts(draft.comments) } });
}
