import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError, errorMessage } from '../../../api/api';
import {
  changeNewsletterIssueMutation,
  createNewsletterIssueMutation,
  deleteNewsletterIssueMutation,
  getNewsletterChoicesOptions,
  getNewsletterIssueOptions,
  getNewsletterIssueQueryKey,
  getNewsletterPreviewOptions,
  getSubscriberCountsOptions,
  listNewsletterIssuesQueryKey,
  resumeNewsletterIssueMutation,
  sendNewsletterIssueMutation,
  sendNewsletterTestMutation,
  stopNewsletterIssueMutation,
} from '../../../api/generated/@tanstack/react-query.gen';
import type { IssueDto, NewsletterChoicesDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Breadcrumbs } from '../../../ui/breadcrumbs';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/checkbox-group';
import { Dialog } from '../../../ui/dialog';
import { ErrorState } from '../../../ui/error-state';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import { TextareaField } from '../../../ui/textarea-field';
import { toast } from '../../../ui/toast-store';
import { IssueBadge } from './issue-badge';

const LOOK_EVERY_MS = 2000;

/** `/admin/newsletter/new` is the issue that is not stored yet. */
export function Component() {
  const { id = '' } = useParams();
  const isNew = id === 'new';
  const issue = useQuery({
    ...getNewsletterIssueOptions({ path: { id } }),
    enabled: !isNew,
    staleTime: 0,
    // Only an issue on its way changes by itself.
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? LOOK_EVERY_MS : false),
  });
  if (isNew) return <Page title="Write an issue" editor={<Editor key="new" />} />;
  if (issue.isError) {
    return (
      <ErrorState headingLevel={1} title="We couldn't load this issue" onRetry={() => issue.refetch()}>
        {errorMessage(issue.error)}
      </ErrorState>
    );
  }
  if (issue.isPending) {
    return (
      <Loading label="Loading the issue">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  const { data } = issue;
  const isDraft = data.state === 'draft';
  return (
    <Page
      title={data.subject}
      badge={<IssueBadge state={data.state} />}
      editor={isDraft ? <Editor key={data.version} issue={data} onReload={() => void issue.refetch()} /> : null}
    >
      {isDraft ? <Send issue={data} onReload={() => void issue.refetch()} /> : <Progress issue={data} />}
      {isDraft && <DeleteDraft issue={data} onReload={() => void issue.refetch()} />}
      <Preview issue={data} />
    </Page>
  );
}

interface PageProps {
  title: string;
  badge?: ReactNode;
  editor: ReactNode;
  children?: ReactNode;
}

function Page({ title, badge, editor, children }: PageProps) {
  return (
    <div className="stack gap-6">
      <div className="stack gap-3">
        <Breadcrumbs
          links={[
            <Link key="newsletter" to={paths.staff.newsletter}>
              Newsletter
            </Link>,
          ]}
          current={title}
        />
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {badge && <p>{badge}</p>}
      </div>
      {editor}
      {children}
    </div>
  );
}

/** Shows an issue as the server now has it. */
function useStored(): (issue: IssueDto) => void {
  const queryClient = useQueryClient();
  return (issue) => queryClient.setQueryData(getNewsletterIssueQueryKey({ path: { id: issue.id } }), issue);
}

function Editor({ issue, onReload }: { issue?: IssueDto; onReload?: () => void }) {
  const choices = useQuery({ ...getNewsletterChoicesOptions(), staleTime: 0 });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const stored = useStored();
  const onSuccess = async (saved: IssueDto) => {
    toast({ title: 'Saved' });
    stored(saved);
    await queryClient.invalidateQueries({ queryKey: getNewsletterPreviewOptions({ path: { id: saved.id } }).queryKey });
    if (!issue) navigate(paths.staff.issue(saved.id), { replace: true });
  };
  const create = useMutation({ ...createNewsletterIssueMutation(), onSuccess });
  const change = useMutation({ ...changeNewsletterIssueMutation(), onSuccess });
  const error = create.error ?? change.error;
  const wrong = (field: string) =>
    error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      subject: String(form.get('subject')),
      introduction: String(form.get('introduction')),
      articleIds: form.getAll('articleIds').map(String),
      batchIds: form.getAll('batchIds').map(String),
    };
    if (issue) change.mutate({ path: { id: issue.id }, body: { ...body, version: issue.version } });
    else create.mutate({ body });
  };
  if (choices.isError) {
    return (
      <ErrorState title="We couldn't load the articles and certificates" onRetry={() => choices.refetch()}>
        {errorMessage(choices.error)}
      </ErrorState>
    );
  }
  if (choices.isPending) {
    return (
      <Loading label="Loading articles and certificates">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  return (
    <form onSubmit={send} className="stack gap-5">
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={120}
        defaultValue={issue?.subject}
        error={wrong('subject')}
      />
      <TextareaField
        label="Introduction"
        name="introduction"
        required
        rows={8}
        maxLength={5000}
        hint="Plain text. A blank line starts a new paragraph."
        defaultValue={issue?.introduction}
        error={wrong('introduction')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <CheckboxGroup
          legend="Articles"
          className="max-h-128 overflow-y-auto p-1"
          name="articleIds"
          options={choices.data.articles.map(({ id, title }) => ({ value: id, label: title }))}
          defaultValue={issue?.articleIds}
          error={wrong('articleIds')}
        />
        <CheckboxGroup
          legend="Certificates published since the last issue"
          className="max-h-128 overflow-y-auto p-1"
          name="batchIds"
          options={certificateOptions(choices.data, issue)}
          hint={choices.data.certificates.length === 0 ? 'No new ones.' : undefined}
          defaultValue={issue?.batchIds}
          error={wrong('batchIds')}
        />
      </div>
      {error && <Refusal error={error} onReload={onReload} />}
      <Button
        type="submit"
        variant={issue ? 'secondary' : 'primary'}
        className="justify-self-start"
        pending={create.isPending || change.isPending}
        pendingText="Saving…"
      >
        Save draft
      </Button>
    </form>
  );
}

/** What a draft chose stays to be seen, also when it is not new any more. */
function certificateOptions({ certificates }: NewsletterChoicesDto, issue: IssueDto | undefined) {
  const listed = new Set(certificates.map(({ reference }) => reference));
  const older = (issue?.batchIds ?? []).filter((chosen) => !listed.has(chosen));
  return [
    ...older.map((chosen) => ({ value: chosen, label: chosen, description: 'Chosen earlier' })),
    ...certificates.map(({ reference, batchId, productName, brandName }) => ({
      value: reference,
      label: productName,
      description: `${brandName}, batch ${batchId}`,
    })),
  ];
}

function Refusal({ error, onReload }: { error: unknown; onReload?: (() => void) | undefined }) {
  const isStale = error instanceof ApiError && error.status === 409 && onReload;
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        isStale && (
          <Button size="sm" variant="secondary" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      {errorMessage(error)}
    </Notice>
  );
}

function Send({ issue, onReload }: { issue: IssueDto; onReload: () => void }) {
  return (
    <Panel as="section" aria-labelledby="send" className="stack gap-4">
      <h2 id="send" className="text-lg">
        Send
      </h2>
      <Test issue={issue} />
      <SendToAll issue={issue} onReload={onReload} />
    </Panel>
  );
}

function Test({ issue: { id } }: { issue: IssueDto }) {
  const test = useMutation({
    ...sendNewsletterTestMutation(),
    onSuccess: () => toast({ title: 'Test sent', description: 'It should arrive in a moment.' }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    test.mutate({ path: { id }, body: { email: String(new FormData(event.currentTarget).get('email')) } });
  };
  const wrong = test.error instanceof ApiError ? test.error.message : undefined;
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
        error={wrong}
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
  const stored = useStored();
  const send = useMutation({ ...sendNewsletterIssueMutation(), onSuccess: stored });
  const active = counts.data?.active;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        send.reset();
      }}
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
        {send.error && <Refusal error={send.error} onReload={onReload} />}
        <Button
          disabled={!active}
          pending={send.isPending}
          pendingText="Beginning…"
          onClick={() => send.mutate({ path: { id }, body: { version } })}
        >
          {active === undefined ? 'Send' : `Send to ${people(active)}`}
        </Button>
      </div>
    </Dialog>
  );
}

function DeleteDraft({ issue: { id, version, subject }, onReload }: { issue: IssueDto; onReload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...deleteNewsletterIssueMutation(),
    onSuccess: async () => {
      toast({ title: 'Draft deleted' });
      navigate(paths.staff.newsletter, { replace: true });
      await queryClient.invalidateQueries({ queryKey: listNewsletterIssuesQueryKey() });
    },
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        remove.reset();
      }}
      trigger={
        <Button variant="secondary" className="justify-self-start">
          Delete draft
        </Button>
      }
      title="Delete this draft"
      description={`“${subject}” was never sent. You can't undo this.`}
    >
      <div className="stack gap-4">
        {remove.error && (
          <Refusal
            error={remove.error}
            onReload={() => {
              setOpen(false);
              onReload();
            }}
          />
        )}
        <Button
          variant="destructive"
          pending={remove.isPending}
          pendingText="Deleting…"
          onClick={() => remove.mutate({ path: { id }, query: { version } })}
        >
          Delete draft
        </Button>
      </div>
    </Dialog>
  );
}

const people = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`;

const COUNTED = [
  ['sent', 'Sent'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['left', 'Unsubscribed first'],
] as const;

function Progress({ issue: { id, state, progress } }: { issue: IssueDto }) {
  const stored = useStored();
  const onError = (error: unknown) =>
    toast({ title: 'Nothing changed', description: errorMessage(error), variant: 'destructive' });
  const stop = useMutation({ ...stopNewsletterIssueMutation(), onSuccess: stored, onError });
  const goOn = useMutation({ ...resumeNewsletterIssueMutation(), onSuccess: stored, onError });
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
          <Button className="justify-self-start" pending={goOn.isPending} onClick={() => goOn.mutate({ path: { id } })}>
            Resume sending
          </Button>
        </>
      )}
    </Panel>
  );
}

function Preview({ issue: { id, version } }: { issue: IssueDto }) {
  const preview = useQuery({ ...getNewsletterPreviewOptions({ path: { id } }), staleTime: 0 });
  return (
    <section aria-labelledby="preview" className="stack gap-4">
      <h2 id="preview" className="text-lg">
        Preview
      </h2>
      {preview.isError ? (
        <ErrorState headingLevel={3} title="We couldn't load the preview" onRetry={() => preview.refetch()}>
          {errorMessage(preview.error)}
        </ErrorState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <iframe
            key={version}
            title="The email as HTML"
            src={`/api/staff/newsletter-issues/${id}/preview/page`}
            sandbox=""
            className="h-160 w-full rounded-lg border border-rule bg-surface"
          />
          <section
            aria-label="The email as text"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="h-160 overflow-auto rounded-lg border border-rule bg-surface p-4"
          >
            <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
              {preview.data?.text ?? 'Loading…'}
            </pre>
          </section>
        </div>
      )}
    </section>
  );
}
