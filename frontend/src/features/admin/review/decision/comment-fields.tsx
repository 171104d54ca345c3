import type { CommentCode, CommentWeight } from '../../../../api/generated/types.gen';
import { Button } from '../../../../ui/button';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';
import { COMMENT_CODES, EMPTY_COMMENT, type UnfinishedComment } from './decision';

const WEIGHTS: readonly { value: CommentWeight; label: string }[] = [
  { value: 'major', label: 'Needs to change' },
  { value: 'advisory', label: 'For their information' },
];

/** The most that the API accepts in one request. */
const MAX_COMMENTS = 20;

interface CommentFieldsProps {
  comments: readonly UnfinishedComment[];
  onChange: (comments: readonly UnfinishedComment[]) => void;
  problems: Readonly<Record<string, string>>;
  /** The initial value of an added comment. */
  first?: UnfinishedComment;
}

/** A list of comments, one for each thing that should change. */
export function CommentFields({ comments, onChange, problems, first = EMPTY_COMMENT }: CommentFieldsProps) {
  const change = (index: number, changed: Partial<UnfinishedComment>) =>
    onChange(comments.map((comment, other) => (other === index ? { ...comment, ...changed } : comment)));
  return (
    <div className="stack gap-5">
      {comments.map((comment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an unsent comment has no ID
        <fieldset key={index} className="stack gap-3 border-s-2 border-rule ps-4">
          <legend className="mb-2 text-sm font-semibold">Comment {index + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField
              label="What's wrong"
              required
              error={problems[`comments.${index}.code`]}
              value={comment.code}
              options={[{ value: '', label: 'Choose a reason', disabled: true }, ...COMMENT_CODES]}
              onChange={(event) => change(index, { code: event.target.value as CommentCode })}
            />
            <SelectField
              label="Importance"
              options={WEIGHTS}
              value={comment.weight}
              onChange={(event) => change(index, { weight: event.target.value as CommentWeight })}
            />
          </div>
          <TextareaField
            label="In your words"
            rows={2}
            maxLength={1000}
            required={comment.code === 'other'}
            error={problems[`comments.${index}`]}
            value={comment.text ?? ''}
            onChange={(event) => change(index, { text: event.target.value })}
          />
          {comments.length > 1 && (
            <Button
              size="sm"
              variant="quiet"
              className="justify-self-start"
              onClick={() => onChange(comments.filter((_, other) => other !== index))}
            >
              Remove comment {index + 1}
            </Button>
          )}
        </fieldset>
      ))}
      {comments.length < MAX_COMMENTS && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          onClick={() => onChange([...comments, first])}
        >
          Add another comment
        </Button>
      )}
    </div>
  );
}
