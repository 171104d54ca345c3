import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import { Clock, Ids } from '../shared/ports.js';
import {
  type Account,
  assertNewPassword,
  assertUsername,
  NotSignedIn,
  PasswordChangeRequired,
  SESSION_HOURS,
  SignInFailed,
} from './account.js';
import { Secrets, StaffRepository } from './ports.js';

/** What staff members may know about themselves. */
export interface StaffMember extends Actor {
  readonly passwordIsOneTime: boolean;
}

export interface OpenSession {
  /** For the browser's cookie only. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly member: StaffMember;
}

/** The people who decide what is published. */
export class Staff {
  constructor(
    private readonly accounts: StaffRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws SignInFailed */
  async signIn(username: string, password: string): Promise<OpenSession> {
    const account = await this.accounts.byUsername(username.trim().toLowerCase());
    const matches = await this.secrets.passwordMatches(account?.password ?? null, password);
    if (!account || !matches) throw new SignInFailed();
    const token = this.secrets.token();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + SESSION_HOURS * 3_600_000);
    const tokenDigest = this.secrets.digest(token);
    await this.accounts.openSession({ tokenDigest, accountId: account.id, createdAt, expiresAt });
    return { token, expiresAt, member: memberOf(account) };
  }

  async signOut(token: string | null): Promise<void> {
    if (token) await this.accounts.closeSession(this.secrets.digest(token));
  }

  /** Who holds the token. @throws NotSignedIn */
  async whoIs(token: string | null): Promise<StaffMember> {
    return memberOf(await this.accountOf(token));
  }

  /** Who may act: signed in, with a password of their own. @throws NotSignedIn, PasswordChangeRequired */
  async actorOf(token: string | null): Promise<Actor> {
    const { passwordIsOneTime, ...actor } = await this.whoIs(token);
    if (passwordIsOneTime) throw new PasswordChangeRequired();
    return actor;
  }

  /** @throws NotSignedIn, InvalidInput when the current password is wrong or the new one too weak */
  async changePassword(token: string | null, current: string, chosen: string): Promise<StaffMember> {
    const account = await this.accountOf(token);
    if (!(await this.secrets.passwordMatches(account.password, current))) {
      throw new InvalidInput([{ field: 'currentPassword', message: 'This is not the password you signed in with' }]);
    }
    assertNewPassword(chosen, account.username);
    const password = await this.secrets.hashPassword(chosen);
    const changed = { ...account, password, passwordIsOneTime: false };
    await this.accounts.changePassword(changed, this.secrets.digest(token ?? ''), {
      at: this.clock.now(),
      actor: memberOf(account),
      action: 'account.password-changed',
      subject: `account:${account.id}`,
      before: null,
      after: null,
    });
    return memberOf(changed);
  }

  /**
   * Makes an account with a one-time password.
   * @returns the password, which is shown once and kept nowhere
   * @throws InvalidInput, UsernameTaken
   */
  async createAccount(username: string, actor: Actor): Promise<string> {
    assertUsername(username);
    const oneTimePassword = this.secrets.oneTimePassword();
    const password = await this.secrets.hashPassword(oneTimePassword);
    const account = { id: this.ids.uuid(), username, password, passwordIsOneTime: true };
    await this.accounts.add(account, {
      at: this.clock.now(),
      actor,
      action: 'account.created',
      subject: `account:${account.id}`,
      before: null,
      after: { username },
    });
    return oneTimePassword;
  }

  /** The first account of a new installation, or null when there is one already. */
  async createFirstAccount(username: string, actor: Actor): Promise<string | null> {
    return (await this.accounts.count()) > 0 ? null : this.createAccount(username, actor);
  }

  private async accountOf(token: string | null): Promise<Account> {
    const account = token && (await this.accounts.bySession(this.secrets.digest(token), this.clock.now()));
    if (!account) throw new NotSignedIn();
    return account;
  }
}

function memberOf({ id, username, passwordIsOneTime }: Account): StaffMember {
  return { id, name: username, passwordIsOneTime };
}
