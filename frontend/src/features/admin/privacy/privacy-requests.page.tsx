import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  checkPersonalDataMutation,
  listPersonalColumnsOptions,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { ErasureResultDto, PrivacyRequestDto } from '../../../api/generated/types.gen';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Collapsible } from '../../../ui/collapsible';
import { rowList } from '../../../ui/fields/row-list';
import { TextField } from '../../../ui/fields/text-field';
import { textLink } from '../../../ui/link-styles';
import { MutationError } from '../../../ui/messages/mutation-error';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';
import { ERASURES, ErasureResult, FoundData } from './found-data';

/** The email address stays out of the URL, because browsers keep URLs in their history. */
export function Component() {
  const [request, setRequest] = useState<PrivacyRequestDto | null>(null);
  const [erased, setErased] = useState<readonly ErasureResultDto[] | null>(null);
  const lookUp = useMutation(checkPersonalDataMutation());
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: String(form.get('email')).trim(), reason: String(form.get('reason')).trim() };
    setErased(null);
    lookUp.mutate({ body }, { onSuccess: () => setRequest(body) });
  };
  return (
    <div className="stack gap-6">
      <div className="stack max-w-text gap-3">
        <h1 className="text-2xl">Privacy requests</h1>
        <p className="text-ink-soft">
          For people who ask what data we have about them, want a copy, or want it erased. First make sure the address
          is theirs: email that address, and act when they reply from it. We record each step in the audit log, with a
          fingerprint in place of the address.
        </p>
      </div>
      <form onSubmit={send} className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Email address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          hint="Upper and lower case don't matter."
        />
        <TextField
          label="Reason"
          name="reason"
          required
          maxLength={300}
          autoComplete="off"
          hint="For the log, such as the reference of their message."
        />
        <div className="sm:col-span-2">
          <Button type="submit" pending={lookUp.isPending} pendingText="Looking up…">
            Look up
          </Button>
        </div>
      </form>
      <MutationError error={lookUp.error} />
      {request && erased && <ErasureResult request={request} results={erased} />}
      {request && !erased && lookUp.data && <FoundData request={request} holdings={lookUp.data} onErased={setErased} />}
      <NotSearched />
      <PersonalDataColumns />
    </div>
  );
}

function NotSearched() {
  return (
    <Section id="not-reached" title="What this doesn't search" className="stack gap-2">
      <ul className="flex max-w-text list-disc flex-col gap-1 ps-5 text-sm">
        <li>
          What other people wrote about the person. Search the{' '}
          <Link to={paths.staff.messages} className={textLink}>
            messages
          </Link>{' '}
          for their name.
        </li>
        <li>Emails already sent, in mailboxes or as files if the site saves its email to a folder.</li>
        <li>Database backups. Write down the request, and erase again if a backup is restored.</li>
        <li>
          Staff accounts, which have a name but no address. See{' '}
          <Link to={paths.staff.accounts} className={textLink}>
            accounts
          </Link>
          .
        </li>
      </ul>
    </Section>
  );
}

function PersonalDataColumns() {
  const columns = useQuery(listPersonalColumnsOptions());
  return (
    <QueryResult
      query={columns}
      loadingLabel="Loading the list of personal data"
      skeletonClassName="h-12"
      errorTitle="We couldn't load the list of personal data"
    >
      {(found) => (
        <Collapsible summary="Where we store personal data, and what erasing does to it">
          <ul className={`${rowList} text-sm`}>
            {found.map(({ column, erasure, why, kept }) => (
              <li key={column} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 bg-surface p-3">
                <Mono className="wrap-anywhere">{column}</Mono>
                <Badge tone={ERASURES[erasure].tone}>{ERASURES[erasure].word}</Badge>
                <span className="min-w-0 basis-full text-ink-soft lg:basis-auto">
                  {why} Kept: {kept}
                </span>
              </li>
            ))}
          </ul>
        </Collapsible>
      )}
    </QueryResult>
  );
}
