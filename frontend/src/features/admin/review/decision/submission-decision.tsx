import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorMessage } from '../../../../api/api';
import { getCorrectionLinkOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { TextField } from '../../../../ui/fields/text-field';
import { CopyIcon } from '../../../../ui/icons';
import { textLink } from '../../../../ui/link-styles';
import { Notice } from '../../../../ui/messages/notice';
import { Panel } from '../../../../ui/panel';
import { copyText } from '../../../../ui/sharing/copy-text';
import { WaitingForBatch } from '../submission/related-certificates';
import { DecisionPanel, type DecisionPanelProps } from './decision-panel';
import { FailureActions, PublishedActions, SpotCheck } from './published-actions';

/** The form to decide a submission, or the decision that was made. */
export function SubmissionDecision(props: DecisionPanelProps) {
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

interface CorrectionLinkProps {
  submissionId: string;
  /** Whether the link was emailed to the submitter. */
  isMailed: boolean;
}

/** The link with which a submitter, who has no account, sends the requested changes. */
function CorrectionLink({ submissionId, isMailed }: CorrectionLinkProps) {
  // Fetched before the click: browsers allow writing to the clipboard only during a user gesture.
  const link = useQuery({ ...getCorrectionLinkOptions({ path: { id: submissionId } }), staleTime: 0 });
  if (link.isError) return <Notice tone="danger">{errorMessage(link.error)}</Notice>;
  const address = link.data ? new URL(link.data.path, window.location.origin).href : '';
  const copy = () =>
    copyText(address, {
      copied: { title: 'Link copied' },
      failed: { title: "Couldn't copy the link", description: 'Select the link and copy it.' },
    });
  return (
    <div className="stack gap-3">
      <p className="text-sm text-ink-soft">
        {isMailed &&
          "We emailed the comments and a link to the submitter. If the email doesn't arrive, copy this link. "}
        Anyone with this link can change the submission, once, for 30 days. Send it only to the submitter. It stops
        working when they send their changes or you make a decision.
      </p>
      <TextField label="Correction link" readOnly value={address} onFocus={(event) => event.target.select()} />
      <Button
        variant="secondary"
        className="justify-self-start"
        icon={<CopyIcon className="size-5" />}
        pending={link.isPending}
        onClick={copy}
      >
        Copy correction link
      </Button>
    </div>
  );
}
