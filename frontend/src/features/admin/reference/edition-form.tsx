import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/api';
import { proposeRuleEditionMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffRuleDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { DateField } from '../../../ui/date-field';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { RadioGroup } from '../../../ui/radio-group';
import { TextareaField } from '../../../ui/textarea-field';
import { toast } from '../../../ui/toast-store';
import { useRefreshReference } from './use-refresh-reference';

const today = () => new Date().toISOString().slice(0, 10);

interface EditionFormProps {
  rule: StaffRuleDto;
  onReload: () => void;
}

/** Proposes the next edition: the same text read again, or changed fields as JSON. */
export function EditionForm({ rule: { id, edition, content }, onReload }: EditionFormProps) {
  const navigate = useNavigate();
  const refresh = useRefreshReference();
  const [isChanged, setChanged] = useState(false);
  const [jsonError, setJsonError] = useState<string>();
  const propose = useMutation({
    ...proposeRuleEditionMutation(),
    onSuccess: async (change) => {
      toast({ title: 'Proposed', description: 'It counts once a second reviewer has confirmed it.' });
      navigate(paths.staff.change(change.id));
      await refresh();
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const read = isChanged ? parsed(String(values.get('content'))) : content;
    setJsonError(typeof read === 'string' ? read : undefined);
    if (typeof read === 'string') return;
    const [readOn, rereadBy] = [String(values.get('readOn')), String(values.get('rereadBy'))];
    const body = { basedOn: edition, content: read, readOn, rereadBy, reason: String(values.get('reason')) };
    propose.mutate({ path: { id }, body });
  };
  const { error } = propose;
  return (
    <Panel as="section" aria-labelledby="new-edition" className="stack gap-5">
      <h2 id="new-edition" className="text-lg">
        Edition {edition + 1}
      </h2>
      <form onSubmit={send} className="stack gap-4">
        <RadioGroup
          legend="What you found"
          name="finding"
          value={isChanged ? 'changed' : 'same'}
          onValueChange={(value) => setChanged(value === 'changed')}
          options={[
            { value: 'same', label: 'I read it again, nothing changed' },
            { value: 'changed', label: 'Something changed, or our reading was wrong' },
          ]}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <DateField label="Day you read it" name="readOn" required defaultValue={today()} />
          <DateField label="Read again by" name="rereadBy" required />
        </div>
        {isChanged && (
          <TextareaField
            label="The rule as JSON"
            name="content"
            rows={24}
            required
            spellCheck={false}
            defaultValue={JSON.stringify(content, null, 2)}
            hint="Change only what you read, and keep the words you read in “evidence”. Put what you could not read into “unread”."
            {...(jsonError !== undefined && { error: jsonError })}
          />
        )}
        <TextareaField
          label="Reason"
          name="reason"
          required
          maxLength={1000}
          hint="Why there is a new edition. Visitors read it on the rule's page."
        />
        <EditionErrors error={error} onReload={onReload} />
        <p className="text-sm text-ink-soft">
          A second reviewer compares it with edition {edition} and confirms or declines it. Until then nothing changes
          for visitors.
        </p>
        <p>
          <Button type="submit" pending={propose.isPending} pendingText="Proposing…">
            Propose edition {edition + 1}
          </Button>
        </p>
      </form>
    </Panel>
  );
}

/** @returns why it cannot be read, as a sentence */
function parsed(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return 'The text must be one JSON object, in braces.';
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : 'check the quotes and commas'}`;
  }
}

/** Each wrong field with its place in the JSON. */
function EditionErrors({ error, onReload }: { error: unknown; onReload: () => void }) {
  if (!(error instanceof Error)) return null;
  const fields = error instanceof ApiError ? error.fields : [];
  const isOutdated = error instanceof ApiError && [409, 412].includes(error.status);
  return (
    <Notice
      tone="danger"
      role="alert"
      title={fields.length > 0 ? 'Correct these fields' : 'Not proposed'}
      actions={
        isOutdated && (
          <Button size="sm" variant="secondary" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      {fields.length === 0 ? (
        error.message
      ) : (
        <ul className="list-disc ps-5">
          {fields.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="wrap-anywhere">
              <code>{field.replace(/^content\./, '')}</code>: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
