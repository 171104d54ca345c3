import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { staffSession } from '../../../api/api';
import { listAccountsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { createAccountMutation, listAccountsOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { AccountDto } from '../../../api/generated/types.gen';
import { ChangeForm } from '../../../components/admin/change-form';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { rowList } from '../../../ui/fields/row-list';
import { TextField } from '../../../ui/fields/text-field';
import { textLink } from '../../../ui/link-styles';
import { Dialog } from '../../../ui/messages/dialog';
import { formatInstant } from '../../../ui/text/days';
import { ManageAccount } from './manage-account';
import { OneTimePassword } from './one-time-secret';
import { chosenRoles, ROLES, roleLabel } from './roles';

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

function NewAccount() {
  const [isOpen, setOpen] = useState(false);
  const create = useChange(createAccountMutation(), { refetch: [listAccountsQueryKey()] });
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
        <OneTimePassword created={create.data} />
      ) : (
        <ChangeForm
          change={create}
          onSend={(values) =>
            create.mutate({ body: { username: String(values.get('username')), roles: chosenRoles(values) } })
          }
          submitLabel="Create account"
          pendingText="Making…"
          className="stack gap-5"
        >
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
        </ChangeForm>
      )}
    </Dialog>
  );
}
