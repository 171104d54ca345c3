import { Link } from 'react-router';
import type { MessageSummaryDto } from '../../../api/generated/types.gen';
import { contactMessagePages, type MessageFilters } from '../../../api/staff-lists';
import { FilterSelect } from '../../../components/admin/filter-select';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { useDebouncedSearch } from '../../../hooks/use-debounced';
import { findOption, useFilters } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { SearchField } from '../../../ui/fields/search-field';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Mono } from '../../../ui/mono';
import { formatDay } from '../../../ui/text/days';
import { TOPIC_OPTIONS, TOPICS } from './message-topics';

const STANDINGS = [
  { value: 'open', label: 'Open' },
  { value: 'handled', label: 'Handled' },
] as const;

const TOPIC_FILTERS = [{ value: '', label: 'Any topic' }, ...TOPIC_OPTIONS];

/** Topics are in the URL, and so is whether a message is handled. The search is not, because it is about people. */
export function Component() {
  const { values, setFilters } = useFilters({ standing: 'open', topic: '' });
  const [search, searchField] = useDebouncedSearch();
  const standing = findOption(STANDINGS, values.standing) ?? 'open';
  const topic = findOption(TOPIC_OPTIONS, values.topic);
  const filters: MessageFilters = { standing, ...(topic && { topic }), ...(search && { search }) };
  const list = usePagedRows(contactMessagePages(filters));
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Messages</h1>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <SearchField label="Search" placeholder="Reference, name, address or text" maxLength={100} {...searchField} />
        <FilterSelect label="Show" name="standing" value={standing} options={STANDINGS} setFilters={setFilters} />
        <FilterSelect label="Topic" name="topic" value={topic ?? ''} options={TOPIC_FILTERS} setFilters={setFilters} />
      </div>
      <PagedList
        list={list}
        loadingLabel="Loading messages"
        errorTitle="We couldn't load the messages"
        countLabel={(total) => `${total === 1 ? 'message' : 'messages'}, newest first`}
        empty={<EmptyState title="No messages">{emptyText(filters)}</EmptyState>}
      >
        {(message) => <Row key={message.id} message={message} />}
      </PagedList>
    </div>
  );
}

function emptyText({ standing, topic, search }: MessageFilters): string {
  if (search || topic) return 'No messages match. Try another topic or search.';
  return standing === 'open' ? 'All messages are handled.' : 'No messages have been handled yet.';
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
