import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { staffSession } from '../../../api/api';
import { listAccountsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  changeRolesMutation,
  createAccountMutation,
  disableAccountMutation,
  enableAccountMutation,
  endAccountSessionsMutation,
  listAccountsOptions,
  resetAccountMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { AccountDto, AccountWithPasswordDto, StaffRole } from '../../../api/generated/types.gen';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/checkbox-group';
import { formatInstant } from '../../../ui/days';
import { Dialog } from '../../../ui/dialog';
import { textLink } from '../../../ui/link-styles';
import { MutationError } from '../../../ui/mutation-error';
import { rowList } from '../../../ui/row-list';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast-store';
import { OneTimeSecret } from './one-time-secret';
import { ROLES, roleLabel } from './roles';

export function Component() {
  const accounts = useQuery({ ...listAccountsOptions(), staleTime: 0 });
  const session = useQuery(staffSession());
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Accounts</h1>
        <NewAccount />
      </div>
      <QueryResult
        query={accounts}
        loadingLabel="Loading accounts"
        skeletonClassName="h-64"
        errorTitle="We couldn't load the accounts"
      >
        {(found) => (
          <ul aria-label="Accounts" className={rowList}>
            {found.map((account) => (
              <Row key={account.id} account={account} isOwn={account.id === session.data?.id} />
            ))}
          </ul>
        )}
      </QueryResult>
    </div>
  );
}

function Row({ account, isOwn }: { account: AccountDto; isOwn: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 bg-surface p-4">
      <div className="me-auto min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {account.username}
          {account.roles.map((role) => (
            <Badge key={role} tone="pine">
              {roleLabel(role)}
            </Badge>
          ))}
          {account.disabledAt && <Badge tone="clay">Disabled</Badge>}
          {account.passwordIsOneTime && <Badge tone="citrus">One-time password not used yet</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {account.hasSecondFactor ? 'Second factor on' : 'Second factor off'} ·{' '}
          {account.lastSignInAt ? `Last sign-in ${formatInstant(account.lastSignInAt)}` : 'Never signed in'}
        </p>
      </div>
      {isOwn ? (
        <Link to={paths.staff.account} className={textLink}>
          Your account
        </Link>
      ) : (
        <ManageAccount account={account} />
      )}
    </li>
  );
}

const chosenRoles = (form: HTMLFormElement) => new FormData(form).getAll('roles') as StaffRole[];

function NewAccount() {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation({
    ...createAccountMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listAccountsQueryKey() }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const username = String(new FormData(event.currentTarget).get('username'));
    create.mutate({ body: { username, roles: chosenRoles(event.currentTarget) } });
  };
  const openOrClose = (open: boolean) => {
    setOpen(open);
    if (open) create.reset();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={openOrClose}
      trigger={<Button>New account</Button>}
      title={create.data ? `Account ${create.data.account.username}` : 'New account'}
      description="They sign in the first time with a one-time password, then choose their own."
    >
      {create.data ? (
        <OneTimePassword made={create.data} />
      ) : (
        <form onSubmit={send} className="stack gap-5">
          <TextField
            label="Name"
            name="username"
            required
            maxLength={63}
            autoComplete="off"
            autoCapitalize="none"
            hint="Lowercase letters, digits, dots, dashes or underscores."
          />
          <CheckboxGroup legend="Roles" name="roles" required options={ROLES} defaultValue={['reviewer']} />
          <MutationError error={create.error} />
          <Button type="submit" pending={create.isPending} pendingText="Making…">
            Create account
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function OneTimePassword({ made }: { made: AccountWithPasswordDto }) {
  return (
    <OneTimeSecret title="One-time password" text={made.oneTimePassword}>
      {`Give it to ${made.account.username} in person or by phone. We show it only here.`}
    </OneTimeSecret>
  );
}

function ManageAccount({ account }: { account: AccountDto }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: listAccountsQueryKey() });
  /** Refetches after errors too, to show what someone else changed meanwhile. */
  const options = (done: string) => ({
    onSuccess: () => {
      setOpen(false);
      toast({ title: done });
    },
    onSettled: refresh,
  });
  const name = account.username;
  const changeRoles = useMutation({ ...changeRolesMutation(), ...options(`Roles of ${name} changed`) });
  const disable = useMutation({ ...disableAccountMutation(), ...options(`${name} disabled`) });
  const enable = useMutation({ ...enableAccountMutation(), ...options(`${name} can sign in again`) });
  const endSessions = useMutation({ ...endAccountSessionsMutation(), ...options(`${name} signed out`) });
  const reset = useMutation({ ...resetAccountMutation(), onSettled: refresh });
  const all = [changeRoles, disable, enable, endSessions, reset];
  const seen = { path: { id: account.id }, body: { version: account.version } };

  const openOrClose = (open: boolean) => {
    setOpen(open);
    if (open) for (const mutation of all) mutation.reset();
  };
  /** Clears the error of an earlier action, so that only the latest one is shown. */
  const begin = (decide: () => void) => () => {
    for (const mutation of all) mutation.reset();
    decide();
  };
  const sendRoles = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const roles = chosenRoles(event.currentTarget);
    begin(() => changeRoles.mutate({ path: seen.path, body: { ...seen.body, roles } }))();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={openOrClose}
      trigger={
        <Button size="sm" variant="secondary">
          Manage<span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Account ${name}`}
    >
      {reset.data ? (
        <OneTimePassword made={reset.data} />
      ) : (
        <div className="stack gap-6">
          <MutationError error={all.find(({ error }) => error)?.error} />
          <form onSubmit={sendRoles} className="stack gap-4">
            <CheckboxGroup
              key={account.version}
              legend="Roles"
              name="roles"
              required
              options={ROLES}
              defaultValue={account.roles}
            />
            <Button type="submit" variant="secondary" pending={changeRoles.isPending} pendingText="Saving…">
              Save roles
            </Button>
          </form>
          <Decision title="Sign out everywhere" text="Ends all sessions of this account.">
            <Button
              variant="secondary"
              pending={endSessions.isPending}
              onClick={begin(() => endSessions.mutate({ path: seen.path }))}
            >
              End all sessions
            </Button>
          </Decision>
          <Decision
            title="Reset"
            text="For a lost password or second factor. Creates a new one-time password, turns off the second factor and ends all sessions."
          >
            <Button variant="secondary" pending={reset.isPending} onClick={begin(() => reset.mutate(seen))}>
              Reset account
            </Button>
          </Decision>
          {account.disabledAt ? (
            <Decision title="Enable" text="The password and second factor stay the same.">
              <Button variant="secondary" pending={enable.isPending} onClick={begin(() => enable.mutate(seen))}>
                Enable account
              </Button>
            </Decision>
          ) : (
            <Decision
              title="Disable"
              text="No one can sign in with this account until you enable it again. Its sessions end now."
            >
              <Button variant="destructive" pending={disable.isPending} onClick={begin(() => disable.mutate(seen))}>
                Disable account
              </Button>
            </Decision>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Decision({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="stack gap-2 border-t border-rule pt-5">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-ink-soft">{text}</p>
      <div>{children}</div>
    </section>
  );
}
