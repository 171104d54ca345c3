import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Notice } from '../../ui/messages/notice';
import { type Batch, isCurrent } from './batches';

/** Notices about some of these batches, before everything else about them. */
export function BatchNotices({ batches }: { batches: readonly Batch[] }) {
  const current = batches.filter(isCurrent).flatMap(({ notices }) => notices);
  const each = [...new Map(current.map((notice) => [notice.id, notice])).values()];
  return each.map(({ id, title, sourceName, summary }) => (
    <Notice key={id} tone="caution" title={`${title}: some batches`}>
      <p className="wrap-anywhere">
        {sourceName} says so. {summary} <TextLink to={paths.notice(id)}>See which batches: {id}</TextLink>
      </p>
    </Notice>
  ));
}
