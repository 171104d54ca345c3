import type { UseMutationOptions } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/api';
import type { ReferenceChangeDto } from '../../../api/generated/types.gen';
import { useChange } from '../../../components/admin/use-change';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { DateField } from '../../../ui/fields/date-field';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { Notice } from '../../../ui/messages/notice';
import { type RuleDraft, toContent } from './rule-draft';
import { RuleFields } from './rule-fields';

const today = () => new Date().toISOString().slice(0, 10);

/** What every proposal of an edition sends. */
interface ProposedReading {
  readonly readOn: string;
  readonly rereadBy: string;
  readonly reason: string;
  readonly content: Readonly<Record<string, unknown>>;
}

interface RuleFormProps<Failure, Request> {
  initial: RuleDraft;
  /** Sent instead of the fields' content; the fields are hidden. */
  unchanged?: ProposedReading['content'] | undefined;
  /** Makes the proposal, whose page opens then. */
  mutation: UseMutationOptions<ReferenceChangeDto, Failure, Request>;
  toRequest: (reading: ProposedReading, values: FormData) => Request;
  onReload?: () => void;
  submitLabel: string;
  reasonHint: string;
  /** Fields before those of the rule. */
  children: (errorOf: (field: string) => { error?: string }) => ReactNode;
  note: ReactNode;
}

/** A form for an edition of a rule. Errors are shown beside their fields, and nothing that was typed is lost. */
export function RuleForm<Failure, Request>(props: RuleFormProps<Failure, Request>) {
  const { initial, unchanged, mutation, toRequest, onReload, submitLabel, reasonHint, children, note } = props;
  const navigate = useNavigate();
  const propose = useChange(mutation, {
    onDone: ({ id }) => navigate(paths.staff.change(id)),
    done: { title: 'Proposed', description: 'It counts once a second reviewer has confirmed it.' },
  });
  const [draft, setDraft] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const { error } = propose;
  const fields = error instanceof ApiError ? error.fields : [];
  const errorOf = (field: string) => errorIn(fields, field);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [readOn = '', rereadBy = '', reason = ''] = ['readOn', 'rereadBy', 'reason'].map((name) =>
      String(values.get(name)),
    );
    propose.mutate(toRequest({ readOn, rereadBy, reason, content: unchanged ?? toContent(draft) }, values));
  };
  return (
    <form ref={form} onSubmit={send} className="stack gap-4">
      {children(errorOf)}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <DateField label="Day you read it" name="readOn" required defaultValue={today()} {...errorOf('readOn')} />
        <DateField label="Read again by" name="rereadBy" required {...errorOf('rereadBy')} />
      </div>
      {!unchanged && (
        <RuleFields
          draft={draft}
          onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          onCountChange={propose.reset}
          errorOf={(field) => errorOf(`content.${field}`)}
        />
      )}
      <TextareaField label="Reason" name="reason" required maxLength={1000} hint={reasonHint} {...errorOf('reason')} />
      <FormError error={error} isHidden={unchanged !== undefined} onReload={onReload} />
      <p className="text-sm text-ink-soft">{note}</p>
      <p>
        <Button type="submit" pending={propose.isPending} pendingText="Proposing…">
          {submitLabel}
        </Button>
      </p>
    </form>
  );
}

type FieldErrors = readonly { readonly field: string; readonly message: string }[];

/** The error of a field or of one below it, or with `!` at the end, of exactly this one. */
function errorIn(errors: FieldErrors, field: string): { error?: string } {
  const exact = field.replace(/!$/, '');
  const isOwn = (one: string) => one === exact || (exact === field && one.startsWith(`${field}.`));
  const found = errors.find((error) => isOwn(error.field));
  return found ? { error: found.message } : {};
}

/** Why it was not proposed. Messages of fields are shown beside them, or here if the fields are hidden. */
function FormError({
  error,
  isHidden,
  onReload,
}: {
  error: unknown;
  isHidden: boolean;
  onReload?: (() => void) | undefined;
}) {
  if (!(error instanceof Error)) return null;
  const fields = error instanceof ApiError ? error.fields : [];
  const isOutdated = error instanceof ApiError && [409, 412].includes(error.status);
  const hidden = fields.filter(({ field }) => isHidden && field.startsWith('content'));
  return (
    <Notice
      tone="danger"
      role="alert"
      title={fields.length > 0 ? 'Correct the marked fields' : 'Not proposed'}
      actions={
        isOutdated &&
        onReload && (
          <Button size="sm" variant="secondary" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      {fields.length === 0 && error.message}
      {fields.length > 0 &&
        hidden.length === 0 &&
        (fields.length === 1 ? 'One field is wrong.' : `${fields.length} fields are wrong.`)}
      {hidden.length > 0 && (
        <ul className="list-disc ps-5">
          {hidden.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="wrap-anywhere">
              {field.replace(/^content\./, '')}: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
