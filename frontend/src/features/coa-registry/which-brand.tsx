import { Link } from 'react-router';
import type { CoaDto, PublicStanding } from '../../api/generated/types.gen';
import { BatchId } from '../../components/certificates/batch-id';
import { TextLink } from '../../components/links';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { standaloneLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';

const ENDED: Partial<Record<PublicStanding, string>> = {
  withdrawn: 'This lab report was withdrawn',
  superseded: 'This lab report was replaced',
};

/** A batch ID alone does not identify a drink. Showing one brand's report would mislead the other's customers. */
export function Component({ coa }: { coa: CoaDto }) {
  usePageMeta('sharedBatch', { batchId: coa.batchId });
  const choices: CoaDto['otherBrands'] = [coa, ...coa.otherBrands].sort((a, b) =>
    a.brandName.localeCompare(b.brandName, 'en-US'),
  );
  return (
    <article className="stack max-w-[75ch] gap-6">
      <header className="stack gap-3">
        <h1>Which brand is on your can?</h1>
        <p>
          More than one brand uses batch ID <BatchId>{coa.batchId}</BatchId>. Choose the brand and product printed on
          your can.
        </p>
      </header>
      <ul className="stack gap-3">
        {choices.map((choice) => (
          <li key={choice.reference}>
            <Link
              to={paths.coa(choice)}
              className="stack gap-0.5 rounded-md border border-rule px-4 py-3 no-underline hover:border-pine"
            >
              <span className={`${standaloneLink} wrap-anywhere`}>{choice.brandName}</span>
              <span className="wrap-anywhere">{choice.productName}</span>
              {ENDED[choice.standing] && <span className="text-sm text-clay">{ENDED[choice.standing]}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Notice tone="caution" title="Your brand is not listed?">
        Then none of these lab reports is about your drink.{' '}
        <TextLink to={paths.coasWith(coa.batchId)}>Search all lab reports for this batch ID</TextLink>
      </Notice>
    </article>
  );
}
