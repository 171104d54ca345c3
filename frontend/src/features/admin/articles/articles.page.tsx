import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  listStaffArticlesOptions,
  publishArticleMutation,
  withdrawArticleMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffArticleSummaryDto } from '../../../api/generated/types.gen';
import { FilterSelect } from '../../../components/admin/filter-select';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import { findOption, useFilters } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { formatAge, formatDay } from '../../../ui/text/days';

const PUBLICATIONS = [
  { value: 'all', label: 'All articles' },
  { value: 'published', label: 'Published' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const;

const dayOf = (instant: string) => instant.slice(0, 10);

export function Component() {
  const { values, setFilters } = useFilters({ standing: 'all' });
  const publication = findOption(PUBLICATIONS, values.standing) ?? 'all';
  const articles = useQuery({ ...listStaffArticlesOptions(), staleTime: 0 });
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl">Articles</h1>
        <FilterSelect
          label="Show"
          className="w-56"
          name="standing"
          value={publication}
          options={PUBLICATIONS}
          setFilters={setFilters}
        />
      </div>
      <p className="max-w-text text-sm text-ink-soft">
        Articles come from files. Here you decide whether visitors can read them.
      </p>
      <QueryResult query={articles} loadingLabel="Loading articles" errorTitle="We couldn't load the articles">
        {(all) => <Articles publication={publication} all={all} />}
      </QueryResult>
    </div>
  );
}

interface ArticlesProps {
  publication: (typeof PUBLICATIONS)[number]['value'];
  all: readonly StaffArticleSummaryDto[];
}

function Articles({ publication, all }: ArticlesProps) {
  const rows = all.filter(
    ({ withdrawal }) => publication === 'all' || (publication === 'withdrawn') === (withdrawal !== null),
  );
  if (rows.length === 0) {
    return (
      <EmptyState title="No articles">
        {publication === 'withdrawn' ? 'No articles are withdrawn.' : 'There are no articles to show.'}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {rows.length} {rows.length === 1 ? 'article' : 'articles'}, newest first
      </p>
      <ul className={rowList}>
        {rows.map((article) => (
          <ArticleRow key={article.id} article={article} />
        ))}
      </ul>
    </>
  );
}

function ArticleRow({ article }: { article: StaffArticleSummaryDto }) {
  const { id, title, category, publishedAt, reviewedOn, wordCount, withdrawal } = article;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="stack min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={paths.staff.articlePreview(id)} className={`${textLink} font-medium wrap-anywhere`}>
            {title}
          </Link>
          {withdrawal ? <Badge tone="clay">Withdrawn</Badge> : <Badge tone="leaf">Published</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span>{category}</span>
          <span>Published {formatDay(dayOf(publishedAt))}</span>
          <span>
            Facts checked {formatDay(reviewedOn)}, {formatAge(reviewedOn)}
          </span>
          <span>{wordCount.toLocaleString('en-US')} words</span>
        </p>
        {withdrawal && (
          <p className="text-sm wrap-anywhere">
            {withdrawal.withdrawnBy} withdrew it on {formatDay(dayOf(withdrawal.withdrawnAt))}: {withdrawal.reason}
          </p>
        )}
      </div>
      {withdrawal ? <Publish article={article} /> : <Withdraw article={article} />}
    </li>
  );
}

function Withdraw({ article: { id, title } }: { article: StaffArticleSummaryDto }) {
  return (
    <FormDialog
      mutation={withdrawArticleMutation()}
      toRequest={(values) => ({ path: { id }, body: { reason: String(values.get('reason')) } })}
      done={{ title: 'Withdrawn', description: title }}
      trigger={
        <Button size="sm" variant="secondary">
          Withdraw<span className="sr-only"> {title}</span>
        </Button>
      }
      title={`Withdraw “${title}”`}
      description="Visitors will no longer see this article. You can publish it again at any time."
      submitLabel="Withdraw"
      pendingText="Withdrawing…"
      isDestructive
    >
      <ReasonField maxLength={500} hint="For other staff. It stays in the audit log." />
    </FormDialog>
  );
}

function Publish({ article: { id, title } }: { article: StaffArticleSummaryDto }) {
  const publish = useChange(publishArticleMutation(), {
    done: { title: 'Published again', description: title },
    failed: 'Nothing changed',
    refetchAfterError: true,
  });
  return (
    <Button size="sm" variant="secondary" pending={publish.isPending} onClick={() => publish.mutate({ path: { id } })}>
      Publish again<span className="sr-only"> {title}</span>
    </Button>
  );
}
