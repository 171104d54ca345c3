import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { QueuedSubmissionDto } from '../../../api/generated/types.gen';
import { BatchId } from '../../../ui/batch-id';
import { Button } from '../../../ui/button';
import { Dialog, DialogClose } from '../../../ui/dialog';
import { FieldError } from '../../../ui/field';
import { formatMg } from '../../../ui/figures';
import { Mono } from '../../../ui/mono';
import { Notice } from '../../../ui/notice';
import { TextareaField } from '../../../ui/textarea-field';
import { blockingReason, countLabel, retryRateLimited, verdictSummary } from './bulk-decision';
import { CommentFields } from './comment-fields';
import { type DecisionKind, type Draft, draftProblems, drafts, initialDraft } from './decision';
import { sendDecision } from './decision-panel';
import { pendingDecisions } from './pending-decisions';
import { VerdictFields } from './verdict-fields';

const WORDS: Record<DecisionKind, { ask: string; send: string; description: string }> = {
  approve: {
    ask: 'Approve',
    send: 'Approve and publish',
    description: 'Each one is published with the results below. You can undo all of them for a few seconds.',
  },
  changes: {
    ask: 'Request changes to',
    send: 'Request changes for',
    description: 'Each sender gets these comments. You can undo all of them for a few seconds.',
  },
  reject: {
    ask: 'Reject',
    send: 'Reject',
    description: 'Each sender gets this reason. You can undo all of them for a few seconds.',
  },
};

const DONE: Record<DecisionKind, string> = { approve: 'Approve', changes: 'Request changes for', reject: 'Reject' };

export interface BulkDecisionDialogProps {
  kind: DecisionKind;
  rows: readonly QueuedSubmissionDto[];
  /** The URL of the list with these rows. */
  address: string;
  onClose: () => void;
  /** Called when the decision waits to be sent. */
  onDecided: () => void;
  /** Called when the decision was undone. */
  onUndo: () => void;
}

/** One decision on all selected submissions. Each is checked and sent like a single decision. */
export function BulkDecisionDialog({ kind, rows, address, onClose, onDecided, onUndo }: BulkDecisionDialogProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => initialDraft({ reported: null }, kind));
  const [isConfirmed, setConfirmed] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refusals, countRefusal] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const decidable = rows.filter((row) => blockingReason(kind, row) === null);
  const left = rows.filter((row) => blockingReason(kind, row) !== null);
  const change = (changed: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    setProblems({});
  };
  const verdictOf = ({ reported }: QueuedSubmissionDto) => reported ?? draft.verdict;
  const isVerdictAsked = kind === 'approve' && decidable.some(({ reported }) => reported === null);

  const decide = (event: FormEvent) => {
    event.preventDefault();
    const confirmation = { confirmed: 'Confirm that you checked the lab reports' };
    const found = {
      ...(kind === 'approve' && !isVerdictAsked ? {} : draftProblems(draft, { comments: [] })),
      ...(kind === 'approve' && !isConfirmed ? confirmation : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return countRefusal((before) => before + 1);
    pendingDecisions.decide({
      summary: `${DONE[kind]} ${countLabel(decidable.length)}`,
      address,
      onUndo,
      onSent: () => void queryClient.invalidateQueries(),
      items: decidable.map((row) => {
        const own = { ...draft, verdict: verdictOf(row) };
        const send = async (isLeaving: boolean) => {
          try {
            await (isLeaving ? sendDecision(own, row, true) : retryRateLimited(() => sendDecision(own, row, false)));
            drafts.delete(row.id);
          } catch (error) {
            // Keeps the text for the submission's page.
            drafts.set(row.id, own);
            throw error;
          }
        };
        return { submissionId: row.id, name: `${row.productName}, ${row.reference}`, send };
      }),
    });
    onDecided();
  };
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };

  const { ask, send, description } = WORDS[kind];
  const isNoneDecidable = decidable.length === 0;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={isNoneDecidable ? 'None of these can be decided this way' : `${ask} ${countLabel(decidable.length)}?`}
      {...(!isNoneDecidable && { description })}
      className="sm:max-w-2xl"
    >
      <form ref={form} noValidate onSubmit={decide} onKeyDown={sendByKey} className="stack gap-5">
        {left.length > 0 && (
          <Notice
            tone="caution"
            title={`${countLabel(left.length)} can't be decided this way and will stay in the queue`}
          >
            <ul className="stack gap-1">
              {left.map((row) => (
                <li key={row.id} className="wrap-anywhere">
                  {row.productName}, <Mono>{row.reference}</Mono>: {blockingReason(kind, row)}.
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {decidable.length > 0 && (
          <ul
            aria-label="What is decided"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls on its own, also by keyboard
            tabIndex={0}
            className="stack max-h-64 divide-y divide-rule overflow-y-auto border-y border-rule text-sm"
          >
            {decidable.map((row) => (
              <li key={row.id} className="py-2 wrap-anywhere">
                <span className="font-medium">{row.productName}</span> by {row.brandName}, batch{' '}
                <BatchId>{row.batchId}</BatchId>, {formatMg(row.thcContent)} THC, <Mono>{row.reference}</Mono>
                {kind === 'approve' && (
                  <span className="block text-ink-soft">
                    {row.reported ? 'As reported. ' : ''}
                    {verdictSummary(verdictOf(row))}
                    {row.supersedes && '. Replaces a published certificate'}
                    {row.othersForBatch > 0 && '. Others wait for this batch'}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {decidable.length > 0 && isVerdictAsked && (
          <fieldset className="stack gap-3">
            <legend className="mb-2 text-sm font-semibold">Result for those without reported results</legend>
            <VerdictFields verdict={draft.verdict} problems={problems} onChange={(verdict) => change({ verdict })} />
          </fieldset>
        )}
        {decidable.length > 0 && kind === 'approve' && (
          <Confirmation isConfirmed={isConfirmed} onChange={setConfirmed} problem={problems.confirmed} />
        )}
        {decidable.length > 0 && kind === 'changes' && (
          <CommentFields comments={draft.comments} problems={problems} onChange={(comments) => change({ comments })} />
        )}
        {decidable.length > 0 && kind === 'reject' && (
          <TextareaField
            label="Reason"
            required
            maxLength={1000}
            hint="Write it so each submitter knows what to do."
            error={problems.reason}
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
        {problems.comments && (
          <Notice tone="danger" role="alert">
            {problems.comments}
          </Notice>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <DialogClose asChild>
            <Button variant="secondary">{isNoneDecidable ? 'Close' : 'Cancel'}</Button>
          </DialogClose>
          {!isNoneDecidable && (
            <Button type="submit" variant={kind === 'reject' ? 'destructive' : 'primary'}>
              {send} {countLabel(decidable.length)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmationProps {
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
  problem: string | undefined;
}

/** Reviewers confirm that they read the results, because publishing makes them our statement. */
function Confirmation({ isConfirmed, onChange, problem }: ConfirmationProps) {
  return (
    <div className="stack gap-1">
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          checked={isConfirmed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'confirmation-error' : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-pine"
        />
        I checked these results against each lab report.
      </label>
      {problem && <FieldError id="confirmation-error">{problem}</FieldError>}
    </div>
  );
}
