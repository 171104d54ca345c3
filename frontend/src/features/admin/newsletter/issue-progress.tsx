import {
  resumeNewsletterIssueMutation,
  stopNewsletterIssueMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { useChange } from '../../../components/admin/use-change';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/messages/notice';
import { PanelSection } from '../../../ui/panel-section';
import { storedAs } from './issue-draft';

const COUNTED = [
  ['sent', 'Sent'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['left', 'Unsubscribed first'],
] as const;

export function IssueProgress({ issue: { id, state, progress } }: { issue: IssueDto }) {
  const afterwards = { storedAs, refetch: [], failed: 'Nothing changed' };
  const stop = useChange(stopNewsletterIssueMutation(), afterwards);
  const resume = useChange(resumeNewsletterIssueMutation(), afterwards);
  return (
    <PanelSection id="progress" title="Progress">
      <progress
        className="h-2 w-full overflow-hidden rounded-sm bg-rule [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-pine [&::-moz-progress-bar]:bg-pine"
        aria-label="Emails finished"
        max={progress.recipients}
        value={progress.recipients - progress.waiting}
      />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {COUNTED.map(([name, label]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-xl tabular-nums">{progress[name].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {state === 'sending' && (
        <Button
          variant="destructive"
          className="justify-self-start"
          pending={stop.isPending}
          onClick={() => stop.mutate({ path: { id } })}
        >
          Stop sending
        </Button>
      )}
      {state === 'stopped' && (
        <>
          <Notice tone="caution" role="status">
            Sending is paused. No one else gets this email until you resume. An email already on its way may still
            arrive.
          </Notice>
          <Button
            className="justify-self-start"
            pending={resume.isPending}
            onClick={() => resume.mutate({ path: { id } })}
          >
            Resume sending
          </Button>
        </>
      )}
    </PanelSection>
  );
}
