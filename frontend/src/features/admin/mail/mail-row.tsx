import { useQuery } from '@tanstack/react-query';
import {
  getMailCountsQueryKey,
  getMailQueryKey,
  listMailQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  closeMailMutation,
  getMailOptions,
  sendMailMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MailDto, MailError, MailState } from '../../../api/generated/types.gen';
import { ExpandableRow } from '../../../components/admin/expandable-row';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import type { BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { MutationError } from '../../../ui/messages/mutation-error';
import { Mono } from '../../../ui/mono';
import { counted } from '../../../ui/text/counted';
import { formatInstant } from '../../../ui/text/days';

const STATES: Record<MailState, { word: string; tone: BadgeTone }> = {
  dead: { word: 'Failed', tone: 'clay' },
  waiting: { word: 'Waiting', tone: 'citrus' },
  sent: { word: 'Sent', tone: 'leaf' },
  closed: { word: 'Closed', tone: 'neutral' },
  'not-needed': { word: 'Not needed', tone: 'neutral' },
};

const ERROR_TEXTS: Record<MailError, string> = {
  'recipient-refused': "The mail server says this mailbox doesn't exist.",
  'mailbox-full': 'The mailbox is full.',
  'letter-refused': 'The mail server refused the message itself.',
  'address-unusable': "We can't send to this address.",
  'letter-unusable': "We can't send the message as it is.",
  'letter-failed': "We couldn't create the message.",
  busy: 'The mail server asked us to try again later.',
  'sender-refused': "The mail server doesn't accept email from our address. Check MAIL_FROM.",
  'sign-in-refused': 'The mail server refused our user name and password. Check SMTP_URL.',
  'name-not-found': "We couldn't find the mail server. Check SMTP_URL.",
  'connection-refused': "The mail server isn't answering.",
  'connection-lost': 'The mail server closed the connection.',
  timeout: 'The mail server took too long.',
  tls: "We couldn't make a secure connection to the mail server.",
  'folder-unwritable': "We can't write to the mail folder.",
  unknown: 'It failed for an unknown reason.',
};

export function MailRow({ mail }: { mail: MailDto }) {
  const { kind, description, state, attempts, lastError, createdAt, nextAttemptAt } = mail;
  const facts = [
    `Created ${formatInstant(createdAt)}`,
    counted(attempts, 'attempt'),
    ...(nextAttemptAt && attempts > 0 ? [`next ${formatInstant(nextAttemptAt)}`] : []),
  ];
  return (
    <ExpandableRow
      title={description ?? kind}
      state={STATES[state]}
      note={lastError && ERROR_TEXTS[lastError]}
      facts={facts}
    >
      <Details mail={mail} />
    </ExpandableRow>
  );
}

/** The server derives the address and the subject on request. It stores neither with the email. */
function Details({ mail }: { mail: MailDto }) {
  const { id, kind, state, finishedAt } = mail;
  const found = useQuery({ ...getMailOptions({ path: { id } }), staleTime: 0 });
  return (
    <QueryResult
      query={found}
      loadingLabel="Loading the email"
      skeletonClassName="h-16"
      errorTitle="We couldn't load this email"
      headingLevel={2}
    >
      {({ to, subject }) => (
        <div className="stack gap-4">
          <p className="stack gap-1 text-sm wrap-anywhere">
            {to === null ? (
              <span>The record or person it was for is gone, or we can't create the message.</span>
            ) : (
              <>
                <span>To {to}</span>
                <span>{subject}</span>
              </>
            )}
            <span className="text-ink-soft">
              Email <Mono>{id}</Mono>, <Mono>{kind}</Mono>
              {finishedAt && `, finished ${formatInstant(finishedAt)}`}
            </span>
          </p>
          {(state === 'dead' || state === 'waiting') && <MailActions mail={mail} />}
        </div>
      )}
    </QueryResult>
  );
}

function MailActions({ mail: { id, state } }: { mail: MailDto }) {
  const path = { id };
  const refetch = [listMailQueryKey(), getMailCountsQueryKey(), getMailQueryKey({ path })];
  const send = useChange(sendMailMutation(), {
    done: { title: 'Back in the queue', description: "We'll send it in a moment." },
    refetch,
  });
  const close = useChange(closeMailMutation(), {
    done: { title: 'Closed', description: "We won't send it." },
    refetch,
  });
  return (
    <>
      <MutationError error={send.error ?? close.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="secondary"
          pending={send.isPending}
          pendingText="Queueing…"
          onClick={() => send.mutate({ path })}
        >
          {state === 'dead' ? 'Send again' : 'Send now'}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          pending={close.isPending}
          pendingText="Closing…"
          onClick={() => close.mutate({ path })}
        >
          Close
        </Button>
      </div>
    </>
  );
}
