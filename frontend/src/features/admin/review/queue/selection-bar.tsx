import { useEffect, useRef, useState } from 'react';
import type { QueuedSubmissionDto, SubmissionStatus } from '../../../../api/generated/types.gen';
import { Button } from '../../../../ui/button';
import { cx } from '../../../../ui/cx';
import { DECISION_CHOICES, type DecisionKind } from '../decision/decision';

interface SelectionBarProps {
  selection: QueueSelection;
  kinds: readonly DecisionKind[];
  onDecide: (kind: DecisionKind) => void;
}

/** The actions for the selected rows. Sticks to the top of the window while something is selected. */
export function SelectionBar({ selection, kinds, onDecide }: SelectionBarProps) {
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
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant={kind === 'approve' ? 'primary' : 'secondary'}
              aria-keyshortcuts={DECISION_CHOICES[kind].key}
              onClick={() => onDecide(kind)}
            >
              {DECISION_CHOICES[kind].word}…
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

export type QueueSelection = ReturnType<typeof useQueueSelection>;

/** Which rows of the queue are selected for a bulk decision. */
export function useQueueSelection(
  rows: readonly QueuedSubmissionDto[],
  listKey: string,
  submissionStatus: SubmissionStatus,
  isDecided: (row: QueuedSubmissionDto) => boolean,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // Another list starts with nothing selected, so that no hidden row is ever decided.
  const [previousKey, setPreviousKey] = useState(listKey);
  if (previousKey !== listKey) {
    setPreviousKey(listKey);
    setIds(new Set());
  }
  // Elsewhere the list's submissions can't be decided any more.
  const isEnabled = submissionStatus === 'pending' || submissionStatus === 'changes_requested';
  const selectable = isEnabled ? rows.filter((row) => !isDecided(row)) : [];
  return {
    isEnabled,
    selectable,
    selected: selectable.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    set: (chosen: readonly QueuedSubmissionDto[]) => setIds(new Set(chosen.map(({ id }) => id))),
  };
}
