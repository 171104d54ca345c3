import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConfirmedFieldDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { Notice } from '../../../../ui/messages/notice';
import { Panel } from '../../../../ui/panel';
import { evidenceBlock, evidenceOf, isEvidence } from '../document/absence';
import { useShortcuts } from '../queue/shortcuts';
import {
  DECISION_CHOICES,
  type DecisionKind,
  type Draft,
  decisionsFor,
  draftProblems,
  drafts,
  initialDraft,
  openMajorComments,
} from './decision';
import { DecisionFields } from './decision-fields';
import { INVALID_FIELD, submitOnCtrlEnter, useFocusAfterRender } from './form-focus';
import { pendingDecisions } from './pending-decisions';

export interface DecisionPanelProps {
  submission: SubmissionInContextDto;
  /** The fields that the reviewer confirmed as read from the document. */
  readFields: readonly ConfirmedFieldDto[];
  /** Called when the server has accepted the decision, so that the reviewer can continue. */
  onDecided: () => void;
}

/** The form to decide a submission, or a notice while a decision on it can be undone. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { submission } = props;
  useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.getSnapshot);
  const isPending = pendingDecisions.isBeingDecided(submission);
  const { pendingDecision } = submission;
  const isByAnother = pendingDecisions.isByAnother(pendingDecision);
  const summary = pendingDecisions.of(submission.id)?.summary;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasPending = useRef(isPending);
  useEffect(() => {
    // Undone on this page: the Undo button is removed, so the focus moves to the form's heading.
    if (wasPending.current && !isPending) heading.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  return (
    <Panel as="section" aria-labelledby="decision" className="stack content-start gap-5">
      <h2 id="decision" ref={heading} tabIndex={-1} className="text-lg">
        Decision
      </h2>
      {isByAnother && (
        <Notice title={`${pendingDecision.reviewer} has just decided on this`}>
          The decision takes effect in a few seconds. Then you can see it here.
        </Notice>
      )}
      {isPending && !isByAnother && (
        <Notice title={summary}>It takes effect in a few seconds. You can still undo it below.</Notice>
      )}
      {!isPending && <DecisionForm {...props} onLeaveFields={() => heading.current?.focus()} />}
    </Panel>
  );
}

function DecisionForm(props: DecisionPanelProps & { onLeaveFields: () => void }) {
  const { submission, onDecided, onLeaveFields } = props;
  const { submissionStatus, comments, findings } = submission;
  const evidence = evidenceOf(submission);
  const hasEvidence = isEvidence(evidence);
  const second = submission.publishedForBatch.length > 0 ? submission : undefined;
  const kinds = decisionsFor(submissionStatus);
  const form = useRef<HTMLFormElement>(null);
  const focusFirstField = useFocusAfterRender(form, 'select, textarea, button');
  const focusInvalid = useFocusAfterRender(form, INVALID_FIELD);
  const [draft, change] = useDraft(submission, kinds[0] ?? 'reject');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { isSending, send } = useSendDecision(props);
  const update = (changed: Partial<Draft>) => {
    change(changed);
    setProblems({});
  };
  const choose = (kind: DecisionKind) => {
    update({ kind });
    focusFirstField();
  };
  useShortcuts(Object.fromEntries(kinds.map((kind) => [DECISION_CHOICES[kind].key, () => choose(kind)])));

  const blocking = draft.kind === 'approve' ? openMajorComments(comments).length : 0;
  const unready = draft.kind === 'approve' ? evidenceBlock(evidence) : null;
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    const found = draftProblems(draft, { comments, hasEvidence, findings, ...(second && { second }) });
    setProblems(found);
    focusInvalid();
    if (blocking > 0 || unready || Object.keys(found).length > 0) return;
    if (!isSending && (await send(draft))) onDecided();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitOnCtrlEnter(event);
    if (event.key === 'Escape') onLeaveFields();
  };

  return (
    <>
      {kinds.length > 1 && <KindButtons kinds={kinds} chosen={draft.kind} onChoose={choose} />}
      <form ref={form} noValidate onSubmit={decide} onKeyDown={onKeyDown} className="stack gap-5">
        <DecisionFields
          second={second}
          draft={draft}
          hasEvidence={hasEvidence || unready !== null}
          findings={findings}
          problems={problems}
          onChange={update}
          reasonHint={
            submissionStatus === 'pending'
              ? 'Write it so the submitter knows what to do.'
              : "Use this if you don't expect any more changes. Write it so the submitter knows what to do."
          }
        />
        {blocking > 0 && (
          <Notice tone="caution" title={blocking === 1 ? 'One comment is open' : `${blocking} comments are open`}>
            Resolve each comment that needs a change before you approve, or request changes again.
          </Notice>
        )}
        {unready && (
          <Notice tone="caution" title={unready}>
            You can approve once it is there.
          </Notice>
        )}
        {blocking === 0 && !unready && (
          <Button
            type="submit"
            variant={draft.kind === 'reject' ? 'destructive' : 'primary'}
            pending={isSending}
            className="justify-self-start"
          >
            {DECISION_CHOICES[draft.kind].send}
          </Button>
        )}
      </form>
    </>
  );
}

/** The draft, which is kept in memory while the reviewer looks at other submissions. */
function useDraft(
  submission: SubmissionInContextDto,
  firstKind: DecisionKind,
): [Draft, (changed: Partial<Draft>) => void] {
  const [draft, setDraft] = useState<Draft>(
    () => drafts.get(submission.id) ?? initialDraft(submission.settled, firstKind),
  );
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed };
    drafts.set(submission.id, next);
    setDraft(next);
  };
  return [draft, change];
}

/** Sends the decision, which can be undone for a few seconds. */
function useSendDecision({ submission, readFields }: DecisionPanelProps) {
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);
  const { id, version, productName, document } = submission;
  const documentSha256 = document?.sha256 ?? null;
  const hasEvidence = isEvidence(evidenceOf(submission));
  /** @returns whether the server accepted it, and the reviewer has not left without waiting */
  const send = async (draft: Draft): Promise<boolean> => {
    drafts.set(id, draft);
    setSending(true);
    const address = paths.staff.submission(id);
    const { pathname } = window.location;
    const hasNotice = submission.findings.some(({ code }) => code === 'batch-notice' || code === 'lab-incident');
    const seen = { id, version, documentSha256, hasEvidence, hasNotice, readFields };
    const isTaken = await pendingDecisions.decide({ submissions: [{ seen, name: productName, draft }], address });
    setSending(false);
    // A refused decision means that the data is stale.
    if (!isTaken) void queryClient.invalidateQueries();
    return isTaken && window.location.pathname === pathname;
  };
  return { isSending, send };
}

interface KindButtonsProps {
  kinds: readonly DecisionKind[];
  chosen: DecisionKind;
  onChoose: (kind: DecisionKind) => void;
}

function KindButtons({ kinds, chosen, onChoose }: KindButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of three buttons
    <div role="group" aria-label="Your decision" className="grid gap-2 sm:grid-cols-3">
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={chosen === kind}
          aria-keyshortcuts={DECISION_CHOICES[kind].key}
          onClick={() => onChoose(kind)}
          className="flex min-h-11 items-center justify-between gap-2 rounded-md border border-edge bg-surface px-3 py-1.5 text-start text-sm font-medium hover:border-pine aria-pressed:border-pine aria-pressed:bg-pine-soft"
        >
          {DECISION_CHOICES[kind].word}
          <span aria-hidden="true" className="font-mono text-xs text-ink-soft">
            {DECISION_CHOICES[kind].key}
          </span>
        </button>
      ))}
    </div>
  );
}
