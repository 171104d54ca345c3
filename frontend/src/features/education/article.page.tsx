import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getArticleOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { ArticleDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { ButtonLink, StandaloneLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { RecordPage } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { ArrowLeftIcon } from '../../ui/icons';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton, SkeletonText } from '../../ui/messages/skeleton';
import { ShareButton } from '../../ui/sharing/share-button';
import { tableOfContents } from '../../ui/text/contents';
import { formatLongDay } from '../../ui/text/days';
import { formatCount } from '../../ui/text/figures';
import { Prose } from '../../ui/text/prose';
import { TableOfContents } from '../../ui/text/table-of-contents';
import { ArticleCards, articleDate } from './article-card';
import { SafetyReminders } from './safety-reminders';

export function Component() {
  const { slug = '' } = useParams();
  const article = useQuery(getArticleOptions({ path: { slug } }));
  const back = (variant: 'primary' | 'secondary') => (
    <ButtonLink to={paths.learn} variant={variant}>
      Back to Articles
    </ButtonLink>
  );
  return (
    <RecordPage
      query={article}
      loading={<ArticleSkeleton />}
      missing={{
        head: 'articleNotFound',
        title: 'Article Not Found',
        text: "The article you're looking for doesn't exist or has been moved.",
        actions: back('primary'),
      }}
      failed={{ head: 'learn', title: "We couldn't load this article" }}
      actions={back('secondary')}
    >
      {(found) => <Published key={slug} article={found} />}
    </RecordPage>
  );
}

function Published({ article }: { article: ArticleDto }) {
  const { title, excerpt, keywords, slug } = article;
  usePageMeta('article', { title, excerpt, keywords, slug });
  return <Article article={article} />;
}

/** The article itself, also used by the editors' preview. */
export function Article({ article }: { article: ArticleDto }) {
  const { title, excerpt, slug, category, content } = article;
  const entries = useMemo(() => tableOfContents(content), [content]);
  const navigate = useNavigate();
  const go = useScrollToHeading();
  const address = usePageContext().origin + paths.article(slug);

  return (
    <article className="stack gap-8">
      <header className="stack max-w-text gap-4">
        <div className="stack gap-1">
          <Breadcrumbs
            links={[
              { to: paths.home, label: 'Home' },
              { to: paths.learn, label: 'Learn' },
            ]}
            current={title}
          />
          <div className="flex flex-wrap items-center justify-between gap-x-6 print:hidden">
            <StandaloneLink to={paths.learn}>
              <ArrowLeftIcon className="size-4.5" /> Back to Articles
            </StandaloneLink>
            <ShareButton size="sm" title={title} text={excerpt} url={address} />
          </div>
        </div>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
          <Badge tone="pine">{category}</Badge>
          <span>{article.readTime}</span>
          <span>{formatCount(article.wordCount)} words</span>
        </p>
        <h1>{title}</h1>
        <p className="font-serif text-lg text-ink-soft sm:text-xl sm:leading-normal">{excerpt}</p>
        <Dates article={article} />
        <Notice title="Educational content">
          For adults 21 and over. This is information, not advice. It doesn't replace a doctor, pharmacist or lawyer,
          and rules differ from state to state.
        </Notice>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,17rem)] lg:justify-between lg:gap-12">
        <div className="max-w-text lg:order-2">
          <TableOfContents entries={entries} onGo={go} />
        </div>
        <div className="stack max-w-text content-start gap-12 lg:order-1">
          <Prose html={content} onGo={go} onFollow={navigate} />
          <SafetyReminders />
          <PageAddress address={address} />
        </div>
      </div>
      <Related article={article} />
      <NextSteps />
    </article>
  );
}

function Dates({ article: { publishedAt, updatedAt, reviewedOn } }: { article: ArticleDto }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
      <Day day={articleDate(publishedAt)} />
      {updatedAt && <Day what="Updated" day={articleDate(updatedAt)} />}
      <Day what="Facts checked" day={reviewedOn} />
    </p>
  );
}

function Day({ what, day }: { what?: string; day: string }) {
  return (
    <span>
      {what} <time dateTime={day}>{formatLongDay(day)}</time>
    </span>
  );
}

function Related({ article: { related } }: { article: ArticleDto }) {
  if (related.length === 0) return null;
  return (
    <section aria-labelledby="related" className="stack gap-4 border-t border-rule pt-8 print:hidden">
      <h2 id="related">Related Articles</h2>
      <ArticleCards articles={related} />
    </section>
  );
}

function NextSteps() {
  return (
    <nav aria-label="Where to go next" className="flex flex-wrap gap-3 print:hidden">
      <ButtonLink to={paths.learn}>Browse All Articles</ButtonLink>
      <ButtonLink to={paths.responsibleUse} variant="secondary">
        Responsible Use Guide
      </ButtonLink>
      <ButtonLink to={paths.doseCalculator} variant="secondary">
        Dose Calculator
      </ButtonLink>
      <ButtonLink to={paths.coaDatabase} variant="secondary">
        COA Database
      </ButtonLink>
    </nav>
  );
}

/** Skeleton with the lines that most articles start with, long enough to keep the footer out of view. */
function ArticleSkeleton() {
  return (
    <Loading label="Loading the article" className="stack min-h-dvh max-w-text content-start gap-4">
      <div className="stack gap-1">
        <SkeletonBox className="h-11" bone="h-4 w-80" />
        <SkeletonBox className="h-11" bone="h-5 w-40" />
      </div>
      <SkeletonBox className="mt-2 h-6.5" bone="h-4 w-60" />
      <SkeletonText lines={2} className="text-2xl sm:text-3xl" />
      <SkeletonText lines={3} className="text-lg sm:text-xl sm:leading-normal" />
      <SkeletonBox className="h-[1lh] text-sm" bone="h-3 w-72" />
      <Skeleton className="h-25 w-full" />
      <SkeletonText lines={10} className="mt-8 text-lg" />
    </Loading>
  );
}

function SkeletonBox({ className, bone }: { className: string; bone: string }) {
  return (
    <span className={`flex items-center ${className}`}>
      <Skeleton className={`max-w-full ${bone}`} />
    </span>
  );
}
