import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import type { DecisionKind } from '../decision/decision';
import type { QueueSelection } from './use-queue-selection';

interface BulkAction {
  readonly kind: DecisionKind;
  readonly label: string;
  /** Its keyboard shortcut. */
  readonly key: string;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  { kind: 'approve', label: 'Approve…', key: 'a' },
  { kind: 'changes', label: 'Request changes…', key: 'c' },
  { kind: 'reject', label: 'Reject…', key: 'r' },
];

interface SelectionBarProps {
  selection: QueueSelection;
  actions: readonly BulkAction[];
  onDecide: (kind: DecisionKind) => void;
}

/** The actions for the selected rows. Sticks to the top of the window while something is selected. */
export function SelectionBar({ selection, actions, onDecide }: SelectionBarProps) {
  const selectableCount = selection.selectable.length;
  const selectedCount = selection.selected.length;
  const box = useRef<HTMLInputElement>(null);
  const isSome = selectedCount > 0 && selectedCount < selectableCount;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <section
      aria-label="Selected submissions"
      data-queue-bar={selectedCount > 0 || undefined}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-1.5',
        selectedCount > 0 && 'sticky top-0 z-20 border border-edge bg-surface shadow-raised',
      )}
    >
      <label className="flex min-h-11 items-center gap-2.5 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={selectedCount === selectableCount}
          onChange={(event) => selection.set(event.target.checked ? selection.selectable : [])}
          className="size-5 accent-pine"
        />
        Select all {selectableCount} on this page
      </label>
      <p role="status" className="text-sm font-medium">
        {selectedCount > 0 && `${selectedCount} selected`}
      </p>
      {selectedCount > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map(({ kind, label, key }) => (
            <Button
              key={kind}
              size="sm"
              variant={kind === 'approve' ? 'primary' : 'secondary'}
              aria-keyshortcuts={key}
              onClick={() => onDecide(kind)}
            >
              {label}
            </Button>
          ))}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              selection.set([]);
              box.current?.focus(); // this button is removed
            }}
          >
            Clear selection
          </Button>
        </div>
      )}
    </section>
  );
}
