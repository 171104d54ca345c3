import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import {
  checkPersonalDataMutation,
  erasePersonalDataMutation,
  listPersonalColumnsOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { exportPersonalData } from '../../../api/generated/sdk.gen';
import type {
  ErasureResultDto,
  HoldingDto,
  PersonalDataErasure,
  PersonalPart,
  PrivacyRequestDto,
} from '../../../api/generated/types.gen';
import { ExportButton } from '../../../components/admin/export-button';
import { paths } from '../../../paths';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Collapsible } from '../../../ui/collapsible';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { textLink } from '../../../ui/link-styles';
import { Mono } from '../../../ui/mono';
import { MutationError } from '../../../ui/mutation-error';
import { Notice } from '../../../ui/notice';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';

/** The address stays out of the page's own: that is kept in histories. */
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
      {request && erased && <Erased request={request} results={erased} />}
      {request && !erased && lookUp.data && <Held request={request} holdings={lookUp.data} onErased={setErased} />}
      <NotReached />
      <Columns />
    </div>
  );
}

const records = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}`;

interface HeldProps {
  request: PrivacyRequestDto;
  holdings: readonly HoldingDto[];
  onErased: (results: readonly ErasureResultDto[]) => void;
}

function Held({ request, holdings, onErased }: HeldProps) {
  const held = holdings.filter(({ count }) => count > 0);
  const erasable = held.filter(({ erasure }) => erasure !== 'stays');
  if (held.length === 0) {
    return (
      <div role="status">
        <EmptyState title="No data found">
          <span className="wrap-anywhere">The database has nothing for {request.email}.</span>
        </EmptyState>
      </div>
    );
  }
  return (
    <section aria-labelledby="held" className="stack gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div role="status" className="min-w-0">
          <h2 id="held" className="text-xl wrap-anywhere">
            Data for {request.email}
          </h2>
          <p className="text-sm text-ink-soft">{records(held.reduce((sum, { count }) => sum + count, 0))} in all</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ExportButton label="Export JSON" fetchFile={() => readableFile(request)} />
          {erasable.length > 0 && <Erase request={request} holdings={erasable} onErased={onErased} />}
        </div>
      </div>
      <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
        {held.map((holding) => (
          <Holding key={holding.part} holding={holding} />
        ))}
      </ul>
    </section>
  );
}

const ERASURES: Record<PersonalDataErasure, { word: string; tone: BadgeTone }> = {
  deleted: { word: 'Deleted', tone: 'clay' },
  emptied: { word: 'Cleared', tone: 'citrus' },
  stays: { word: 'Kept', tone: 'pine' },
};

/** Where staff change what erasing leaves. */
const ELSEWHERE: Partial<Record<PersonalPart, { to: string; label: string }>> = {
  'public-brand-contacts': { to: paths.staff.brands, label: 'Brands' },
  'partner-labs': { to: paths.staff.labs, label: 'Partner labs' },
};

function Holding({ holding: { part, title, what, count, names, erasure, consequence } }: { holding: HoldingDto }) {
  const elsewhere = ELSEWHERE[part];
  return (
    <li className="stack gap-1 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base">{title}</h3>
        <span className="text-sm text-ink-soft">{records(count)}</span>
        <Badge tone={ERASURES[erasure].tone}>{ERASURES[erasure].word} when erased</Badge>
      </div>
      <p className="max-w-text text-sm text-ink-soft">{what}</p>
      <p className="max-w-text text-sm">{consequence}</p>
      {names.length > 0 && <p className="text-sm font-medium wrap-anywhere">{names.join(', ')}</p>}
      {elsewhere && (
        <p className="text-sm">
          <Link to={elsewhere.to} className={textLink}>
            {elsewhere.label}
          </Link>
        </p>
      )}
    </li>
  );
}

/** With line breaks, because people open it who do not read JSON every day. */
async function readableFile(body: PrivacyRequestDto) {
  const { data, response } = await exportPersonalData({ body, throwOnError: true });
  return { data: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), response };
}

function Erase({ request, holdings, onErased }: HeldProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const erase = useMutation({ ...erasePersonalDataMutation(), onSuccess: onErased });
  const openOrClose = (open: boolean) => {
    setOpen(open);
    setTyped('');
    erase.reset();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    erase.mutate({ body: { ...request, confirmation: typed.trim() } });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={openOrClose}
      trigger={<Button variant="destructive">Erase</Button>}
      title="Erase permanently"
      description="You can't undo this. Export first if they also want a copy."
    >
      <form onSubmit={send} className="stack gap-4">
        <ul className="stack gap-3">
          {holdings.map(({ part, title, count, consequence }) => (
            <li key={part} className="text-sm">
              <strong>
                {title}, {records(count)}.
              </strong>{' '}
              {consequence}
            </li>
          ))}
        </ul>
        <TextField
          label="Type the address again"
          type="email"
          required
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <MutationError error={erase.error} />
        <Button type="submit" variant="destructive" pending={erase.isPending} pendingText="Erasing…">
          Erase data
        </Button>
      </form>
    </Dialog>
  );
}

/** Takes the focus over from the dialog, which is gone with the button that opened it. */
function Erased({ request, results }: { request: PrivacyRequestDto; results: readonly ErasureResultDto[] }) {
  const done = results.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="erased" className="stack gap-4">
      <h2 id="erased" tabIndex={-1} ref={focusIt} className="text-xl wrap-anywhere">
        Erased for {request.email}
      </h2>
      <Notice tone="success">
        {done.length === 0 ? (
          'There was nothing left to erase.'
        ) : (
          <ul className="stack gap-1">
            {done.map(({ part, title, erasure, count }) => (
              <li key={part}>
                {title}: {records(count)} {ERASURES[erasure].word.toLowerCase()}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <p className="max-w-text text-sm text-ink-soft">
        Tell the person it's done. Use your own email, because the message they sent here is gone too.
      </p>
    </section>
  );
}

const focusIt = (heading: HTMLElement | null) => heading?.focus();

function NotReached() {
  return (
    <section aria-labelledby="not-reached" className="stack gap-2">
      <h2 id="not-reached" className="text-lg">
        What this doesn't search
      </h2>
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
    </section>
  );
}

function Columns() {
  const columns = useQuery(listPersonalColumnsOptions());
  if (columns.isError) {
    return (
      <ErrorState title="We couldn't load the list of personal data" onRetry={() => columns.refetch()}>
        {errorMessage(columns.error)}
      </ErrorState>
    );
  }
  if (columns.isPending) {
    return (
      <Loading label="Loading the list of personal data">
        <Skeleton className="h-12 w-full" />
      </Loading>
    );
  }
  return (
    <Collapsible summary="Where we store personal data, and what erasing does to it">
      <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule text-sm">
        {columns.data.map(({ column, erasure, why, kept }) => (
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
  );
}
