import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { QueuedSubmissionDto } from '../../../api/generated/types.gen';
import { blockingReason, countLabel, retryRateLimited } from './bulk-decision';
import { type DecisionKind, type Draft, draftProblems, drafts, initialDraft, type Verdict } from './decision';
import { pendingDecisions } from './pending-decisions';
import { sendDecision } from './send-decision';

const DONE: Record<DecisionKind, string> = { approve: 'Approve', changes: 'Request changes for', reject: 'Reject' };

export interface BulkDecisionOptions {
  kind: DecisionKind;
  rows: readonly QueuedSubmissionDto[];
  /** The URL of the list with these rows. */
  address: string;
  /** Called when the decision waits to be sent. */
  onDecided: () => void;
  /** Called when the decision was undone. */
  onUndo: () => void;
}

export interface BulkDecision {
  /** The rows that can be decided this way, and the others. */
  readonly decidable: readonly QueuedSubmissionDto[];
  readonly blocked: readonly QueuedSubmissionDto[];
  readonly draft: Draft;
  readonly change: (changed: Partial<Draft>) => void;
  /** Error messages by field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly isConfirmed: boolean;
  readonly setConfirmed: (isConfirmed: boolean) => void;
  /** Some rows have no reported results, so the reviewer enters them. */
  readonly isVerdictNeeded: boolean;
  readonly verdictOf: (row: QueuedSubmissionDto) => Verdict;
  readonly decide: (event: FormEvent) => void;
}

/** The form state of a decision on several submissions. Deciding queues it, so that it can be undone. */
export function useBulkDecision(options: BulkDecisionOptions, onInvalid: () => void): BulkDecision {
  const { kind, rows, address, onDecided, onUndo } = options;
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => initialDraft({ reported: null }, kind));
  const [isConfirmed, setConfirmed] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const decidable = rows.filter((row) => blockingReason(kind, row) === null);
  const blocked = rows.filter((row) => blockingReason(kind, row) !== null);
  const isVerdictNeeded = kind === 'approve' && decidable.some(({ reported }) => reported === null);
  const verdictOf = ({ reported }: QueuedSubmissionDto) => reported ?? draft.verdict;

  const decide = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(kind === 'approve' && !isVerdictNeeded ? {} : draftProblems(draft, { comments: [] })),
      ...(kind === 'approve' && !isConfirmed ? { confirmed: 'Confirm that you checked the lab reports' } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return onInvalid();
    pendingDecisions.decide({
      summary: `${DONE[kind]} ${countLabel(decidable.length)}`,
      address,
      onUndo,
      onSent: () => void queryClient.invalidateQueries(),
      items: decidable.map((row) => ({
        submissionId: row.id,
        name: `${row.productName}, ${row.reference}`,
        send: (isLeaving: boolean) => sendOne({ ...draft, verdict: verdictOf(row) }, row, isLeaving),
      })),
    });
    onDecided();
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
    isVerdictNeeded,
    verdictOf,
    decide,
  };
}

async function sendOne(draft: Draft, row: QueuedSubmissionDto, isLeaving: boolean): Promise<void> {
  try {
    await (isLeaving ? sendDecision(draft, row, true) : retryRateLimited(() => sendDecision(draft, row, false)));
    drafts.delete(row.id);
  } catch (error) {
    // Keeps the text for the submission's page.
    drafts.set(row.id, draft);
    throw error;
  }
}
