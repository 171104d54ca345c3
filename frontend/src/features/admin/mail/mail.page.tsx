import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  getMailCountsQueryKey,
  getMailQueryKey,
  listMailQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  closeMailMutation,
  getMailCountsOptions,
  getMailOptions,
  sendMailMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MailDto, MailError, MailSelection, MailState } from '../../../api/generated/types.gen';
import { type MailFilters, mailPages } from '../../../api/staff-lists';
import { ExpandableRow } from '../../../components/admin/expandable-row';
import { FilterSelect } from '../../../components/admin/filter-select';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import { useFilters, useSearchField } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import type { BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { SearchField } from '../../../ui/fields/search-field';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { Mono } from '../../../ui/mono';
import { counted } from '../../../ui/text/counted';
import { formatInstant } from '../../../ui/text/days';

/** What the list can show, and the text for when it is empty. */
const SELECTIONS: Record<MailSelection, { label: string; none: string }> = {
  open: { label: 'In progress or failed', none: 'No email is waiting, being sent or retried, and none has failed.' },
  waiting: { label: 'Waiting', none: 'No emails are waiting.' },
  dead: { label: 'Failed', none: 'No failed emails.' },
  sent: { label: 'Sent', none: 'No emails were sent in the last 30 days.' },
  closed: { label: 'Closed', none: 'No emails were closed in the last 30 days.' },
  'not-needed': { label: 'Not needed', none: 'No emails became unnecessary in the last 30 days.' },
  all: { label: 'All', none: 'There was no email in the last 30 days.' },
};

const isSelection = (text: string): text is MailSelection => Object.hasOwn(SELECTIONS, text);

export function Component() {
  const filters = useFilters({ state: 'open', search: '' }, { replace: true });
  const { values, setFilters } = filters;
  const searchField = useSearchField(filters);
  const state = isSelection(values.state) ? values.state : 'open';
  const mailFilters: MailFilters = { state, ...(values.search && { search: values.search }) };
  const list = usePagedRows(mailPages(mailFilters));
  const counts = useQuery({ ...getMailCountsOptions(), staleTime: 0 });
  const countOf = (one: string) => counts.data?.find((count) => count.state === one)?.count;
  const options = Object.entries(SELECTIONS).map(([value, { label }]) => ({
    value,
    label: labelWithCount(label, countOf(value)),
  }));
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Email</h1>
      <search aria-label="Search and filter" className="grid items-end gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          label="Search"
          hint="A whole email address, a reference, a lab, a newsletter's subject, or what the email is for."
          maxLength={254}
          autoCapitalize="none"
          {...searchField}
        />
        <FilterSelect label="Show" name="state" value={state} options={options} setFilters={setFilters} />
      </search>
      <p className="max-w-text text-sm text-ink-soft">
        If an email can't be delivered, we keep trying for about a day, then give up. We don't store addresses with the
        email. We look them up when we send it.{' '}
        <Link to={paths.staff.mailTemplates} className={textLink}>
          See all email templates
        </Link>
      </p>
      <PagedList
        list={list}
        loadingLabel="Loading email"
        errorTitle="We couldn't load the email"
        countLabel={(total) => `${total === 1 ? 'email' : 'emails'}, newest first`}
        empty={
          <Empty
            filters={mailFilters}
            onShowAll={() => setFilters({ state: 'all' })}
            onClearSearch={() => {
              searchField.onValueChange('');
              setFilters({ search: '' });
            }}
          />
        }
      >
        {(mail) => <MailRow key={mail.id} mail={mail} />}
      </PagedList>
    </div>
  );
}

/** The server counts up to a thousand. */
const labelWithCount = (word: string, count: number | undefined) =>
  count === undefined ? word : `${word} (${count > 1000 ? '1,000+' : count.toLocaleString('en-US')})`;

interface EmptyProps {
  filters: MailFilters;
  onShowAll: () => void;
  onClearSearch: () => void;
}

function Empty({ filters: { state, search }, onShowAll, onClearSearch }: EmptyProps) {
  const all = (label: string) => (
    <Button variant="secondary" onClick={onShowAll}>
      {label}
    </Button>
  );
  if (!search) {
    return (
      <EmptyState title="Nothing here" actions={state === 'all' ? null : all('Show all email')}>
        {SELECTIONS[state].none}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No email matches"
      actions={
        state === 'all' ? (
          <Button variant="secondary" onClick={onClearSearch}>
            Clear the search
          </Button>
        ) : (
          all('Search all email')
        )
      }
    >
      {state === 'all'
        ? 'Check the spelling. An email address has to be complete. Sent email is kept for 30 days.'
        : `Nothing under “${SELECTIONS[state].label}” matches “${search}”.`}
    </EmptyState>
  );
}

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

function MailRow({ mail }: { mail: MailDto }) {
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
