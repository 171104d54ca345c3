import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage } from '../../../api/api';
import { ruleImpact } from '../../../api/staff-lists';
import { Button } from '../../../ui/button';
import { MutationError } from '../../../ui/messages/mutation-error';
import { addedUp, certificatesWords, changeWords } from './verdict-changes';

/** How many certificates a proposed edition changes, and how. Counted part by part, as the server answers. */
export function RuleImpact({ changeId }: { changeId: string }) {
  const impact = useInfiniteQuery(ruleImpact(changeId));
  const { hasNextPage, isFetching, isError, fetchNextPage } = impact;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const parts = impact.data?.pages ?? [];
  const compared = parts.reduce((sum, part) => sum + part.compared, 0);
  const changes = addedUp(parts.flatMap((part) => part.changes));
  const changed = changes.reduce((sum, { certificates }) => sum + certificates, 0);
  const isDone = impact.data !== undefined && !hasNextPage;
  return (
    <section aria-labelledby="impact" className="stack gap-3">
      <h2 id="impact" className="text-lg">
        What it changes for certificates
      </h2>
      <p role="status" className="text-sm text-ink-soft">
        {isDone
          ? `All ${certificatesWords(compared)} compared, as of today.`
          : `Comparing. ${certificatesWords(compared)} so far …`}
      </p>
      {(isDone || changed > 0) && (
        <p className="font-medium">
          {changed === 0
            ? 'No certificate compares differently.'
            : `${certificatesWords(changed)} compare differently:`}
        </p>
      )}
      {changed > 0 && (
        <ul className="list-disc ps-5">
          {changes.map((change) => (
            <li key={changeWords(change)}>{changeWords(change)}</li>
          ))}
        </ul>
      )}
      {isError && (
        <>
          <MutationError error={new Error(errorMessage(impact.error))} />
          <p>
            <Button size="sm" variant="secondary" onClick={() => (impact.data ? fetchNextPage() : impact.refetch())}>
              Go on counting
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
