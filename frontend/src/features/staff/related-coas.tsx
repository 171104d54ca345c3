import { Link } from 'react-router';
import type { RelatedCoaDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { BatchId } from '../../ui/batch-id';
import { formatDay } from '../../ui/days';
import { formatMg } from '../../ui/figures';
import { textLink } from '../../ui/link-styles';
import { standingWord } from './standing';

/** Other records beside the one in view, one line of figures each. */
export function RelatedCoas({ title, coas, none }: { title: string; coas: readonly RelatedCoaDto[]; none: string }) {
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
                {coa.brandName} · batch <BatchId>{coa.batchId}</BatchId> · {coa.labName} · {formatDay(coa.testDate)} ·{' '}
                {standingWord(coa)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
