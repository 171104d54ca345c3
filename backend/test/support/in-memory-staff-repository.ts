import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { type Account, type Session, UsernameTaken } from '../../src/domain/staff/account.js';
import { StaffRepository } from '../../src/domain/staff/ports.js';

export class InMemoryStaffRepository extends StaffRepository {
  readonly audit: AuditEntry[] = [];
  private accounts: readonly Account[] = [];
  private sessions: readonly Session[] = [];

  async add(account: Account, entry: AuditEntry): Promise<void> {
    if (this.accounts.some(({ username }) => username === account.username)) throw new UsernameTaken(account.username);
    this.accounts = [...this.accounts, account];
    this.audit.push(entry);
  }

  async byUsername(username: string): Promise<Account | null> {
    return this.accounts.find((account) => account.username === username) ?? null;
  }

  async count(): Promise<number> {
    return this.accounts.length;
  }

  async openSession(session: Session): Promise<void> {
    this.sessions = [...this.sessions.filter(({ expiresAt }) => expiresAt > session.createdAt), session];
  }

  async bySession(digest: string, now: Date): Promise<Account | null> {
    const session = this.sessions.find(({ tokenDigest, expiresAt }) => tokenDigest === digest && expiresAt > now);
    return this.accounts.find(({ id }) => id === session?.accountId) ?? null;
  }

  async closeSession(digest: string): Promise<void> {
    this.sessions = this.sessions.filter(({ tokenDigest }) => tokenDigest !== digest);
  }

  async changePassword(changed: Account, keep: string, entry: AuditEntry): Promise<void> {
    const { id, password, passwordIsOneTime } = changed;
    this.accounts = this.accounts.map((account) =>
      account.id === id ? { ...account, password, passwordIsOneTime } : account,
    );
    this.sessions = this.sessions.filter(({ accountId, tokenDigest }) => accountId !== id || tokenDigest === keep);
    this.audit.push(entry);
  }
}
