import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getMailCountsOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { MailSelection } from '../../../api/generated/types.gen';
import { type MailFilters, mailPages } from '../../../api/staff-lists';
import { FilterSelect } from '../../../components/admin/filter-select';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { useFilters, useSearchField } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { SearchField } from '../../../ui/fields/search-field';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MailRow } from './mail-row';

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
      <Mails
        filters={{ state, ...(values.search && { search: values.search }) }}
        onShowAll={() => setFilters({ state: 'all' })}
        onClearSearch={() => {
          searchField.onValueChange('');
          setFilters({ search: '' });
        }}
      />
    </div>
  );
}

/** The server counts up to a thousand. */
const labelWithCount = (word: string, count: number | undefined) =>
  count === undefined ? word : `${word} (${count > 1000 ? '1,000+' : count.toLocaleString('en-US')})`;

interface MailsProps {
  filters: MailFilters;
  onShowAll: () => void;
  onClearSearch: () => void;
}

function Mails(props: MailsProps) {
  const list = usePagedRows(mailPages(props.filters));
  return (
    <PagedList
      list={list}
      loadingLabel="Loading email"
      errorTitle="We couldn't load the email"
      countLabel={(total) => `${total === 1 ? 'email' : 'emails'}, newest first`}
      empty={<Empty {...props} />}
    >
      {(mail) => <MailRow key={mail.id} mail={mail} />}
    </PagedList>
  );
}

function Empty({ filters: { state, search }, onShowAll, onClearSearch }: MailsProps) {
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
