import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getBatchHistoryOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BatchHistoryDto, PublicDecisionDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { DemonstrationNote } from '../../components/certificates/demonstration-note';
import { StandaloneLink, TextLink } from '../../components/links';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { formatLongDay } from '../../ui/text/days';

/** What we decided about the lab reports of a batch, and where that is in the public log. */
export function Component() {
  const { batchId = '' } = useParams();
  return (
    <RecordPage
      query={useQuery(getBatchHistoryOptions({ path: { batchId } }))}
      loading={<RecordSkeleton label="Loading the history" />}
      missing={{ head: 'coaNotFound', title: 'COA Not Found', text: 'We have no lab report of this batch.' }}
      failed={{ head: 'coas', title: "We couldn't load this history" }}
      actions={<StandaloneLink to={paths.coas}>Back to COA Database</StandaloneLink>}
    >
      {(history) => <History history={history} />}
    </RecordPage>
  );
}

function History({ history: { batchId, decisions } }: { history: BatchHistoryDto }) {
  usePageMeta('batchHistory', { batchId });
  const brands = new Set(decisions.map(({ brandName }) => brandName));
  return (
    <div className="stack max-w-text gap-6">
      <header className="stack gap-4">
        <Breadcrumbs
          links={[
            { to: paths.coas, label: 'COA Database' },
            { to: paths.batch(batchId), label: batchId },
          ]}
          current="History"
        />
        <h1 className="wrap-anywhere">History of Batch {batchId}</h1>
        <p>
          When we published, replaced, or withdrew a lab report of this batch, and why. Each decision has an entry in
          the <TextLink to={paths.log}>public log</TextLink>, so that we can't change it unnoticed. Of a reason, the log
          has only a hash.
        </p>
        {brands.size > 1 && (
          <Notice tone="caution" title="Several brands use this batch ID">
            Look at the lines with the brand on your can.
          </Notice>
        )}
        {decisions.some(({ demonstration }) => demonstration) && <DemonstrationNote what="certificate" />}
      </header>
      <ol className="stack border-t border-rule">
        {decisions.map((decision) => (
          <Decision key={`${decision.reference} ${decision.type}`} decision={decision} />
        ))}
      </ol>
    </div>
  );
}

const dayOf = (instant: string) => formatLongDay(instant.slice(0, 10));

const TITLES: Record<PublicDecisionDto['type'], string> = {
  recorded: 'Recorded in the log',
  published: 'Published',
  superseded: 'Replaced',
  withdrawn: 'Withdrawn',
  'original-removed': 'Original PDF removed',
};

function Decision({ decision }: { decision: PublicDecisionDto }) {
  const { type, at, reference, brandName, productName, publishedAt, reason, replacedBy, entry } = decision;
  return (
    <li className="stack gap-1 border-b border-rule py-3 wrap-anywhere">
      <h2 className="text-base">
        {TITLES[type]} on <time dateTime={at}>{dayOf(at)}</time>
      </h2>
      <p>
        <TextLink to={paths.certificate(reference)}>{reference}</TextLink>, {productName} by {brandName}
      </p>
      {type === 'recorded' && publishedAt && <p>It was published before, on {dayOf(publishedAt)}.</p>}
      {replacedBy && (
        <p>
          Replaced by <TextLink to={paths.certificate(replacedBy)}>{replacedBy}</TextLink>
        </p>
      )}
      {type === 'original-removed' && <p>The certificate says why.</p>}
      {reason && <p className="whitespace-pre-line">Reason: {reason}</p>}
      <p className="text-sm text-ink-soft">
        {entry === null ? (
          'Being logged'
        ) : (
          <a className={textLink} href={`/log/entries/${reference}`}>
            Log entry {entry}
          </a>
        )}
      </p>
    </li>
  );
}
