import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../../api/api';
import {
  resumeNewsletterIssueMutation,
  stopNewsletterIssueMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/messages/notice';
import { toast } from '../../../ui/messages/toast-store';
import { Panel } from '../../../ui/panel';
import { useStoreIssue } from './use-store-issue';

const COUNTED = [
  ['sent', 'Sent'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['left', 'Unsubscribed first'],
] as const;

export function IssueProgress({ issue: { id, state, progress } }: { issue: IssueDto }) {
  const storeIssue = useStoreIssue();
  const onError = (error: unknown) =>
    toast({ title: 'Nothing changed', description: errorMessage(error), variant: 'destructive' });
  const stop = useMutation({ ...stopNewsletterIssueMutation(), onSuccess: storeIssue, onError });
  const resume = useMutation({ ...resumeNewsletterIssueMutation(), onSuccess: storeIssue, onError });
  return (
    <Panel as="section" aria-labelledby="progress" className="stack gap-4">
      <h2 id="progress" className="text-lg">
        Progress
      </h2>
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
    </Panel>
  );
}
