import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { ApiError, errorMessage } from '../../../api/api';
import {
  getSubscriberCountsOptions,
  sendNewsletterIssueMutation,
  sendNewsletterTestMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { SaveError } from '../../../components/admin/save-error';
import { useChange } from '../../../components/admin/use-change';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/fields/text-field';
import { Dialog } from '../../../ui/messages/dialog';
import { Notice } from '../../../ui/messages/notice';
import { PanelSection } from '../../../ui/panel-section';
import { counted } from '../../../ui/text/counted';
import { isUnsaved, storedAs } from './issue-draft';

interface SendIssueProps {
  issue: IssueDto;
  /** The editor's form. Its content has to be saved first, so that the issue is sent as it is on the screen. */
  form: RefObject<HTMLFormElement | null>;
  onReload: () => void;
}

export function SendIssue({ issue, form, onReload }: SendIssueProps) {
  return (
    <PanelSection id="send" title="Send">
      <SendTest issue={issue} form={form} />
      <SendToAll issue={issue} form={form} onReload={onReload} />
    </PanelSection>
  );
}

const SAVE_FIRST = "You changed this issue and didn't save it. Save the draft first: we send what is saved.";

/** Whether the editor's form had unsaved changes when it was last checked. Saving it resets this. */
function useUnsaved({ issue, form }: Omit<SendIssueProps, 'onReload'>) {
  const [unsavedVersion, setUnsavedVersion] = useState<number | null>(null);
  return {
    isUnsaved: unsavedVersion === issue.version,
    look: () => {
      const found = isUnsaved(form.current, issue);
      setUnsavedVersion(found ? issue.version : null);
      return found;
    },
  };
}

function SendTest(props: Omit<SendIssueProps, 'onReload'>) {
  const { id } = props.issue;
  const unsaved = useUnsaved(props);
  const test = useChange(sendNewsletterTestMutation(), {
    done: { title: 'Test sent', description: 'It should arrive in a moment.' },
    refetch: [],
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (unsaved.look()) return;
    test.mutate({ path: { id }, body: { email: String(new FormData(event.currentTarget).get('email')) } });
  };
  const problem = test.error instanceof ApiError ? test.error.message : undefined;
  const fieldError = unsaved.isUnsaved ? SAVE_FIRST : problem;
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

function SendToAll({ onReload, ...props }: SendIssueProps) {
  const { id, version } = props.issue;
  const [isOpen, setOpen] = useState(false);
  const unsaved = useUnsaved(props);
  const counts = useQuery({ ...getSubscriberCountsOptions(), staleTime: 0, enabled: isOpen });
  const send = useChange(sendNewsletterIssueMutation(), { storedAs, refetch: [] });
  const active = counts.data?.active;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        send.reset();
        if (open) unsaved.look();
      }}
      trigger={<Button className="justify-self-start">Send to all subscribers</Button>}
      title="Send to all subscribers"
      description="Everyone on the list now gets this email, once. You can't take back what has been sent."
    >
      {unsaved.isUnsaved ? (
        <Notice tone="caution" role="alert">
          {SAVE_FIRST}
        </Notice>
      ) : (
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
      )}
    </Dialog>
  );
}

const people = (count: number) => counted(count, 'person', 'people');
