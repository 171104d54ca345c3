import type { AuditEntry } from '../../src/domain/shared/audit.js';
import {
  type Account,
  AccountChanged,
  type Challenge,
  type SecondFactor,
  type Session,
  UsernameTaken,
} from '../../src/domain/staff/account.js';
import { type Renewal, StaffRepository } from '../../src/domain/staff/ports.js';

export class InMemoryStaffRepository extends StaffRepository {
  readonly audit: AuditEntry[] = [];
  private accounts: readonly Account[] = [];
  private sessions: readonly Session[] = [];
  private challenges: readonly Challenge[] = [];

  async add(account: Account, entry: AuditEntry): Promise<void> {
    if (this.accounts.some(({ username }) => username === account.username)) throw new UsernameTaken(account.username);
    this.accounts = [...this.accounts, account];
    this.audit.push(entry);
  }

  async byUsername(username: string): Promise<Account | null> {
    return this.accounts.find((account) => account.username === username) ?? null;
  }

  async byId(id: string): Promise<Account | null> {
    return this.account(id) ?? null;
  }

  findForUpdate(id: string): Promise<Account | null> {
    return this.byId(id);
  }

  async all(): Promise<readonly Account[]> {
    return this.accounts.toSorted((a, b) => (a.username < b.username ? -1 : 1));
  }

  async count(): Promise<number> {
    return this.accounts.length;
  }

  async lockAdministrators(): Promise<readonly string[]> {
    const administrators = this.accounts.filter(
      ({ roles, disabledAt }) => roles.includes('administrator') && !disabledAt,
    );
    return administrators.map(({ id }) => id).toSorted();
  }

  async change(account: Account, endsSessions: boolean, entry: AuditEntry): Promise<void> {
    const { roles, disabledAt, password, passwordIsOneTime, version } = account;
    if (this.account(account.id)?.version !== version) throw new AccountChanged();
    const decided = { roles, disabledAt, password, passwordIsOneTime, ...secondFactorOf(account) };
    this.replace(account.id, { ...decided, version: version + 1 });
    if (endsSessions) this.drop(account.id, null);
    this.audit.push(entry);
  }

  async changePassword(before: Account, after: Account, renewal: Renewal, entry: AuditEntry): Promise<boolean> {
    const { id, password, passwordIsOneTime } = after;
    if (this.account(id)?.password !== before.password) return false;
    this.replace(id, { password, passwordIsOneTime });
    this.renew(id, renewal);
    this.audit.push(entry);
    return true;
  }

  async changeSecondFactor(
    before: Account,
    after: SecondFactor,
    renewal: Renewal | null,
    entry: AuditEntry | null,
  ): Promise<boolean> {
    const stored = this.account(before.id);
    const isSame =
      stored?.codeSecret === before.codeSecret &&
      stored.lastCodeStep === before.lastCodeStep &&
      String(stored.recoveryDigests) === String(before.recoveryDigests);
    if (!isSame) return false;
    this.replace(before.id, secondFactorOf(after));
    if (renewal) this.renew(before.id, renewal);
    if (entry) this.audit.push(entry);
    return true;
  }

  async openSession(session: Session, account: Account, entry: AuditEntry | null): Promise<boolean> {
    const stored = this.account(account.id);
    if (stored?.password !== account.password || stored.disabledAt) return false;
    this.replace(account.id, { lastSignInAt: session.createdAt });
    this.sessions = [...this.sessions.filter(({ expiresAt }) => expiresAt > session.createdAt), session];
    if (entry) this.audit.push(entry);
    return true;
  }

  async bySession(digest: string, now: Date): Promise<{ account: Account; session: Session } | null> {
    const session = this.sessions.find(({ tokenDigest, expiresAt }) => tokenDigest === digest && expiresAt > now);
    const account = session && this.account(session.accountId);
    return account && !account.disabledAt ? { account, session } : null;
  }

  async touchSession(tokenDigest: string, at: Date): Promise<void> {
    this.sessions = this.sessions.map((session) =>
      session.tokenDigest === tokenDigest ? { ...session, lastUsedAt: at } : session,
    );
  }

  async sessionsOf(accountId: string, now: Date): Promise<readonly Session[]> {
    return this.sessions
      .filter((session) => session.accountId === accountId && session.expiresAt > now)
      .toSorted((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async closeSession(digest: string): Promise<void> {
    this.sessions = this.sessions.filter(({ tokenDigest }) => tokenDigest !== digest);
  }

  async endSession(accountId: string, id: string, entry: AuditEntry): Promise<boolean> {
    const others = this.sessions.filter((session) => session.id !== id || session.accountId !== accountId);
    if (others.length === this.sessions.length) return false;
    this.sessions = others;
    this.audit.push(entry);
    return true;
  }

  async endSessions(accountId: string, snapshot: string | null, entry: AuditEntry): Promise<void> {
    this.drop(accountId, snapshot);
    this.audit.push(entry);
  }

  async openChallenge(challenge: Challenge, now: Date): Promise<void> {
    this.challenges = [...this.challenges.filter(({ expiresAt }) => expiresAt > now), challenge];
  }

  async byChallenge(digest: string, now: Date): Promise<{ account: Account; challenge: Challenge } | null> {
    const challenge = this.challenges.find(({ tokenDigest, expiresAt }) => tokenDigest === digest && expiresAt > now);
    const account = challenge && this.account(challenge.accountId);
    return account ? { account, challenge } : null;
  }

  async closeChallenge(digest: string): Promise<boolean> {
    const others = this.challenges.filter(({ tokenDigest }) => tokenDigest !== digest);
    const wasOpen = others.length < this.challenges.length;
    this.challenges = others;
    return wasOpen;
  }

  /** Synchronous, so nothing can change between the read and the write. */
  private account(id: string): Account | undefined {
    return this.accounts.find((account) => account.id === id);
  }

  private replace(id: string, changed: Partial<Account>): void {
    this.accounts = this.accounts.map((account) => (account.id === id ? { ...account, ...changed } : account));
  }

  private renew(id: string, { tokenDigest: digest, renewed }: Renewal): void {
    this.drop(id, digest);
    this.sessions = this.sessions.map((session) =>
      session.accountId === id && session.tokenDigest === digest ? { ...session, tokenDigest: renewed } : session,
    );
  }

  /** Deletes all sessions, or all others. */
  private drop(id: string, snapshot: string | null): void {
    this.sessions = this.sessions.filter(({ accountId, tokenDigest }) => accountId !== id || tokenDigest === snapshot);
    this.challenges = this.challenges.filter(({ accountId }) => accountId !== id);
  }
}

const secondFactorOf = ({ codeSecret, secondFactorSince, lastCodeStep, recoveryDigests }: SecondFactor) => ({
  codeSecret,
  secondFactorSince,
  lastCodeStep,
  recoveryDigests,
});
