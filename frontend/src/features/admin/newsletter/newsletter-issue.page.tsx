import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { listNewsletterIssuesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  deleteNewsletterIssueMutation,
  getNewsletterIssueOptions,
  getNewsletterPreviewOptions,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/form-dialog';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { ErrorState } from '../../../ui/messages/error-state';
import { Section } from '../../../ui/section';
import { IssueBadge } from './issue-badge';
import { IssueEditor } from './issue-editor';
import { IssueProgress } from './issue-progress';
import { SendIssue } from './send-issue';

const POLL_MS = 2000;

/** At `/admin/newsletter/new`, an issue that is not stored yet. */
export function Component() {
  const { id = '' } = useParams();
  const isNew = id === 'new';
  const issue = useQuery({
    ...getNewsletterIssueOptions({ path: { id } }),
    enabled: !isNew,
    staleTime: 0,
    // Only an issue that is being sent changes without an action here.
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? POLL_MS : false),
  });
  if (isNew) return <Page title="Write an issue" editor={<IssueEditor key="new" />} />;
  return (
    <QueryResult
      query={issue}
      loadingLabel="Loading the issue"
      errorTitle="We couldn't load this issue"
      headingLevel={1}
    >
      {(found) => <Issue issue={found} onReload={() => void issue.refetch()} />}
    </QueryResult>
  );
}

interface IssueProps {
  issue: IssueDto;
  onReload: () => void;
}

function Issue({ issue, onReload }: IssueProps) {
  const isDraft = issue.state === 'draft';
  const form = useRef<HTMLFormElement>(null);
  return (
    <Page
      title={issue.subject}
      badge={<IssueBadge state={issue.state} />}
      editor={isDraft ? <IssueEditor key={issue.version} issue={issue} form={form} onReload={onReload} /> : null}
    >
      {isDraft ? <SendIssue issue={issue} form={form} onReload={onReload} /> : <IssueProgress issue={issue} />}
      {isDraft && <DeleteDraft issue={issue} onReload={onReload} />}
      <IssuePreview issue={issue} />
    </Page>
  );
}

function DeleteDraft({ issue: { id, version, subject }, onReload }: IssueProps) {
  const navigate = useNavigate();
  return (
    <FormDialog
      mutation={deleteNewsletterIssueMutation()}
      toRequest={() => ({ path: { id }, query: { version } })}
      done={{ title: 'Draft deleted' }}
      onDone={() => navigate(paths.staff.newsletter, { replace: true })}
      refetch={[listNewsletterIssuesQueryKey()]}
      trigger={
        <Button variant="secondary" className="justify-self-start">
          Delete draft
        </Button>
      }
      title="Delete this draft"
      description={`“${subject}” was never sent. You can't undo this.`}
      submitLabel="Delete draft"
      pendingText="Deleting…"
      isDestructive
      onReload={onReload}
    />
  );
}

function IssuePreview({ issue: { id, version } }: { issue: IssueDto }) {
  const preview = useQuery({ ...getNewsletterPreviewOptions({ path: { id } }), staleTime: 0 });
  return (
    <Section id="preview" title="Preview">
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
    </Section>
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
        <Breadcrumbs links={[{ to: paths.staff.newsletter, label: 'Newsletter' }]} current={title} />
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {badge && <p>{badge}</p>}
      </div>
      {editor}
      {children}
    </div>
  );
}
