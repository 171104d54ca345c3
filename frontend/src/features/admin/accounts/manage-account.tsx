import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { listAccountsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  changeRoles,
  disableAccount,
  enableAccount,
  endAccountSessions,
  resetAccount,
} from '../../../api/generated/sdk-staff.gen';
import type { AccountDto, AccountWithPasswordDto } from '../../../api/generated/types.gen';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { Dialog } from '../../../ui/messages/dialog';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { OneTimePassword } from './one-time-secret';
import { chosenRoles, ROLES } from './roles';

/** A change of an account. */
interface AccountChange {
  readonly title: string;
  /** What the toast says when the dialog closes; without it, the dialog stays open. */
  readonly done?: string;
  readonly send: () => Promise<unknown>;
}

/** One with a button in its own section. */
interface AccountAction extends AccountChange {
  readonly text: string;
  /** Of the button. */
  readonly label: string;
  readonly isDestructive?: boolean;
}

/** The dialog with what an administrator can do with an account. */
export function ManageAccount({ account }: { account: AccountDto }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<AccountWithPasswordDto>();
  const { error, isPending, variables, mutate, reset } = useMutation({
    mutationFn: ({ send }: AccountChange) => send(),
    onSuccess: (_, { done }) => {
      if (!done) return;
      setOpen(false);
      toast({ title: done });
    },
    // Refetches after errors too, to show what someone else changed meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: listAccountsQueryKey() }),
  });
  const isRunning = (title: string) => isPending && variables.title === title;
  const openOrClose = (open: boolean) => {
    setOpen(open);
    if (!open) return;
    reset();
    setCreated(undefined);
  };
  const trigger = (
    <Button size="sm" variant="secondary">
      Manage<span className="sr-only"> {account.username}</span>
    </Button>
  );
  return (
    <Dialog open={isOpen} onOpenChange={openOrClose} trigger={trigger} title={`Account ${account.username}`}>
      {created ? (
        <OneTimePassword created={created} />
      ) : (
        <div className="stack gap-6">
          <MutationError error={error} />
          <RolesForm account={account} isSaving={isRunning(ROLES_TITLE)} onSave={mutate} />
          {actionsFor(account, setCreated).map((action) => (
            <Action key={action.title} {...action} isRunning={isRunning(action.title)} onRun={() => mutate(action)} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function actionsFor(
  { id, username, version, disabledAt }: AccountDto,
  onReset: (created: AccountWithPasswordDto) => void,
): readonly AccountAction[] {
  const call = { path: { id }, body: { version }, throwOnError: true } as const;
  return [
    {
      title: 'Sign out everywhere',
      text: 'Ends all sessions of this account.',
      label: 'End all sessions',
      done: `${username} signed out`,
      send: () => endAccountSessions({ path: { id }, throwOnError: true }),
    },
    {
      title: 'Reset',
      text: 'For a lost password or second factor. Creates a new one-time password, turns off the second factor and ends all sessions.',
      label: 'Reset account',
      send: async () => onReset((await resetAccount(call)).data),
    },
    disabledAt === null
      ? {
          title: 'Disable',
          text: 'No one can sign in with this account until you enable it again. Its sessions end now.',
          label: 'Disable account',
          isDestructive: true,
          done: `${username} disabled`,
          send: () => disableAccount(call),
        }
      : {
          title: 'Enable',
          text: 'The password and second factor stay the same.',
          label: 'Enable account',
          done: `${username} can sign in again`,
          send: () => enableAccount(call),
        },
  ];
}

const ROLES_TITLE = 'Roles';

interface RolesFormProps {
  account: AccountDto;
  isSaving: boolean;
  onSave: (change: AccountChange) => void;
}

function RolesForm({ account: { id, username, version, roles }, isSaving, onSave }: RolesFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { version, roles: chosenRoles(new FormData(event.currentTarget)) };
    onSave({
      title: ROLES_TITLE,
      done: `Roles of ${username} changed`,
      send: () => changeRoles({ path: { id }, body, throwOnError: true }),
    });
  };
  return (
    <form onSubmit={send} className="stack gap-4">
      <CheckboxGroup key={version} legend={ROLES_TITLE} name="roles" required options={ROLES} defaultValue={roles} />
      <Button type="submit" variant="secondary" pending={isSaving} pendingText="Saving…">
        Save roles
      </Button>
    </form>
  );
}

interface ActionProps extends Omit<AccountAction, 'send'> {
  isRunning: boolean;
  onRun: () => void;
}

function Action({ title, text, label, isDestructive = false, isRunning, onRun }: ActionProps) {
  return (
    <section className="stack gap-2 border-t border-rule pt-5">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-ink-soft">{text}</p>
      <div>
        <Button variant={isDestructive ? 'destructive' : 'secondary'} pending={isRunning} onClick={onRun}>
          {label}
        </Button>
      </div>
    </section>
  );
}
