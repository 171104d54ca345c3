import { useQuery } from '@tanstack/react-query';
import { listComparisonsOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ComparisonDto } from '../../../api/generated/types.gen';
import { QueryResult } from '../../../components/query-result';
import { rowList } from '../../../ui/fields/row-list';
import { formatInstant } from '../../../ui/text/days';
import { certificatesWords, changeWords } from './verdict-changes';

/** What changed each time that all certificates were compared again because rules or vocabulary had changed. */
export function LastComparisons() {
  const comparisons = useQuery({ ...listComparisonsOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="comparisons" className="stack gap-4">
      <h2 id="comparisons" className="text-lg">
        What the last comparisons changed
      </h2>
      <p className="max-w-text text-sm text-ink-soft">
        All certificates are compared again after each change of a rule or of the vocabulary.
      </p>
      <QueryResult
        query={comparisons}
        loadingLabel="Loading comparisons"
        errorTitle="We couldn't load the comparisons"
        keepsStaleData
      >
        {(found) => (
          <ul className={rowList}>
            {found.map((comparison) => (
              <Row key={comparison.startedAt} comparison={comparison} />
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}

function Row({ comparison: { startedAt, finishedAt, compared, changes } }: { comparison: ComparisonDto }) {
  return (
    <li className="stack gap-1 bg-surface p-4">
      <p className="font-medium">{formatInstant(startedAt)}</p>
      <p className="text-sm text-ink-soft">
        {certificatesWords(compared)} compared{finishedAt === null ? ' so far' : ''}.{' '}
        {changes.length === 0 && 'No verdict changed.'}
      </p>
      {changes.length > 0 && (
        <ul className="list-disc ps-5 text-sm">
          {changes.map((change) => (
            <li key={`${change.rule} ${changeWords(change)}`} className="wrap-anywhere">
              {change.rule}: {changeWords(change)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
