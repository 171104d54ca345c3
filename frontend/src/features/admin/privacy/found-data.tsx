import { Link } from 'react-router';
import { exportPersonalData } from '../../../api/generated/sdk-staff.gen';
import type { HoldingDto, PersonalPart, PrivacyRequestDto } from '../../../api/generated/types.gen';
import { ExportButton } from '../../../components/admin/export-button';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { EraseDialog, type EraseDialogProps } from './erase-dialog';
import { ERASURES, recordCount } from './erasure';

/** The data found for an email address, with what erasing does to it. */
export function FoundData({ request, holdings, onErased }: EraseDialogProps) {
  const held = holdings.filter(({ count }) => count > 0);
  const erasable = held.filter(({ erasure }) => erasure !== 'stays');
  if (held.length === 0) {
    return (
      <div role="status">
        <EmptyState title="No data found">
          <span className="wrap-anywhere">The database has nothing for {request.email}.</span>
        </EmptyState>
      </div>
    );
  }
  return (
    <section aria-labelledby="held" className="stack gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div role="status" className="min-w-0">
          <h2 id="held" className="text-xl wrap-anywhere">
            Data for {request.email}
          </h2>
          <p className="text-sm text-ink-soft">{recordCount(held.reduce((sum, { count }) => sum + count, 0))} in all</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ExportButton label="Export JSON" fetchFile={() => readableFile(request)} />
          {erasable.length > 0 && <EraseDialog request={request} holdings={erasable} onErased={onErased} />}
        </div>
      </div>
      <ul className={rowList}>
        {held.map((holding) => (
          <FoundCategory key={holding.part} holding={holding} />
        ))}
      </ul>
    </section>
  );
}

/** Where staff change what an erasure leaves. */
const ELSEWHERE: Partial<Record<PersonalPart, { to: string; label: string }>> = {
  'public-brand-contacts': { to: paths.staff.brands, label: 'Brands' },
  'partner-labs': { to: paths.staff.labs, label: 'Partner labs' },
};

function FoundCategory({
  holding: { part, title, what, count, names, erasure, consequence },
}: {
  holding: HoldingDto;
}) {
  const elsewhere = ELSEWHERE[part];
  return (
    <li className="stack gap-1 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base">{title}</h3>
        <span className="text-sm text-ink-soft">{recordCount(count)}</span>
        <Badge tone={ERASURES[erasure].tone}>{ERASURES[erasure].word} when erased</Badge>
      </div>
      <p className="max-w-text text-sm text-ink-soft">{what}</p>
      <p className="max-w-text text-sm">{consequence}</p>
      {names.length > 0 && <p className="text-sm font-medium wrap-anywhere">{names.join(', ')}</p>}
      {elsewhere && (
        <p className="text-sm">
          <Link to={elsewhere.to} className={textLink}>
            {elsewhere.label}
          </Link>
        </p>
      )}
    </li>
  );
}

/** Indented JSON, because a person reads this file. */
async function readableFile(body: PrivacyRequestDto) {
  const { data, response } = await exportPersonalData({ body, throwOnError: true });
  return { data: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), response };
}
