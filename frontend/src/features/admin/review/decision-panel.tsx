import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { approveSubmission, rejectSubmission, requestChanges } from '../../../api/generated/sdk-staff.gen';
import type { SubmissionDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { TextareaField } from '../../../ui/textarea-field';
import { CommentFields } from './comment-fields';
import {
  type DecisionKind,
  type Draft,
  draftProblems,
  drafts,
  initialDraft,
  openMajorComments,
  toCommentDrafts,
} from './decision';
import { isBeingDecided, pendingDecisions } from './pending-decisions';
import { useShortcuts } from './shortcuts';
import { VerdictFields } from './verdict-fields';

const KINDS: readonly { kind: DecisionKind; word: string; key: string }[] = [
  { kind: 'approve', word: 'Approve', key: 'a' },
  { kind: 'changes', word: 'Request changes', key: 'c' },
  { kind: 'reject', word: 'Reject', key: 'r' },
];

const SEND: Record<DecisionKind, string> = {
  approve: 'Approve and publish',
  changes: 'Request these changes',
  reject: 'Reject',
};

export interface DecisionPanelProps {
  submission: SubmissionDto;
  /** Called when the decision waits to be sent, so that the reviewer can go on. */
  onDecided: () => void;
}

/** The form to decide a submission, or a notice while its decision waits to be sent. */
export function DecisionPanel({ submission, onDecided }: DecisionPanelProps) {
  const decisions = useSyncExternalStore(pendingDecisions.subscribe, pendingDecisions.getSnapshot);
  const isPending = isBeingDecided(decisions, submission.id);
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
      {isPending ? (
        <Notice title={summary}>Sending soon. You can still undo it below.</Notice>
      ) : (
        <DecisionForm submission={submission} onDecided={onDecided} onLeaveFields={() => heading.current?.focus()} />
      )}
    </Panel>
  );
}

function DecisionForm({ submission, onDecided, onLeaveFields }: DecisionPanelProps & { onLeaveFields: () => void }) {
  const queryClient = useQueryClient();
  const { id, submissionStatus, productName } = submission;
  const kinds = KINDS.filter(({ kind }) => submissionStatus === 'pending' || kind === 'reject');
  const [draft, setDraft] = useState<Draft>(
    () => drafts.get(id) ?? initialDraft(submission, kinds[0]?.kind ?? 'reject'),
  );
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const [focusAsked, askForFocus] = useState(0);
  useEffect(() => {
    if (focusAsked > 0) form.current?.querySelector<HTMLElement>('select, textarea, button')?.focus();
  }, [focusAsked]);

  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed };
    drafts.set(id, next);
    setDraft(next);
    setProblems({});
  };
  const [refusals, countRefusal] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const choose = (kind: DecisionKind) => {
    change({ kind });
    askForFocus((before) => before + 1);
  };
  useShortcuts(Object.fromEntries(kinds.map(({ kind, key }) => [key, () => choose(kind)])));

  const blocking = draft.kind === 'approve' ? openMajorComments(submission.comments).length : 0;
  const decide = (event: FormEvent) => {
    event.preventDefault();
    const found = draftProblems(draft, submission);
    setProblems(found);
    countRefusal((before) => before + 1);
    if (blocking > 0 || Object.keys(found).length > 0) return;
    drafts.set(id, draft);
    const word = KINDS.find(({ kind }) => kind === draft.kind)?.word;
    const sendIt = async (isLeaving: boolean) => {
      await sendDecision(draft, submission, isLeaving);
      drafts.delete(id);
    };
    pendingDecisions.decide({
      summary: `${word}: ${productName}`,
      items: [{ submissionId: id, name: productName, send: sendIt }],
      address: paths.staff.submission(id),
      // A decision changes the public lists, the queue and the brands' counts. A failed one means that the data is stale.
      onSent: () => void queryClient.invalidateQueries(),
    });
    onDecided();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
    if (event.key === 'Escape') onLeaveFields();
  };

  return (
    <>
      {kinds.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of three buttons
        <div role="group" aria-label="Your decision" className="grid gap-2 sm:grid-cols-3">
          {kinds.map(({ kind, word, key }) => (
            <button
              key={kind}
              type="button"
              aria-pressed={draft.kind === kind}
              aria-keyshortcuts={key}
              onClick={() => choose(kind)}
              className="flex min-h-11 items-center justify-between gap-2 rounded-md border border-edge bg-surface px-3 py-1.5 text-start text-sm font-medium hover:border-pine aria-pressed:border-pine aria-pressed:bg-pine-soft"
            >
              {word}
              <span aria-hidden="true" className="font-mono text-xs text-ink-soft">
                {key}
              </span>
            </button>
          ))}
        </div>
      )}
      <form ref={form} noValidate onSubmit={decide} onKeyDown={onKeyDown} className="stack gap-5">
        {draft.kind === 'approve' && (
          <VerdictFields verdict={draft.verdict} problems={problems} onChange={(verdict) => change({ verdict })} />
        )}
        {draft.kind === 'changes' && (
          <CommentFields comments={draft.comments} problems={problems} onChange={(comments) => change({ comments })} />
        )}
        {draft.kind === 'reject' && (
          <TextareaField
            label="Reason"
            required
            maxLength={1000}
            hint={
              submissionStatus === 'pending'
                ? 'Write it so the submitter knows what to do.'
                : "Use this if you don't expect any more changes. Write it so the submitter knows what to do."
            }
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
        {blocking > 0 ? (
          <Notice tone="caution" title={blocking === 1 ? 'One comment is open' : `${blocking} comments are open`}>
            Resolve each comment that needs a change before you approve, or request changes again.
          </Notice>
        ) : (
          <Button
            type="submit"
            variant={draft.kind === 'reject' ? 'destructive' : 'primary'}
            className="justify-self-start"
          >
            {SEND[draft.kind]}
          </Button>
        )}
      </form>
    </>
  );
}

/** @param keepalive lets the request outlive the page, which is being closed */
export function sendDecision(
  draft: Draft,
  { id, version }: Pick<SubmissionDto, 'id' | 'version'>,
  keepalive: boolean,
): Promise<unknown> {
  const call = { path: { id }, keepalive, throwOnError: true } as const;
  if (draft.kind === 'approve') return approveSubmission({ ...call, body: { version, ...draft.verdict } });
  if (draft.kind === 'reject') return rejectSubmission({ ...call, body: { version, reason: draft.reason } });
  return requestChanges({ ...call, body: { version, comments: toCommentDrafts(draft.comments) } });
}
