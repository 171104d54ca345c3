import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { QueuedSubmissionDto } from '../../../api/generated/types.gen';
import { blockingReason, countLabel, retryRateLimited } from './bulk-decision';
import {
  absenceProblems,
  type DecisionKind,
  type Draft,
  draftProblems,
  drafts,
  initialDraft,
  NOTHING_REPORTED,
  type UnfinishedVerdict,
  verdictProblems,
} from './decision';
import { evidenceOfRow, isEvidence } from './document/absence';
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
  /** Some rows have no PDF, so the reviewer says why. */
  readonly isAbsenceNeeded: boolean;
  readonly verdictOf: (row: QueuedSubmissionDto) => UnfinishedVerdict;
  readonly decide: (event: FormEvent) => void;
}

/** The form state of a decision on several submissions. Deciding queues it, so that it can be undone. */
export function useBulkDecision(options: BulkDecisionOptions, onInvalid: () => void): BulkDecision {
  const { kind, rows, address, onDecided, onUndo } = options;
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => initialDraft(NOTHING_REPORTED, kind));
  const [isConfirmed, setConfirmed] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const decidable = rows.filter((row) => blockingReason(kind, row) === null);
  const blocked = rows.filter((row) => blockingReason(kind, row) !== null);
  const isVerdictNeeded = kind === 'approve' && decidable.some(({ reported }) => reported === null);
  const isAbsenceNeeded = kind === 'approve' && decidable.some((row) => !hasEvidence(row));
  const verdictOf = ({ reported }: QueuedSubmissionDto) => reported ?? draft.verdict;

  const decide = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(kind === 'approve'
        ? {
            ...(isVerdictNeeded ? verdictProblems(draft.verdict) : {}),
            ...absenceProblems(draft, !isAbsenceNeeded),
            ...(isConfirmed ? {} : { confirmed: 'Confirm that you checked the lab reports' }),
          }
        : draftProblems(draft, { comments: [], hasEvidence: true })),
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
        send: () => sendOne({ ...draft, verdict: verdictOf(row) }, row),
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
    isAbsenceNeeded,
    verdictOf,
    decide,
  };
}

export const hasEvidence = (row: QueuedSubmissionDto) => isEvidence(evidenceOfRow(row));

async function sendOne(draft: Draft, row: QueuedSubmissionDto): Promise<void> {
  const { id, version, documentSha256 } = row;
  const seen = { id, version, documentSha256, hasEvidence: hasEvidence(row), readFields: [] };
  try {
    await retryRateLimited(() => sendDecision(draft, seen));
    drafts.delete(row.id);
  } catch (error) {
    // Keeps the text for the submission's page.
    drafts.set(row.id, draft);
    throw error;
  }
}
