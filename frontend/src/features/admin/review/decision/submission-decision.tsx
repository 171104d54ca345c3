import { Link } from 'react-router';
import type { ConfirmedFieldDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { paths } from '../../../../paths';
import { textLink } from '../../../../ui/link-styles';
import { Notice } from '../../../../ui/messages/notice';
import { Panel } from '../../../../ui/panel';
import { WaitingForBatch } from '../submission/related-certificates';
import { CorrectionLink } from './correction-link';
import { DecisionPanel } from './decision-panel';
import { FailureActions } from './failure-actions';
import { PublishedActions, SpotCheck } from './published-actions';

export interface SubmissionDecisionProps {
  submission: SubmissionInContextDto;
  /** The fields that the reviewer confirmed as read from the document. */
  readFields: readonly ConfirmedFieldDto[];
  onDecided: () => void;
}

/** The form to decide a submission, or the decision that was made. */
export function SubmissionDecision(props: SubmissionDecisionProps) {
  const { submission } = props;
  const { id, submissionStatus } = submission;
  if (submissionStatus === 'pending') {
    return (
      <>
        <WaitingForBatch coas={submission.waitingForBatch} />
        <DecisionPanel {...props} />
      </>
    );
  }
  if (submissionStatus === 'changes_requested') {
    return (
      <>
        <Panel as="section" aria-label="Waiting for the submitter" className="stack gap-4">
          <Notice tone="caution" title="Changes were requested">
            {submission.labId === null
              ? 'It comes back to the queue when the submitter sends them.'
              : 'We told the lab, which will send them with its own key. Then it comes back to the queue.'}
          </Notice>
          {submission.labId === null && (
            <CorrectionLink submissionId={id} isMailed={submission.contactEmail !== null} />
          )}
        </Panel>
        <DecisionPanel {...props} />
      </>
    );
  }
  return <Decided submission={submission} />;
}

/** The decision that was made. */
function Decided({ submission }: { submission: SubmissionInContextDto }) {
  const { submissionStatus, reference } = submission;
  const publicPage = (
    <Link to={paths.certificate(reference)} className={textLink}>
      See the public page
    </Link>
  );
  return (
    <Panel as="section" aria-label="Decision" className="stack content-start gap-4">
      {submissionStatus === 'approved' && (
        <>
          <Notice tone="success" title="Published">
            {publicPage}
          </Notice>
          {submission.spotCheck === 'due' && <SpotCheck submission={submission} />}
          <PublishedActions submission={submission} />
          <FailureActions submission={submission} />
        </>
      )}
      {submissionStatus === 'rejected' && (
        <Notice
          tone={submission.takenBack ? 'info' : 'danger'}
          title={submission.takenBack ? 'Withdrawn by the lab' : 'Rejected'}
        >
          {submission.rejectionReason}
        </Notice>
      )}
      {submissionStatus === 'withdrawn' && (
        <Notice tone="danger" title="Withdrawn">
          <p>{submission.withdrawalReason}</p>
          <p className="mt-1">{publicPage}</p>
        </Notice>
      )}
      {submissionStatus === 'superseded' && (
        <Notice tone="caution" title="Replaced by an amended certificate">
          {publicPage}, which names the one that replaced it.
        </Notice>
      )}
    </Panel>
  );
}
