import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getStaffArticleOptions } from '../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffArticleDto } from '../../api/generated/types.gen';
import { StandaloneLink, TextLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { paths } from '../../paths';
import { ArrowLeftIcon } from '../../ui/icons';
import { Notice } from '../../ui/messages/notice';
import { Article } from './article.page';

/** Preview of an article, for editors. It is here and not with the admin pages because it renders the public page. */
export function Component() {
  const { id = '' } = useParams();
  const article = useQuery({ ...getStaffArticleOptions({ path: { id } }), staleTime: 0 });
  return (
    <div className="stack gap-6">
      <StandaloneLink to={paths.staff.articles}>
        <ArrowLeftIcon className="size-4.5" /> All articles in the console
      </StandaloneLink>
      <QueryResult
        query={article}
        loadingLabel="Loading the article"
        errorTitle="We couldn't load this article"
        headingLevel={1}
      >
        {(found) => (
          <>
            <PublicationStatus article={found} />
            <Article key={id} article={found} />
          </>
        )}
      </QueryResult>
    </div>
  );
}

function PublicationStatus({ article: { slug, withdrawal } }: { article: StaffArticleDto }) {
  if (withdrawal) {
    return (
      <Notice tone="caution" title="Withdrawn: visitors can't see this article">
        {withdrawal.withdrawnBy} withdrew it: {withdrawal.reason}
      </Notice>
    );
  }
  return (
    <Notice title="Preview">
      Visitors see the same at <TextLink to={paths.article(slug)}>{paths.article(slug)}</TextLink>.
    </Notice>
  );
}
