import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import { listMailTemplatesOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { paths } from '../../../paths';
import { Breadcrumbs } from '../../../ui/breadcrumbs';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { textLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { rowList } from '../../../ui/row-list';
import { Loading, Skeleton } from '../../../ui/skeleton';

export function Component() {
  return (
    <div className="stack gap-6">
      <Breadcrumbs
        links={[
          <Link key="mail" to={paths.staff.mail}>
            Email
          </Link>,
        ]}
        current="Email templates"
      />
      <h1 className="text-2xl">Email templates</h1>
      <p className="max-w-text text-sm text-ink-soft">
        Every email the site sends, with an example of each. The data in the examples is made up.
      </p>
      <Templates />
    </div>
  );
}

function Templates() {
  const templates = useQuery(listMailTemplatesOptions());
  if (templates.isError) {
    return (
      <ErrorState title="We couldn't load the templates" onRetry={() => templates.refetch()}>
        {errorMessage(templates.error)}
      </ErrorState>
    );
  }
  if (templates.isPending) {
    return (
      <Loading label="Loading templates">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  if (templates.data.length === 0)
    return <EmptyState title="No templates">The site has no email templates.</EmptyState>;
  return (
    <ul className={rowList}>
      {templates.data.map(({ kind, description }) => (
        <li key={kind} className="stack gap-1 bg-surface p-4">
          <Link
            to={paths.staff.mailTemplate(kind)}
            className={`${textLink} justify-self-start font-medium wrap-anywhere`}
          >
            {description}
          </Link>
          <Mono className="text-sm text-ink-soft">{kind}</Mono>
        </li>
      ))}
    </ul>
  );
}
