import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import { getNewsletterIssueOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { paths } from '../../../paths';
import { Breadcrumbs } from '../../../ui/breadcrumbs';
import { ErrorState } from '../../../ui/error-state';
import { Loading, Skeleton } from '../../../ui/skeleton';
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
      editor={isDraft ? <IssueEditor key={data.version} issue={data} onReload={() => void issue.refetch()} /> : null}
    >
      {isDraft ? <SendIssue issue={data} onReload={() => void issue.refetch()} /> : <IssueProgress issue={data} />}
      {isDraft && <DeleteDraft issue={data} onReload={() => void issue.refetch()} />}
      <IssuePreview issue={data} />
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
