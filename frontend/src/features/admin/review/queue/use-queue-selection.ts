import { useState } from 'react';
import type { QueuedSubmissionDto, SubmissionStatus } from '../../../../api/generated/types.gen';

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
