import type { ReactNode } from 'react';
import type { ReviewCommentDto } from '../../api/generated/types.gen';
import { Badge } from '../../ui/badge';
import { InfoIcon, WarningIcon } from '../../ui/icons';
import { formatDay, formatInstant } from '../../ui/text/days';

export interface ReviewCommentsProps {
  comments: readonly ReviewCommentDto[];
  /** Whether to show author and time. */
  isSigned?: boolean;
  /** Action for an open comment. */
  action?: (comment: ReviewCommentDto) => ReactNode;
}

/** Reviewers' comments, oldest first. */
export function ReviewComments({ comments, isSigned = false, action }: ReviewCommentsProps) {
  return (
    <ul className="stack gap-3">
      {comments.map((comment) => (
        <li key={comment.id} className="stack gap-1.5 rounded-md border border-rule bg-surface p-4">
          <p className="flex flex-wrap items-center gap-2 text-xs text-ink-soft">
            {comment.settledAt ? (
              <Badge tone="leaf">Resolved</Badge>
            ) : comment.weight === 'major' ? (
              <Badge tone="clay" icon={<WarningIcon className="size-3.5" />}>
                Needs to change
              </Badge>
            ) : (
              <Badge icon={<InfoIcon className="size-3.5" />}>For your information</Badge>
            )}
            {isSigned ? (
              <span>
                {comment.by}, <time dateTime={comment.at}>{formatInstant(comment.at)}</time>
              </span>
            ) : (
              formatDay(comment.at.slice(0, 10))
            )}
          </p>
          <p className="font-medium">{comment.sentence}</p>
          {comment.text && <p className="text-sm whitespace-pre-line wrap-anywhere">{comment.text}</p>}
          {!comment.settledAt && action?.(comment)}
        </li>
      ))}
    </ul>
  );
}
