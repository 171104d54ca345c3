import { useRef } from 'react';
import { BatchId } from '../../../../components/certificates/batch-id';
import { Button } from '../../../../ui/button';
import { FieldError } from '../../../../ui/fields/field';
import { Dialog, DialogClose } from '../../../../ui/messages/dialog';
import { Notice } from '../../../../ui/messages/notice';
import { Mono } from '../../../../ui/mono';
import { formatMg } from '../../../../ui/text/figures';
import type { DecisionKind } from '../decision/decision';
import { DecisionFields } from '../decision/decision-fields';
import { INVALID_FIELD, submitOnCtrlEnter, useFocusAfterRender } from '../decision/form-focus';
import { VerdictFields } from '../decision/verdict-fields';
import { AbsenceField } from '../document/absence-field';
import { countLabel, verdictSummary } from './bulk-decision';
import { type BulkDecision, type BulkDecisionOptions, hasEvidence, useBulkDecision } from './use-bulk-decision';

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

interface BulkDecisionDialogProps extends BulkDecisionOptions {
  onClose: () => void;
}

/** One decision on all selected submissions. Each is checked and sent like a single decision. */
export function BulkDecisionDialog({ onClose, ...options }: BulkDecisionDialogProps) {
  const { kind } = options;
  const form = useRef<HTMLFormElement>(null);
  const decision = useBulkDecision(options, useFocusAfterRender(form, INVALID_FIELD));
  const { decidable, blocked, draft, problems } = decision;
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
      <form ref={form} noValidate onSubmit={decision.decide} onKeyDown={submitOnCtrlEnter} className="stack gap-5">
        {blocked.length > 0 && <BlockedRows rows={blocked} />}
        {!isNoneDecidable && <DecidableRows kind={kind} decision={decision} />}
        {!isNoneDecidable && kind === 'approve' && <ApprovalFields decision={decision} />}
        {!isNoneDecidable && kind !== 'approve' && (
          <DecisionFields
            draft={draft}
            hasEvidence
            problems={problems}
            onChange={decision.change}
            reasonHint="Write it so each submitter knows what to do."
          />
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <DialogClose asChild>
            <Button variant="secondary">{isNoneDecidable ? 'Close' : 'Cancel'}</Button>
          </DialogClose>
          {!isNoneDecidable && (
            <Button type="submit" variant={kind === 'reject' ? 'destructive' : 'primary'} pending={decision.isSending}>
              {send} {countLabel(decidable.length)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function BlockedRows({ rows }: { rows: BulkDecision['blocked'] }) {
  return (
    <Notice tone="caution" title={`${countLabel(rows.length)} can't be decided this way and will stay in the queue`}>
      <ul className="stack gap-1">
        {rows.map(({ row, reason }) => (
          <li key={row.id} className="wrap-anywhere">
            {row.productName}, <Mono>{row.reference}</Mono>: {reason}.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function DecidableRows({ kind, decision }: { kind: DecisionKind; decision: BulkDecision }) {
  return (
    <ul
      aria-label="What is decided"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls inside the dialog, also by keyboard
      tabIndex={0}
      className="stack max-h-64 divide-y divide-rule overflow-y-auto border-y border-rule text-sm"
    >
      {decision.decidable.map((row) => (
        <li key={row.id} className="py-2 wrap-anywhere">
          <span className="font-medium">{row.productName}</span> by {row.brandName}, batch{' '}
          <BatchId>{row.batchId}</BatchId>, {formatMg(row.thcContent)} THC, <Mono>{row.reference}</Mono>
          {kind === 'approve' && (
            <span className="block text-ink-soft">
              {row.reported ? 'As reported. ' : ''}
              {verdictSummary(decision.verdictOf(row))}
              {hasEvidence(row) ? '. With its PDF' : '. Without a PDF'}
              {row.supersedes && '. Replaces a published certificate'}
              {row.othersForBatch > 0 && '. Others wait for this batch'}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The results and the reason, which only rows without reported ones and without a PDF need, and the confirmation. */
function ApprovalFields({ decision }: { decision: BulkDecision }) {
  const { draft, problems, change } = decision;
  return (
    <>
      {decision.isVerdictNeeded && (
        <fieldset className="stack gap-3">
          <legend className="mb-2 text-sm font-semibold">Result for those without reported results</legend>
          <VerdictFields verdict={draft.verdict} problems={problems} onChange={(verdict) => change({ verdict })} />
        </fieldset>
      )}
      {decision.isAbsenceNeeded && (
        <AbsenceField
          label="Why do some have no PDF?"
          value={draft.documentAbsence}
          error={problems.documentAbsence}
          onChange={(documentAbsence) => change({ documentAbsence })}
        />
      )}
      <Confirmation decision={decision} />
    </>
  );
}

/** Reviewers confirm that they read the results, because publishing makes them our statement. */
function Confirmation({ decision: { isConfirmed, setConfirmed, problems } }: { decision: BulkDecision }) {
  const problem = problems.confirmed;
  return (
    <div className="stack gap-1">
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          checked={isConfirmed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'confirmation-error' : undefined}
          onChange={(event) => setConfirmed(event.target.checked)}
          className="size-5 shrink-0 accent-pine"
        />
        I checked these results against each lab report.
      </label>
      {problem && <FieldError id="confirmation-error">{problem}</FieldError>}
    </div>
  );
}
