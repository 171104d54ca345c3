import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addCommentsMutation, settleCommentMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { ReviewCommentDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { StaleError } from '../../../../components/admin/save-error';
import { useChange } from '../../../../components/admin/use-change';
import { ReviewComments } from '../../../../components/coa-registry/review-comments';
import { Button } from '../../../../ui/button';
import { Section } from '../../../../ui/section';
import { CommentFields } from '../decision/comment-fields';
import { commentProblems, EMPTY_NOTE, toCommentDrafts, type UnfinishedComment } from '../decision/decision';
import { INVALID_FIELD, submitOnCtrlEnter, useFocusAfterRender } from '../decision/form-focus';
import { useShortcuts } from '../queue/shortcuts';

/** Unsent comments by submission, kept while the reviewer looks at other submissions. */
const notes = new Map<string, readonly UnfinishedComment[]>();

/** The reviewers' comments on a submission, and the form to add comments without deciding it. */
export function SubmissionComments({ submission }: { submission: SubmissionInContextDto }) {
  const { id, version, comments, submissionStatus } = submission;
  const [isWriting, setWriting] = useState(notes.has(id));
  const opener = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(isWriting);
  useEffect(() => {
    if (wasWriting.current && !isWriting) opener.current?.focus();
    wasWriting.current = isWriting;
  }, [isWriting]);
  const isOpen = submissionStatus === 'pending' || submissionStatus === 'changes_requested';
  useShortcuts({ m: isOpen ? () => setWriting(true) : undefined });
  const resolve = useChange(settleCommentMutation(), { done: { title: 'Comment resolved' } });
  // Resolving a comment would invalidate the submitter's correction link while they use it.
  const canResolve = submissionStatus === 'pending';
  const action = (comment: ReviewCommentDto) => (
    <Button
      size="sm"
      variant="secondary"
      className="justify-self-start"
      pending={resolve.isPending && resolve.variables.path.commentId === comment.id}
      pendingText="Resolving…"
      onClick={() => resolve.mutate({ path: { id, commentId: comment.id }, body: { version } })}
    >
      Resolve<span className="sr-only"> {comment.sentence}</span>
    </Button>
  );
  if (!isOpen && comments.length === 0) return null;
  return (
    <Section id="comments" title="Comments" className="stack gap-3">
      <StaleError error={resolve.error} />
      {comments.length === 0 ? (
        <p className="text-sm text-ink-soft">No comments yet.</p>
      ) : (
        <ReviewComments comments={comments} isSigned {...(canResolve && { action })} />
      )}
      {isOpen && !isWriting && (
        <Button
          ref={opener}
          size="sm"
          variant="secondary"
          className="justify-self-start"
          aria-keyshortcuts="m"
          onClick={() => setWriting(true)}
        >
          Add a comment
        </Button>
      )}
      {isOpen && isWriting && (
        <NoteForm
          submission={submission}
          onDone={() => {
            notes.delete(id);
            setWriting(false);
          }}
        />
      )}
    </Section>
  );
}

function NoteForm({ submission: { id, version }, onDone }: { submission: SubmissionInContextDto; onDone: () => void }) {
  const [comments, setComments] = useState<readonly UnfinishedComment[]>(() => notes.get(id) ?? [EMPTY_NOTE]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusAfterRender(form, INVALID_FIELD);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const add = useChange(addCommentsMutation(), {
    onDone,
    done: { title: comments.length === 1 ? 'Comment added' : 'Comments added' },
  });
  const change = (changed: readonly UnfinishedComment[]) => {
    notes.set(id, changed);
    setComments(changed);
    setProblems({});
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = commentProblems(comments);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusInvalid();
    if (!add.isPending) add.mutate({ path: { id }, body: { version, comments: toCommentDrafts(comments) } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    submitOnCtrlEnter(event);
    if (event.key === 'Escape') onDone();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Add a comment"
      onSubmit={send}
      onKeyDown={onKeyDown}
      className="stack gap-4 rounded-md border border-rule bg-surface p-4"
    >
      <p className="text-sm text-ink-soft">
        This doesn't decide the submission. Other reviewers see the comment now. The submitter sees open comments when
        you request changes. One that needs a change must be resolved before approval.
      </p>
      <CommentFields comments={comments} problems={problems} onChange={change} first={EMPTY_NOTE} />
      <StaleError error={add.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" pending={add.isPending} pendingText="Saving…">
          Save {comments.length === 1 ? 'comment' : 'comments'}
        </Button>
        <Button size="sm" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
