import { paths } from '../../paths';
import { Notice } from '../../ui/messages/notice';
import { ButtonLink } from '../links';
import { looksLikeBatch } from './looks-like-batch';

interface NoSuchBatchProps {
  /** What was searched for. */
  text: string;
  /** The brand that it was searched for in. */
  brandName?: string;
}

/** Below a search for a batch ID that found nothing: leads to the page that says what that means. */
export function NoSuchBatch({ text, brandName }: NoSuchBatchProps) {
  const batchId = text.trim();
  if (!looksLikeBatch(batchId)) return null;
  return (
    <Notice
      tone="caution"
      title={<span className="wrap-anywhere">Is “{batchId}” the batch ID on your can?</span>}
      actions={
        <ButtonLink to={brandName === undefined ? paths.batch(batchId) : paths.coa({ brandName, batchId })} size="sm">
          What that means, and what to do
        </ButtonLink>
      }
      className="text-start"
    >
      We have no lab report for it. Unknown is not safe.
    </Notice>
  );
}
