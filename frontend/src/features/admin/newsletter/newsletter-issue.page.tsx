import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useParams } from 'react-router';
import { getNewsletterIssueOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { DeleteDraft } from './delete-draft';
import { IssueBadge } from './issue-badge';
import { IssueEditor } from './issue-editor';
import { IssuePreview } from './issue-preview';
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

function Issue({ issue, onReload }: { issue: IssueDto; onReload: () => void }) {
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
