import type { QueuedSubmissionDto } from '../../../../api/generated/types.gen';
import { hasNotice } from '../../../../components/certificates/has-notice';
import { PANELS, VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import { type DecisionKind, openMajorComments, type UnfinishedVerdict } from '../decision/decision';
import { evidenceBlock, evidenceOfRow } from '../document/absence';

/** Why a submission can't be decided that way, or null if it can. The server applies the same rules. */
export function blockingReason(kind: DecisionKind, row: BulkCandidate): string | null {
  const { submissionStatus, comments, contactEmail, labId, ownErrors } = row;
  if (kind === 'reject') return null;
  if (submissionStatus !== 'pending') return 'Waiting for the submitter';
  if (kind === 'changes') {
    return contactEmail === null && labId === null ? "The sender's contact details were erased" : null;
  }
  if (ownErrors > 0) return 'The checks found a problem, so open it to decide';
  if (hasNotice(row)) return 'There is a notice about it, so open it to decide';
  const open = openMajorComments(comments).length;
  if (open === 0) return evidenceBlock(evidenceOfRow(row));
  return open === 1 ? 'One comment is open' : `${open} comments are open`;
}

type BulkCandidate = Pick<
  QueuedSubmissionDto,
  | 'submissionStatus'
  | 'comments'
  | 'contactEmail'
  | 'labId'
  | 'documentState'
  | 'awaitedDocument'
  | 'ownErrors'
  | 'labIncidents'
  | 'notices'
>;

/** A verdict in one line. It names the panels that did not pass. */
export function verdictSummary({ status, panels }: UnfinishedVerdict): string {
  if (status === '') return 'Choose its result below';
  const others = PANELS.filter(({ key }) => panels[key] !== 'passed');
  const named = others.map(
    ({ key, label }) => `${label} ${VERDICT_LABELS[panels[key] || 'not_reported'].toLowerCase()}`,
  );
  return `${VERDICT_LABELS[status]}: ${named.length === 0 ? 'all four panels passed' : named.join(', ')}`;
}

export const countLabel = (count: number) => `${count} ${count === 1 ? 'submission' : 'submissions'}`;
