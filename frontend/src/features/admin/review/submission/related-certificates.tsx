import { Link } from 'react-router';
import type { RelatedCoaDto } from '../../../../api/generated/types.gen';
import { lifecycleLabel } from '../../../../components/admin/lifecycle';
import { BatchId } from '../../../../components/certificates/batch-id';
import { paths } from '../../../../paths';
import { Badge } from '../../../../ui/badge';
import { textLink } from '../../../../ui/link-styles';
import { Notice } from '../../../../ui/messages/notice';
import { Mono } from '../../../../ui/mono';
import { formatDay } from '../../../../ui/text/days';
import { formatMg } from '../../../../ui/text/figures';

interface RelatedCertificatesProps {
  title: string;
  coas: readonly RelatedCoaDto[];
  none: string;
  /** Marks records of any other brand. */
  ofBrand?: string;
}

/** Other records with their key figures, one line each. */
export function RelatedCertificates({ title, coas, none, ofBrand }: RelatedCertificatesProps) {
  return (
    <section aria-label={title} className="stack gap-2">
      <h3 className="text-base">{title}</h3>
      {coas.length === 0 ? (
        <p className="text-sm text-ink-soft">{none}</p>
      ) : (
        <ul className="stack divide-y divide-rule border-y border-rule">
          {coas.map((coa) => (
            <li key={coa.id} className="stack gap-0.5 py-2.5 text-sm">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <Link to={paths.staff.submission(coa.id)} className={`${textLink} wrap-anywhere`}>
                  {coa.productName}
                </Link>
                <span className="font-semibold">{formatMg(coa.thcContent)} THC</span>
              </span>
              <span className="text-xs text-ink-soft">
                {ofBrand !== undefined && !isSameName(ofBrand, coa.brandName) && (
                  <>
                    <Badge tone="citrus">Another brand</Badge>{' '}
                  </>
                )}
                {coa.brandName} · batch <BatchId>{coa.batchId}</BatchId> · {coa.labName} · {formatDay(coa.testDate)} ·{' '}
                {lifecycleLabel(coa)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isSameName = (one: string, other: string) => folded(one) === folded(other);

const folded = (name: string) => name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** Shown next to the decision, so that reviewers compare all submissions for a batch before they publish one. */
export function WaitingForBatch({ coas }: { coas: readonly RelatedCoaDto[] }) {
  if (coas.length === 0) return null;
  const title =
    coas.length === 1
      ? 'Another submission is waiting for this batch'
      : `${coas.length} other submissions are waiting for this batch`;
  return (
    <Notice tone="caution" title={title}>
      <p>Compare them before you decide.</p>
      <ul className="stack mt-1 gap-1">
        {coas.map(({ id, productName, reference, labName, thcContent, testDate }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={paths.staff.submission(id)} className={textLink}>
              {productName}, <Mono>{reference}</Mono>
            </Link>
            : {labName}, {formatDay(testDate)}, {formatMg(thcContent)} THC
          </li>
        ))}
      </ul>
    </Notice>
  );
}
