import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { noticeOf } from '../../api/api';
import type { AffectedBatchDto, NoticeDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { StandaloneLink, TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { ExternalIcon } from '../../ui/icons';
import { standaloneLink, textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { TableHead } from '../../ui/table-head';
import { formatLongDay } from '../../ui/text/days';

export function Component() {
  const { number = '' } = useParams();
  const notice = useQuery(noticeOf(number));
  return (
    <RecordPage
      query={notice}
      loading={<RecordSkeleton label="Loading the notice" />}
      missing={{
        head: 'noticeNotFound',
        title: 'Notice Not Found',
        text: `We have no notice with the number "${number}".`,
      }}
      failed={{ head: 'notices', title: "We couldn't load this notice" }}
      actions={<StandaloneLink to={paths.notices}>All notices</StandaloneLink>}
    >
      {(found) => <NoticeText notice={found} />}
    </RecordPage>
  );
}

const dayOf = (instant: string) => formatLongDay(instant.slice(0, 10));

function NoticeText({ notice }: { notice: NoticeDto }) {
  const { id, title, state, published, modified, withdrawn, withdrawalReason, doNotDrink, sentence, details } = notice;
  const address = usePageMeta('notice', { number: id, title, sentence });
  return (
    <div className="stack gap-8">
      <header className="stack gap-4">
        <Breadcrumbs links={[{ to: paths.notices, label: 'Recalls and notices' }]} current={id} />
        <h1>
          {title}: {id}
        </h1>
        {withdrawn && (
          <Notice title={`Withdrawn on ${dayOf(withdrawn)}`}>
            It no longer stands. Reason: {withdrawalReason} What follows is what it said.
          </Notice>
        )}
        <Notice tone={withdrawn ? 'info' : doNotDrink ? 'danger' : 'caution'}>
          <p className="text-base wrap-anywhere">{sentence}</p>
          {details && <p className="mt-2 wrap-anywhere">{details}</p>}
        </Notice>
        <p className="text-sm text-ink-soft">
          Published here on {dayOf(published)}
          {state === 'updated' && `, updated on ${dayOf(modified)}`}.
        </p>
      </header>
      <Section id="sources" title="Where it is said" className="stack gap-2">
        <References notice={notice} />
      </Section>
      <Section id="batches" title="Which batches" className="stack gap-3">
        <Batches notice={notice} />
      </Section>
      <PageAddress address={address} />
    </div>
  );
}

const References = ({ notice: { references, sourceName, sourceNumber } }: { notice: NoticeDto }) => (
  <ul className="stack max-w-text gap-1">
    {references.map(({ url, date }, index) => (
      <li key={url} className="wrap-anywhere">
        <a href={url} rel="nofollow noopener" className={standaloneLink}>
          {index === 0 ? sourceName : new URL(url).host} <ExternalIcon className="size-4" />
        </a>{' '}
        {formatLongDay(date)}
        {index === 0 && sourceNumber && `, number ${sourceNumber}`}
      </li>
    ))}
  </ul>
);

function Batches({ notice: { id, affected, affectedBatches } }: { notice: NoticeDto }) {
  const rest = affectedBatches - affected.length;
  return (
    <>
      <p className="max-w-text">
        Compare the brand and the batch ID with those on your can. A lab report of one of these batches that comes later
        will show this notice, too.
      </p>
      <table className="data-table max-w-text">
        <TableHead columns={['Brand', 'Batch', 'Lab reports']} />
        <tbody>
          {affected.map((batch) => (
            <tr key={`${batch.brand} ${batch.batch}`}>
              <td className="wrap-anywhere">
                {batch.brand}
                {batch.product && <span className="block text-sm text-ink-soft">{batch.product}</span>}
              </td>
              <th scope="row" className="wrap-anywhere">
                {batch.batch}
              </th>
              <td>
                <LabReports batch={batch} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="max-w-text">
          These are {affected.length} of {affectedBatches} batches.{' '}
          <a href={`/api/notices/${id}`} className={textLink}>
            All of them, as JSON
          </a>
        </p>
      )}
    </>
  );
}

function LabReports({ batch: { references } }: { batch: AffectedBatchDto }) {
  if (references.length === 0) return 'None here';
  return references.map((reference) => (
    <TextLink key={reference} to={paths.certificate(reference)} className="block">
      {reference}
    </TextLink>
  ));
}
