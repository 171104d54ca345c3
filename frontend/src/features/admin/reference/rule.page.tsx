import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { getStaffRuleOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffRuleDto } from '../../../api/generated/types.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { DataList } from '../../../ui/data-list';
import { textLink } from '../../../ui/link-styles';
import { Notice } from '../../../ui/messages/notice';
import { formatDay } from '../../../ui/text/days';
import { EditionForm } from './edition-form';

export function Component() {
  const { id = '' } = useParams();
  const rule = useQuery({ ...getStaffRuleOptions({ path: { id } }), staleTime: 0 });
  return (
    <QueryResult
      query={rule}
      loadingLabel="Loading the rule"
      errorTitle="We couldn't load this rule"
      headingLevel={1}
      keepsStaleData
    >
      {(found) => (
        <div className="stack gap-6">
          <Facts rule={found} />
          {found.proposal ? (
            <Notice title="A new edition waits for a second person">
              <Link to={paths.staff.change(found.proposal)} className={textLink}>
                See what changes, and decide on it
              </Link>
            </Notice>
          ) : (
            <EditionForm key={found.edition} rule={found} onReload={() => rule.refetch()} />
          )}
        </div>
      )}
    </QueryResult>
  );
}

function Facts({ rule }: { rule: StaffRuleDto }) {
  const { id, place, title, edition, readOn, rereadBy, isDue, isShipped, reason, content } = rule;
  return (
    <section className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.staff.rules, label: 'Rules' }]} current={id} />
      <h1 className="text-2xl wrap-anywhere">
        {place}: {title}
      </h1>
      <DataList
        items={[
          { label: 'Edition', value: `${edition}, read ${formatDay(readOn)}` },
          { label: 'Read again by', value: `${formatDay(rereadBy)}${isDue ? ' (due)' : ''}` },
          { label: 'Citation', value: String(content.citation) },
          {
            label: 'Public',
            value: isShipped ? (
              <Link to={paths.rule(id)} className={textLink}>
                Yes, as the public sees it
              </Link>
            ) : (
              'No'
            ),
          },
          ...(reason === null ? [] : [{ label: 'Reason', value: reason }]),
        ]}
      />
    </section>
  );
}
