import { useMutation, useQuery } from '@tanstack/react-query';
import {
  listMergedBrandsOptions,
  undoBrandMergerMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MergedBrandDto } from '../../../api/generated/types.gen';
import { focusShownPage } from '../../../hooks/use-focus-on-navigation';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { MutationError } from '../../../ui/messages/mutation-error';
import { formatDay } from '../../../ui/text/days';
import { useBrandChanged } from './brand-dialogs';

/** Brands that were merged, while that can be undone; nothing when there are none. */
export function MergedBrands() {
  const { data: merged = [] } = useQuery({ ...listMergedBrandsOptions(), staleTime: 0 });
  if (merged.length === 0) return null;
  return (
    <section aria-labelledby="merged-brands" className="stack gap-3">
      <h2 id="merged-brands" className="text-lg">
        Merged in the last 30 days
      </h2>
      <p className="text-sm text-ink-soft">
        Undoing a merge brings a brand back with its certificates and former names. Certificates published under its
        name since then stay with the other brand.
      </p>
      <ul className={rowList}>
        {merged.map((one) => (
          <Row key={one.id} merged={one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ merged: { id, brandName, into, certificates, mergedAt, undoableUntil } }: { merged: MergedBrandDto }) {
  const changed = useBrandChanged();
  const undo = useMutation({
    ...undoBrandMergerMutation(),
    onSuccess: (restored) => {
      // The button goes away with its row.
      focusShownPage();
      return changed(`${restored.brandName} is a separate brand again`);
    },
  });
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
      <span className="me-auto min-w-0">
        <span className="font-medium wrap-anywhere">{brandName}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {into && `Into ${into} on `}
          {formatDay(mergedAt.slice(0, 10))}, with {certificates} {certificates === 1 ? 'certificate' : 'certificates'}.
          Can be undone until {formatDay(undoableUntil.slice(0, 10))}.
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
