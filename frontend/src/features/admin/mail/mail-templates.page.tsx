import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listMailTemplatesOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Mono } from '../../../ui/mono';

export function Component() {
  return (
    <div className="stack gap-6">
      <Breadcrumbs links={[{ to: paths.staff.mail, label: 'Email' }]} current="Email templates" />
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
  return (
    <QueryResult query={templates} loadingLabel="Loading templates" errorTitle="We couldn't load the templates">
      {(found) =>
        found.length === 0 ? (
          <EmptyState title="No templates">The site has no email templates.</EmptyState>
        ) : (
          <ul className={rowList}>
            {found.map(({ kind, description }) => (
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
        )
      }
    </QueryResult>
  );
}
