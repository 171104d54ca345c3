import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { QueuedSubmissionDto } from '../../../../api/generated/types.gen';
import {
  absenceProblems,
  type DecisionKind,
  type Draft,
  draftProblems,
  initialDraft,
  NOTHING_REPORTED,
  type UnfinishedVerdict,
  verdictProblems,
} from '../decision/decision';
import { pendingDecisions } from '../decision/pending-decisions';
import { evidenceOfRow, isEvidence } from '../document/absence';
import { blockingReason } from './bulk-decision';

/** What one request can decide. */
const SUBMISSIONS_MAX = 100;

export interface BulkDecisionOptions {
  kind: DecisionKind;
  rows: readonly QueuedSubmissionDto[];
  /** The URL of the list with these rows. */
  address: string;
  /** Called when the server accepted or refused the decision; its notice says which. */
  onDecided: () => void;
  /** Called when the decision was undone. */
  onUndo: () => void;
}

export type BulkDecision = ReturnType<typeof useBulkDecision>;

/** The form state of a decision on several submissions, which can be undone for a few seconds. */
export function useBulkDecision(options: BulkDecisionOptions, onInvalid: () => void) {
  const { kind, rows, address, onDecided, onUndo } = options;
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => initialDraft(NOTHING_REPORTED, kind));
  const [isConfirmed, setConfirmed] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const free = rows.filter((row) => blockingReason(kind, row) === null);
  const decidable = free.slice(0, SUBMISSIONS_MAX);
  const blocked = [
    ...rows.map((row) => ({ row, reason: blockingReason(kind, row) })).filter(({ reason }) => reason !== null),
    ...free.slice(SUBMISSIONS_MAX).map((row) => ({ row, reason: `Only ${SUBMISSIONS_MAX} can be decided at a time` })),
  ];
  // The reviewer enters results for rows without reported ones, and says why rows have no PDF.
  const isVerdictNeeded = kind === 'approve' && decidable.some(({ reported }) => reported === null);
  const isAbsenceNeeded = kind === 'approve' && decidable.some((row) => !hasEvidence(row));
  const verdictOf = ({ reported }: QueuedSubmissionDto): UnfinishedVerdict => reported ?? draft.verdict;

  const decide = async (event: FormEvent) => {
    event.preventDefault();
    const found =
      kind === 'approve'
        ? {
            ...(isVerdictNeeded ? verdictProblems(draft.verdict) : {}),
            ...absenceProblems(draft, !isAbsenceNeeded),
            ...(isConfirmed ? {} : { confirmed: 'Confirm that you checked the lab reports' }),
          }
        : draftProblems(draft, { comments: [], hasEvidence: true });
    setProblems(found);
    if (Object.keys(found).length > 0) return onInvalid();
    if (isSending) return;
    setSending(true);
    const submissions = decidable.map((row) => ({
      seen: seenOf(row),
      name: decidable.length === 1 ? row.productName : `${row.productName}, ${row.reference}`,
      draft: { ...draft, verdict: verdictOf(row) },
    }));
    await pendingDecisions.decide({ submissions, address, onUndo });
    // One that was refused means that the data is stale.
    void queryClient.invalidateQueries();
    // Synchronously: the notice is already shown, and its Undo key does nothing while a dialog is open.
    flushSync(onDecided);
  };
  const change = (changed: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    setProblems({});
  };
  return {
    decidable,
    blocked,
    draft,
    change,
    problems,
    isConfirmed,
    setConfirmed,
    isSending,
    isVerdictNeeded,
    isAbsenceNeeded,
    verdictOf,
    decide,
  };
}

export const hasEvidence = (row: QueuedSubmissionDto) => isEvidence(evidenceOfRow(row));

const seenOf = (row: QueuedSubmissionDto) => ({
  id: row.id,
  version: row.version,
  documentSha256: row.documentSha256,
  hasEvidence: hasEvidence(row),
  // A notice is read where a submission is opened.
  hasNotice: false,
  readFields: [],
});
