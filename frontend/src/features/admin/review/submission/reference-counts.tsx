import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getReferenceCountsOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import { paths } from '../../../../paths';
import { textLink } from '../../../../ui/link-styles';

/** Rules to read again and changes that wait for a second person; nothing while there are none. */
export function ReferenceCounts() {
  const { data } = useQuery({ ...getReferenceCountsOptions(), staleTime: 0 });
  if (!data || data.rulesDue + data.changesWaiting === 0) return null;
  const { rulesDue, changesWaiting } = data;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      {rulesDue > 0 && (
        <Link to={paths.staff.rules} className={textLink}>
          {rulesDue} {rulesDue === 1 ? 'rule is' : 'rules are'} due for reading again
        </Link>
      )}
      {changesWaiting > 0 && (
        <Link to={paths.staff.changes} className={textLink}>
          {changesWaiting} {changesWaiting === 1 ? 'change waits' : 'changes wait'} for a second person
        </Link>
      )}
    </p>
  );
}
