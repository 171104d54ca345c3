import { useQuery } from '@tanstack/react-query';
import {
  listMergedBrandsOptions,
  undoBrandMergerMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MergedBrandDto } from '../../../api/generated/types.gen';
import { useChange } from '../../../components/admin/use-change';
import { focusShownPage } from '../../../hooks/use-focus-on-navigation';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { MutationError } from '../../../ui/messages/mutation-error';
import { Section } from '../../../ui/section';
import { counted } from '../../../ui/text/counted';
import { formatDay } from '../../../ui/text/days';
import { brandLists } from './brand-dialogs';

/** Brands that were merged, while that can be undone; nothing when there are none. */
export function MergedBrands() {
  const { data: merged = [] } = useQuery({ ...listMergedBrandsOptions(), staleTime: 0 });
  if (merged.length === 0) return null;
  return (
    <Section id="merged-brands" title="Merged in the last 30 days" className="stack gap-3">
      <p className="text-sm text-ink-soft">
        Undoing a merge brings a brand back with its certificates and former names. Certificates published under its
        name since then stay with the other brand.
      </p>
      <ul className={rowList}>
        {merged.map((one) => (
          <Row key={one.id} merged={one} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ merged: { id, brandName, into, certificates, mergedAt, undoableUntil } }: { merged: MergedBrandDto }) {
  const undo = useChange(undoBrandMergerMutation(), {
    onDone: focusShownPage, // the button goes away with its row
    done: (restored) => ({ title: `${restored.brandName} is a separate brand again` }),
    refetch: brandLists(),
  });
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <span className="me-auto min-w-0">
        <span className="font-medium wrap-anywhere">{brandName}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {into && `Into ${into} on `}
          {formatDay(mergedAt.slice(0, 10))}, with {counted(certificates, 'certificate')}. Can be undone until{' '}
          {formatDay(undoableUntil.slice(0, 10))}.
        </span>
        <MutationError error={undo.error} />
      </span>
      <Button
        size="sm"
        variant="secondary"
        pending={undo.isPending}
        pendingText="Undoing…"
        onClick={() => undo.mutate({ path: { id } })}
      >
        Undo the merge<span className="sr-only"> of {brandName}</span>
      </Button>
    </li>
  );
}
