import type { Actor, AuditEntry } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Clock, Ids, Transactions } from '../shared/ports.js';
import { ROLES, type Role } from '../shared/role.js';
import {
  type Account,
  AccountChanged,
  AccountNotFound,
  accountEntry,
  assertAdministratorRemains,
  assertUsername,
  newAccount,
  OwnAccount,
  WITHOUT_SECOND_FACTOR,
} from './account.js';
import type { PasswordHasher, StaffRepository, TokenGenerator } from './ports.js';

/** An account with its newly generated password. */
export interface AccountWithPassword {
  readonly account: Account;
  /** Shown once and never stored. */
  readonly oneTimePassword: string;
}

/** An account and the version the caller saw. */
export interface SeenAccount {
  readonly id: string;
  readonly version: number;
}

/** Account management by administrators. */
export class Accounts {
  constructor(
    private readonly accounts: StaffRepository,
    private readonly passwords: PasswordHasher,
    private readonly tokens: TokenGenerator,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  all(): Promise<readonly Account[]> {
    return this.accounts.all();
  }

  /** @throws InvalidInput, UsernameTaken */
  async create(username: string, roles: readonly Role[], actor: Actor): Promise<AccountWithPassword> {
    assertUsername(username);
    const { oneTimePassword, password } = await this.newPassword();
    const account = newAccount({ id: this.ids.uuid(), username, password, roles: normalizeRoles(roles) });
    await this.accounts.add(account, this.entry(account, actor, 'created', null, { username, roles: account.roles }));
    return { account, oneTimePassword };
  }

  /** Creates the first administrator. @returns null if any account exists */
  async createFirst(username: string, actor: Actor): Promise<AccountWithPassword | null> {
    return (await this.accounts.count()) > 0 ? null : this.create(username, ['administrator'], actor);
  }

  /** Also ends the account's sessions. @throws InvalidInput, AccountNotFound, AccountChanged, OwnAccount, LastAdministrator */
  changeRoles(seen: SeenAccount, chosen: readonly Role[], actor: Actor): Promise<Account> {
    const roles = normalizeRoles(chosen);
    return this.change(seen, actor, true, (account) => ({
      changed: { ...account, roles },
      entry: this.entry(account, actor, 'roles-changed', { roles: account.roles }, { roles }),
    }));
  }

  /** Also ends the account's sessions. @throws AccountNotFound, AccountChanged, OwnAccount, LastAdministrator */
  disable(seen: SeenAccount, actor: Actor): Promise<Account> {
    return this.change(seen, actor, true, (account) => ({
      changed: { ...account, disabledAt: account.disabledAt ?? this.clock.now() },
      entry: this.entry(account, actor, 'disabled'),
    }));
  }

  /** @throws AccountNotFound, AccountChanged, OwnAccount */
  enable(seen: SeenAccount, actor: Actor): Promise<Account> {
    return this.change(seen, actor, false, (account) => ({
      changed: { ...account, disabledAt: null },
      entry: this.entry(account, actor, 'enabled'),
    }));
  }

  /**
   * For a staff member who lost their password or second factor: sets a one-time password, removes the second factor, and
   * ends all sessions.
   * @throws AccountNotFound, AccountChanged, OwnAccount
   */
  async reset(seen: SeenAccount, actor: Actor): Promise<AccountWithPassword> {
    const { oneTimePassword, password } = await this.newPassword();
    const account = await this.change(seen, actor, true, (before) => ({
      changed: { ...before, ...WITHOUT_SECOND_FACTOR, password, passwordIsOneTime: true },
      entry: this.entry(before, actor, 'reset'),
    }));
    return { account, oneTimePassword };
  }

  /** @throws AccountNotFound */
  async endSessions(id: string, actor: Actor): Promise<void> {
    const account = await this.accounts.byId(id);
    if (!account) throw new AccountNotFound();
    await this.accounts.endSessions(id, null, this.entry(account, actor, 'sessions-ended'));
  }

  /** Locks administrators first, so that two concurrent changes can't each count on the other administrator to remain. */
  private change(
    { id, version }: SeenAccount,
    actor: Actor,
    endsSessions: boolean,
    decide: (account: Account) => { changed: Account; entry: AuditEntry },
  ): Promise<Account> {
    return this.transactions.run(async () => {
      const administrators = await this.accounts.lockAdministrators();
      const account = await this.accounts.findForUpdate(id);
      if (!account) throw new AccountNotFound();
      if (account.id === actor.id) throw new OwnAccount();
      if (account.version !== version) throw new AccountChanged();
      const { changed, entry } = decide(account);
      assertAdministratorRemains(changed, administrators);
      await this.accounts.change(changed, endsSessions, entry);
      return { ...changed, version: version + 1 };
    });
  }

  private async newPassword(): Promise<{ oneTimePassword: string; password: string }> {
    const oneTimePassword = this.tokens.oneTimePassword();
    return { oneTimePassword, password: await this.passwords.hash(oneTimePassword) };
  }

  private entry(
    account: Account,
    actor: Actor,
    action: string,
    before: AuditEntry['before'] = null,
    after: AuditEntry['after'] = null,
  ): AuditEntry {
    return accountEntry(account, { at: this.clock.now(), actor, action }, before, after);
  }
}

/** Distinct roles in a fixed order. @throws InvalidInput if there is none */
function normalizeRoles(roles: readonly Role[]): Role[] {
  const distinct = ROLES.filter((role) => roles.includes(role));
  if (distinct.length > 0) return distinct;
  throw new InvalidInput([{ field: 'roles', message: 'Choose at least one role' }]);
}
