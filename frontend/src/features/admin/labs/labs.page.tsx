import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { listLabsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { createLabMutation, listLabsOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabDto } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/form-dialog';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { formatDay } from '../../../ui/text/days';
import { LabBadges } from './lab-badges';
import { LabFields, labDetails } from './lab-fields';

export function Component() {
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Partner labs</h1>
        <AddLab />
      </div>
      <p className="max-w-text text-ink-soft">
        Labs whose own software sends us certificates. Each lab has its own keys. What it sends goes to the review
        queue, unless you trust the lab to publish directly.
      </p>
      <Labs />
    </div>
  );
}

function Labs() {
  const labs = useQuery({ ...listLabsOptions(), staleTime: 0 });
  return (
    <QueryResult
      query={labs}
      loadingLabel="Loading labs"
      skeletonClassName="h-64"
      errorTitle="We couldn't load the labs"
    >
      {(found) =>
        found.length === 0 ? (
          <EmptyState title="No labs yet">Add the first one, then create a key for it.</EmptyState>
        ) : (
          <ul className={rowList}>
            {found.map((lab) => (
              <Row key={lab.id} lab={lab} />
            ))}
          </ul>
        )
      }
    </QueryResult>
  );
}

function Row({ lab }: { lab: LabDto }) {
  return (
    <li className="stack gap-1 bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.staff.lab(lab.id)} className={`${textLink} font-medium wrap-anywhere`}>
          {lab.name}
        </Link>
        <LabBadges lab={lab} />
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {lab.contactEmail} · since {formatDay(lab.createdAt.slice(0, 10))}
      </p>
    </li>
  );
}

function AddLab() {
  const navigate = useNavigate();
  return (
    <FormDialog
      mutation={createLabMutation()}
      toRequest={(values) => ({ body: labDetails(values) })}
      onDone={({ id }) => navigate(paths.staff.lab(id))}
      refetch={[listLabsQueryKey()]}
      trigger={<Button>Add a lab</Button>}
      title="Add a lab"
      description="It can't send anything until you create a key for it."
      submitLabel="Add"
      pendingText="Adding…"
    >
      <LabFields />
    </FormDialog>
  );
}
