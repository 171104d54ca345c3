import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listComparisonsOptions, listStaffRulesOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ComparisonDto, StaffRuleSummaryDto } from '../../../api/generated/types.gen';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Section } from '../../../ui/section';
import { counted } from '../../../ui/text/counted';
import { formatDay, formatInstant } from '../../../ui/text/days';
import { changeWords } from './verdict-changes';

export function Component() {
  const rules = useQuery({ ...listStaffRulesOptions(), staleTime: 0 });
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Rules</h1>
        <Button asChild variant="secondary">
          <Link to={paths.staff.newRule}>Add a rule</Link>
        </Button>
      </div>
      <p className="max-w-text text-ink-soft">
        Rules as we read them. Read a rule again by its day, and record what you read as a new edition, also when
        nothing changed. A second reviewer confirms it.
      </p>
      <QueryResult query={rules} loadingLabel="Loading rules" errorTitle="We couldn't load the rules" keepsStaleData>
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="No rules">This version of the site has no rules.</EmptyState>
          ) : (
            <>
              <p role="status" className="text-sm text-ink-soft">
                {found.length} rules, {found.filter(({ isDue }) => isDue).length} due for reading. The earliest day
                comes first.
              </p>
              <ul className={rowList}>
                {found.map((rule) => (
                  <Row key={rule.id} rule={rule} />
                ))}
              </ul>
            </>
          )
        }
      </QueryResult>
      <LastComparisons />
    </div>
  );
}

function Row({
  rule: { id, place, title, edition, readOn, rereadBy, isDue, isShipped, proposal },
}: {
  rule: StaffRuleSummaryDto;
}) {
  return (
    <li className="stack gap-1 bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.staff.rule(id)} className={`${textLink} font-medium wrap-anywhere`}>
          {place}: {title}
        </Link>
        {isDue && <Badge tone="clay">Due</Badge>}
        {!isShipped && <Badge>Not public</Badge>}
        {proposal && <Badge tone="pine">New edition waits</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <span>Read again by {formatDay(rereadBy)}</span>
        <span>
          Edition {edition}, read {formatDay(readOn)}
        </span>
      </p>
    </li>
  );
}

/** What changed each time that all certificates were compared again because rules or vocabulary had changed. */
function LastComparisons() {
  const comparisons = useQuery({ ...listComparisonsOptions(), staleTime: 0 });
  return (
    <Section id="comparisons" title="What the last comparisons changed">
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
              <ComparisonRow key={comparison.startedAt} comparison={comparison} />
            ))}
          </ul>
        )}
      </QueryResult>
    </Section>
  );
}

function ComparisonRow({ comparison: { startedAt, finishedAt, compared, changes } }: { comparison: ComparisonDto }) {
  return (
    <li className="stack gap-1 bg-surface p-4">
      <p className="font-medium">{formatInstant(startedAt)}</p>
      <p className="text-sm text-ink-soft">
        {counted(compared, 'certificate')} compared{finishedAt === null ? ' so far' : ''}.{' '}
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
