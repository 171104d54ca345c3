import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import retention from '../../../../../content/retention.json' with { type: 'json' };
import { errorMessage } from '../../../api/api';
import {
  getContactMessageQueryKey,
  listContactMessagesQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  getContactMessageOptions,
  handleContactMessageMutation,
  reopenContactMessageMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MessageDto } from '../../../api/generated/types.gen';
import { ChangeForm } from '../../../components/admin/change-form';
import { useChange } from '../../../components/admin/use-change';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { DataList } from '../../../ui/data-list';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { toast } from '../../../ui/messages/toast-store';
import { Mono } from '../../../ui/mono';
import { PanelSection } from '../../../ui/panel-section';
import { formatDay, formatInstant } from '../../../ui/text/days';
import { TOPICS } from './message-topics';

export function Component() {
  const { id = '' } = useParams();
  const message = useQuery({ ...getContactMessageOptions({ path: { id } }), staleTime: 0 });
  const reload = async () => {
    const { error } = await message.refetch();
    if (error)
      toast({ title: "We couldn't load this message", description: errorMessage(error), variant: 'destructive' });
  };
  return (
    <QueryResult
      query={message}
      loadingLabel="Loading the message"
      errorTitle="We couldn't load this message"
      headingLevel={1}
      keepsStaleData
    >
      {(found) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Text message={found} />
          <HandlingPanel message={found} onReload={reload} />
        </div>
      )}
    </QueryResult>
  );
}

function Text({ message: { reference, name, email, topic, message, createdAt } }: { message: MessageDto }) {
  return (
    <section aria-labelledby="message" className="stack content-start gap-6">
      <Breadcrumbs links={[{ to: paths.staff.messages, label: 'Messages' }]} current={reference} />
      <h1 id="message" className="text-2xl wrap-anywhere">
        Message from {name ?? email}
      </h1>
      <DataList
        items={[
          { label: 'Reference', value: <Mono>{reference}</Mono> },
          { label: 'Topic', value: TOPICS[topic] },
          { label: 'Address', value: email },
          { label: 'Received', value: formatInstant(createdAt) },
        ]}
      />
      <p className="max-w-text whitespace-pre-wrap wrap-anywhere">{message}</p>
      <p>
        <Button asChild>
          <a href={replyTo({ email, reference })}>Reply by email</a>
        </Button>
      </p>
    </section>
  );
}

/** Encodes the address, so that no part of it can add another mail header. */
function replyTo({ email, reference }: Pick<MessageDto, 'email' | 'reference'>): string {
  const address = email.split('@').map(encodeURIComponent).join('@');
  return `mailto:${address}?subject=${encodeURIComponent(`Your message ${reference}`)}`;
}

function HandlingPanel({ message, onReload }: { message: MessageDto; onReload: () => void }) {
  const { id, standing, changedAt, changedBy, note, version } = message;
  const isOpen = standing === 'open';
  const change = useChange(isOpen ? handleContactMessageMutation() : reopenContactMessageMutation(), {
    done: { title: isOpen ? 'Marked as handled' : 'Reopen' },
    storedAs: () => getContactMessageQueryKey({ path: { id } }),
    refetch: [listContactMessagesQueryKey()],
  });
  const send = (values: FormData, form: HTMLFormElement) => {
    const body = { version, note: String(values.get('note')).trim() || undefined };
    change.mutate({ path: { id }, body }, { onSuccess: () => form.reset() });
  };
  return (
    <PanelSection id="standing" title={isOpen ? 'Open' : 'Handled'} className="stack content-start gap-5 self-start">
      {changedAt && (
        <p className="text-sm text-ink-soft">
          {isOpen ? 'Reopened' : 'Handled'} by {changedBy} on {formatDay(changedAt.slice(0, 10))}
        </p>
      )}
      {note && <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>}
      <ChangeForm
        change={change}
        onSend={send}
        onReload={onReload}
        submitLabel={isOpen ? 'Mark as handled' : 'Reopen'}
        pendingText="Saving…"
        variant={isOpen ? 'primary' : 'secondary'}
      >
        <TextareaField
          label="Note"
          name="note"
          maxLength={1000}
          hint="For other staff. It replaces the previous note. Leave it empty to remove the note."
        />
      </ChangeForm>
      <p className="text-sm text-ink-soft">
        A handled message is deleted automatically after {retention.handledMessages} days. An open one stays until
        someone handles it. If the sender asks us to delete it sooner, use Privacy requests.
      </p>
    </PanelSection>
  );
}
