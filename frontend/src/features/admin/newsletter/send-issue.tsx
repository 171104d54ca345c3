import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../../../api/api';
import {
  getSubscriberCountsOptions,
  sendNewsletterIssueMutation,
  sendNewsletterTestMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { MutationDialog } from '../../../components/admin/mutation-dialog';
import { SaveError } from '../../../components/admin/save-error';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast-store';
import { useStoreIssue } from './use-store-issue';

export function SendIssue({ issue, onReload }: { issue: IssueDto; onReload: () => void }) {
  return (
    <Panel as="section" aria-labelledby="send" className="stack gap-4">
      <h2 id="send" className="text-lg">
        Send
      </h2>
      <SendTest issue={issue} />
      <SendToAll issue={issue} onReload={onReload} />
    </Panel>
  );
}

function SendTest({ issue: { id } }: { issue: IssueDto }) {
  const test = useMutation({
    ...sendNewsletterTestMutation(),
    onSuccess: () => toast({ title: 'Test sent', description: 'It should arrive in a moment.' }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate({ path: { id }, body: { email: String(new FormData(event.currentTarget).get('email')) } });
  };
  const fieldError = test.error instanceof ApiError ? test.error.message : undefined;
  return (
    <form
      noValidate
      onSubmit={send}
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-start"
    >
      <TextField
        label="Your email address"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        error={fieldError}
      />
      <Button type="submit" variant="secondary" className="sm:mt-6.75" pending={test.isPending} pendingText="Sending…">
        Send a test
      </Button>
    </form>
  );
}

function SendToAll({ issue: { id, version }, onReload }: { issue: IssueDto; onReload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const counts = useQuery({ ...getSubscriberCountsOptions(), staleTime: 0, enabled: isOpen });
  const storeIssue = useStoreIssue();
  const send = useMutation({ ...sendNewsletterIssueMutation(), onSuccess: storeIssue });
  const active = counts.data?.active;
  return (
    <MutationDialog
      open={isOpen}
      onOpenChange={setOpen}
      mutation={send}
      trigger={<Button className="justify-self-start">Send to all subscribers</Button>}
      title="Send to all subscribers"
      description="Everyone on the list now gets this email, once. You can't take back what has been sent."
    >
      <div className="stack gap-4">
        {counts.isError ? (
          <Notice tone="danger" role="alert">
            {errorMessage(counts.error)}
          </Notice>
        ) : (
          <p role="status">{active === undefined ? 'Counting…' : `${people(active)} on the list.`}</p>
        )}
        <SaveError error={send.error} onReload={onReload} />
        <Button
          disabled={!active}
          pending={send.isPending}
          pendingText="Beginning…"
          onClick={() => send.mutate({ path: { id }, body: { version } })}
        >
          {active === undefined ? 'Send' : `Send to ${people(active)}`}
        </Button>
      </div>
    </MutationDialog>
  );
}

const people = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`;
