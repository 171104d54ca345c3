import { Fragment } from 'react';
import { Link } from 'react-router';
import type { ArticleMatchDto, ArticleSummaryDto, SnippetPartDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { card, cardTitle } from '../../ui/card';
import { cx } from '../../ui/cx';
import { ArrowRightIcon } from '../../ui/icons';
import { Skeleton, SkeletonText } from '../../ui/messages/skeleton';
import { formatLongDay } from '../../ui/text/days';

/** The date part of a timestamp, in the site's date format. */
export const articleDate = (instant: string) => instant.slice(0, 10);

// Every card has room for a title of three lines and an excerpt of four: nothing moves when they arrive.
const WORDS = 'words stack min-h-44 content-start gap-2';
const EXCERPT = 'text-sm text-ink-soft';
// Three leave no hole in two columns: the first takes both, and needs less height.
const GRID =
  'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 sm:max-lg:[&>li:first-child:nth-last-child(3)]:col-span-2 sm:max-lg:[&>li:first-child:nth-last-child(3)_.words]:min-h-27';

/** An article, with the passage that a search matched. */
type ArticleWithMatch = ArticleSummaryDto & { readonly match?: ArticleMatchDto | null };

export function ArticleCards({ articles }: { articles: readonly ArticleWithMatch[] }) {
  return (
    <ul className={GRID}>
      {articles.map(({ slug, title, excerpt, category, readTime, publishedAt, match }) => (
        <li key={slug} className="stack">
          <Link to={match?.anchor ? `${paths.article(slug)}#${match.anchor}` : paths.article(slug)} className={card}>
            <span className="mb-3 flex min-h-6.5 flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
              <Badge tone="pine">{category}</Badge>
              {readTime}
            </span>
            <div className={WORDS}>
              <h3 className={cx(cardTitle, 'line-clamp-3')}>
                {match?.place === 'title' ? <Snippet parts={match.snippet} /> : title}
              </h3>
              {match?.place === 'heading' || match?.place === 'body' ? (
                <MatchInArticle match={match} />
              ) : (
                <span className={cx(EXCERPT, 'line-clamp-4')}>
                  {match?.place === 'excerpt' ? <Snippet parts={match.snippet} /> : excerpt}
                </span>
              )}
            </div>
            <span className="mt-4 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
              <time dateTime={articleDate(publishedAt)}>{formatLongDay(articleDate(publishedAt))}</time>
              <span className="inline-flex items-center gap-1 font-medium text-pine">
                Read More <ArrowRightIcon className="size-4" />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The matching section and passage. */
function MatchInArticle({ match: { place, heading, snippet } }: { match: ArticleMatchDto }) {
  return (
    <>
      {heading !== null && (
        <span className="text-sm font-medium text-ink wrap-anywhere">
          In “{place === 'heading' ? <Snippet parts={snippet} /> : heading}”
        </span>
      )}
      {place === 'body' && (
        <span className={cx(EXCERPT, 'line-clamp-5 wrap-anywhere')}>
          <Snippet parts={snippet} />
        </span>
      )}
    </>
  );
}

function Snippet({ parts }: { parts: readonly SnippetPartDto[] }) {
  return parts.map(({ text, isMatch }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
    <Fragment key={index}>
      {isMatch ? <mark className="rounded-xs bg-citrus-soft font-medium text-ink">{text}</mark> : text}
    </Fragment>
  ));
}

/** Placeholder cards, each the size of a real one. */
export function ArticleCardsSkeleton({ count }: { count: number }) {
  return (
    <ul className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
        <li key={index} className="flex flex-col rounded-lg border border-rule bg-surface p-5 sm:p-6">
          <span className="mb-3 flex h-6.5 items-center">
            <Skeleton className="h-4 w-28" />
          </span>
          <div className={WORDS}>
            <SkeletonText lines={2} className="text-xl" />
            <SkeletonText lines={2} className={EXCERPT} />
          </div>
          <span className="mt-4 flex h-[1lh] items-center text-sm">
            <Skeleton className="h-3 w-32" />
          </span>
        </li>
      ))}
    </ul>
  );
}
