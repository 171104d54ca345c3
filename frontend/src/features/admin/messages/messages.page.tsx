import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorMessage } from '../../../api/api';
import type { ContactTopic, MessageSummaryDto } from '../../../api/generated/types.gen';
import { contactMessagePages, type MessageFilters } from '../../../api/staff-lists';
import { useDebounced } from '../../../hooks/use-debounced';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { formatDay } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { textLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { SearchField } from '../../../ui/search-field';
import { SelectField } from '../../../ui/select-field';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TOPICS } from './message-topics';

const STANDINGS = [
  { value: 'open', label: 'Open' },
  { value: 'handled', label: 'Handled' },
] as const;

const TOPIC_OPTIONS = [
  { value: '', label: 'Any topic' },
  ...Object.entries(TOPICS).map(([value, label]) => ({ value, label })),
];

/** Standing and topic are in the address; what is searched for is not, because it is about people. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const standing = STANDINGS.find(({ value }) => value === params.get('standing'))?.value ?? 'open';
  const topic = Object.keys(TOPICS).find((key) => key === params.get('topic')) as ContactTopic | undefined;
  const show = (name: 'standing' | 'topic', value: string) =>
    setParams((before) => {
      if (value === '' || value === 'open') before.delete(name);
      else before.set(name, value);
      return before;
    });

  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Messages</h1>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <SearchField
          label="Search"
          placeholder="Reference, name, address or text"
          maxLength={100}
          value={typed}
          onValueChange={setTyped}
        />
        <SelectField
          label="Show"
          value={standing}
          options={STANDINGS}
          onChange={(event) => show('standing', event.target.value)}
        />
        <SelectField
          label="Topic"
          value={topic ?? ''}
          options={TOPIC_OPTIONS}
          onChange={(event) => show('topic', event.target.value)}
        />
      </div>
      <Messages filters={{ standing, ...(topic && { topic }), ...(search && { search }) }} />
    </div>
  );
}

function Messages({ filters }: { filters: MessageFilters }) {
  const messages = useInfiniteQuery({
    ...contactMessagePages(filters),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (messages.isError && !messages.isFetchNextPageError) {
    return (
      <ErrorState title="We couldn't load the messages" onRetry={() => messages.refetch()}>
        {errorMessage(messages.error)}
      </ErrorState>
    );
  }
  if (messages.isPending) {
    return (
      <Loading label="Loading messages">
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  const rows = messages.data.pages.flatMap((page) => page.rows);
  const [first] = messages.data.pages;
  if (rows.length === 0) {
    const isFiltered = filters.search !== undefined || filters.topic !== undefined;
    return (
      <EmptyState title="No messages">
        {isFiltered
          ? 'No messages match. Try another topic or search.'
          : filters.standing === 'open'
            ? 'All messages are handled.'
            : 'No messages have been handled yet.'}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {first?.total.toLocaleString('en-US')}
        {first?.isTotalExact ? '' : '+'} {first?.total === 1 ? 'message' : 'messages'}, newest first
      </p>
      <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
        {rows.map((message) => (
          <Row key={message.id} message={message} />
        ))}
      </ul>
      {messages.hasNextPage && (
        <ShowMore onClick={() => messages.fetchNextPage()} busy={messages.isFetchingNextPage} error={messages.error} />
      )}
    </>
  );
}

function Row({ message }: { message: MessageSummaryDto }) {
  const { id, reference, name, email, topic, excerpt, createdAt, standing, changedAt, changedBy } = message;
  return (
    <li className="stack gap-1 bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.staff.message(id)} className={`${textLink} font-medium wrap-anywhere`}>
          {name ?? email}
          <span className="sr-only">, {reference}</span>
        </Link>
        <Badge tone="pine">{TOPICS[topic]}</Badge>
        <span className="ms-auto text-sm text-ink-soft">{formatDay(createdAt.slice(0, 10))}</span>
      </p>
      <p className="line-clamp-2 wrap-anywhere">{excerpt}</p>
      <p className="text-sm text-ink-soft">
        <Mono>{reference}</Mono>
        {changedAt && ` · ${standing === 'handled' ? 'Handled' : 'Reopened'} by ${changedBy}, `}
        {changedAt && formatDay(changedAt.slice(0, 10))}
      </p>
    </li>
  );
}
