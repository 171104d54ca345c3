import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { listAccountsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  changeRolesMutation,
  disableAccountMutation,
  enableAccountMutation,
  endAccountSessionsMutation,
  resetAccountMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { AccountDto, StaffRole } from '../../../api/generated/types.gen';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { Dialog } from '../../../ui/messages/dialog';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { OneTimePassword } from './one-time-password';
import { chosenRoles, ROLES } from './roles';

/** The dialog with what an administrator can do with an account. */
export function ManageAccount({ account }: { account: AccountDto }) {
  const [isOpen, setOpen] = useState(false);
  const actions = useAccountActions(account, () => setOpen(false));
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (open) actions.clear();
      }}
      trigger={
        <Button size="sm" variant="secondary">
          Manage<span className="sr-only"> {account.username}</span>
        </Button>
      }
      title={`Account ${account.username}`}
    >
      {actions.reset.data ? (
        <OneTimePassword created={actions.reset.data} />
      ) : (
        <div className="stack gap-6">
          <MutationError error={actions.error} />
          <RolesForm account={account} isSaving={actions.changeRoles.isPending} onSave={actions.changeRoles.run} />
          <Actions isDisabled={account.disabledAt !== null} actions={actions} />
        </div>
      )}
    </Dialog>
  );
}

/** Every change of an account. Starting one clears the error of the one before. */
function useAccountActions({ id, username, version }: AccountDto, close: () => void) {
  const queryClient = useQueryClient();
  // Refetches after errors too, to show what someone else changed meanwhile.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: listAccountsQueryKey() });
  const closing = (title: string) => ({
    onSuccess: () => {
      close();
      toast({ title });
    },
    onSettled,
  });
  const changeRoles = useMutation({ ...changeRolesMutation(), ...closing(`Roles of ${username} changed`) });
  const disable = useMutation({ ...disableAccountMutation(), ...closing(`${username} disabled`) });
  const enable = useMutation({ ...enableAccountMutation(), ...closing(`${username} can sign in again`) });
  const endSessions = useMutation({ ...endAccountSessionsMutation(), ...closing(`${username} signed out`) });
  const reset = useMutation({ ...resetAccountMutation(), onSettled });
  const all = [changeRoles, disable, enable, endSessions, reset];
  const clear = () => {
    for (const mutation of all) mutation.reset();
  };
  const action = <Data, Values extends unknown[]>(
    { data, isPending }: { data: Data; isPending: boolean },
    mutate: (...values: Values) => void,
  ) => ({
    data,
    isPending,
    run: (...values: Values) => {
      clear();
      mutate(...values);
    },
  });
  const path = { id };
  const body = { version };
  return {
    error: all.find(({ error }) => error)?.error,
    clear,
    changeRoles: action(changeRoles, (roles: StaffRole[]) => changeRoles.mutate({ path, body: { ...body, roles } })),
    disable: action(disable, () => disable.mutate({ path, body })),
    enable: action(enable, () => enable.mutate({ path, body })),
    endSessions: action(endSessions, () => endSessions.mutate({ path })),
    reset: action(reset, () => reset.mutate({ path, body })),
  };
}

interface RolesFormProps {
  account: AccountDto;
  isSaving: boolean;
  onSave: (roles: StaffRole[]) => void;
}

function RolesForm({ account, isSaving, onSave }: RolesFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(chosenRoles(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={send} className="stack gap-4">
      <CheckboxGroup
        key={account.version}
        legend="Roles"
        name="roles"
        required
        options={ROLES}
        defaultValue={account.roles}
      />
      <Button type="submit" variant="secondary" pending={isSaving} pendingText="Saving…">
        Save roles
      </Button>
    </form>
  );
}

interface ActionsProps {
  isDisabled: boolean;
  actions: Pick<ReturnType<typeof useAccountActions>, 'disable' | 'enable' | 'endSessions' | 'reset'>;
}

function Actions({ isDisabled, actions: { disable, enable, endSessions, reset } }: ActionsProps) {
  return (
    <>
      <Action
        title="Sign out everywhere"
        text="Ends all sessions of this account."
        label="End all sessions"
        action={endSessions}
      />
      <Action
        title="Reset"
        text="For a lost password or second factor. Creates a new one-time password, turns off the second factor and ends all sessions."
        label="Reset account"
        action={reset}
      />
      {isDisabled ? (
        <Action
          title="Enable"
          text="The password and second factor stay the same."
          label="Enable account"
          action={enable}
        />
      ) : (
        <Action
          title="Disable"
          text="No one can sign in with this account until you enable it again. Its sessions end now."
          label="Disable account"
          isDestructive
          action={disable}
        />
      )}
    </>
  );
}

interface ActionProps {
  title: string;
  text: string;
  /** Of the button. */
  label: string;
  isDestructive?: boolean;
  action: { isPending: boolean; run: () => void };
}

function Action({ title, text, label, isDestructive = false, action }: ActionProps) {
  return (
    <section className="stack gap-2 border-t border-rule pt-5">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-ink-soft">{text}</p>
      <div>
        <Button variant={isDestructive ? 'destructive' : 'secondary'} pending={action.isPending} onClick={action.run}>
          {label}
        </Button>
      </div>
    </section>
  );
}
