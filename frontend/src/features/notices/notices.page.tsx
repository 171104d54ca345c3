import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { noticePages } from '../../api/api';
import { getNoticeEmailsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { NoticeEmailsDto, NoticeSummaryDto } from '../../api/generated/types.gen';
import { StandaloneLink, TextLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { standaloneLink } from '../../ui/link-styles';
import { EmptyState } from '../../ui/messages/empty-state';
import { ShowMore } from '../../ui/show-more';
import { counted } from '../../ui/text/counted';
import { formatLongDay } from '../../ui/text/days';

/** Recalls and other notices about batches, the newest first. */
export function Component() {
  usePageMeta('notices');
  const [params] = useSearchParams();
  const notices = useInfiniteQuery(noticePages(params.get('cursor') ?? undefined));
  const rows = notices.data?.pages.flatMap((page) => page.rows) ?? [];
  const next = notices.data?.pages.at(-1)?.next;
  const emails = useQuery(getNoticeEmailsOptions());
  return (
    <div className="stack gap-6">
      <h1>Recalls and notices</h1>
      <p className="max-w-text text-ink-soft">
        What authorities, brands and laboratories say about batches: recalls, wrong labels, contamination, mix-ups. The
        list is not complete: we may not know of every recall. No notice does not mean that a drink is safe.
      </p>
      <p className="flex flex-wrap gap-x-6">
        <StandaloneLink to={paths.follow()}>Tell me about every notice</StandaloneLink>
        <a href={paths.noticeFeed} className={standaloneLink}>
          Feed
        </a>
      </p>
      {emails.data && <Speed emails={emails.data} />}
      <QueryResult
        query={notices}
        loadingLabel="Loading notices"
        skeletonClassName="h-64"
        errorTitle="We couldn't load the notices"
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState title="No notices yet">
              We have not published any. There may be recalls we do not know of.
            </EmptyState>
          ) : (
            <ul className="stack gap-6">
              {rows.map((notice) => (
                <Row key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {next !== undefined && (
        <ShowMore
          href={`${paths.notices}?${new URLSearchParams({ cursor: next })}`}
          onClick={() => notices.fetchNextPage()}
          busy={notices.isFetchingNextPage}
        />
      )}
    </div>
  );
}

/** How fast people hear: our goal is 5 minutes. */
function Speed({ emails: { sent, p95Seconds } }: { emails: NoticeEmailsDto }) {
  const within =
    p95Seconds !== null && p95Seconds < 60
      ? 'a minute'
      : counted(Math.ceil((p95Seconds ?? 0) / 60), 'minute', 'minutes');
  return (
    <p className="max-w-text text-sm text-ink-soft">
      A notice is on our pages and in the feed as soon as a second person publishes it.{' '}
      {p95Seconds === null
        ? 'We sent no emails about notices in the last 30 days.'
        : `In the last 30 days, 95% of ${counted(sent, 'email', 'emails')} about notices went out within ${within}. Our goal is 5 minutes.`}
    </p>
  );
}

function Row({ notice }: { notice: NoticeSummaryDto }) {
  const { id, title, state, published, withdrawn, doNotDrink, sourceName, summary, affectedBatches } = notice;
  return (
    <li className="stack max-w-text gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={paths.notice(id)} className="font-semibold">
          {title}: {id}
        </TextLink>
        {doNotDrink && state !== 'withdrawn' && <Badge tone="clay">Do not drink</Badge>}
        {state === 'withdrawn' && <Badge>Withdrawn</Badge>}
        {state === 'updated' && <Badge tone="citrus">Updated</Badge>}
      </p>
      <p className="wrap-anywhere">{summary}</p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {sourceName} · {counted(affectedBatches, 'batch', 'batches')} · here since{' '}
        {formatLongDay(published.slice(0, 10))}
        {withdrawn && ` until ${formatLongDay(withdrawn.slice(0, 10))}`}
      </p>
    </li>
  );
}
