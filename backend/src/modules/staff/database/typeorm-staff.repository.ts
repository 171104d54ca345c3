import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ArrayContains, DataSource, type EntityManager, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import {
  type Account,
  AccountChanged,
  type Challenge,
  type SecondFactor,
  type Session,
  UsernameTaken,
} from '../../../domain/staff/account.js';
import { type Renewal, StaffRepository } from '../../../domain/staff/ports.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { onViolation } from '../../../platform/database/errors.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { accountTable, challengeTable, sessionTable } from './account.table.js';

@Injectable()
export class TypeOrmStaffRepository extends StaffRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async add(account: Account, entry: AuditEntry): Promise<void> {
    const added = inTransaction(this.database, async (manager) => {
      await manager.insert(accountTable, { ...account });
      await appendToAuditLog(manager, entry);
    });
    await onViolation(added, ['users_username_key'], () => new UsernameTaken(account.username));
  }

  byUsername(username: string): Promise<Account | null> {
    return this.manager.findOneBy(accountTable, { username });
  }

  byId(id: string): Promise<Account | null> {
    return this.manager.findOneBy(accountTable, { id });
  }

  findForUpdate(id: string): Promise<Account | null> {
    return this.manager.findOne(accountTable, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  all(): Promise<Account[]> {
    return this.manager.find(accountTable, { order: { username: 'ASC' } });
  }

  count(): Promise<number> {
    return this.manager.count(accountTable);
  }

  /** Locks in order of id to prevent deadlocks. */
  async lockAdministrators(): Promise<string[]> {
    const administrators = await this.manager.find(accountTable, {
      select: { id: true },
      where: { roles: ArrayContains(['administrator']), disabledAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return administrators.map(({ id }) => id);
  }

  async change(account: Account, endsSessions: boolean, entry: AuditEntry): Promise<void> {
    const { id, version, roles, disabledAt, password, passwordIsOneTime } = account;
    const changes = { roles, disabledAt, password, passwordIsOneTime, ...secondFactorFields(account) };
    await inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(accountTable, { id, version }, { ...changes, version: version + 1 });
      if (affected === 0) throw new AccountChanged();
      if (endsSessions) {
        await manager.delete(sessionTable, { accountId: id });
        await manager.delete(challengeTable, { accountId: id });
      }
      await appendToAuditLog(manager, entry);
    });
  }

  changePassword(before: Account, after: Account, renewal: Renewal, entry: AuditEntry): Promise<boolean> {
    const { id, password, passwordIsOneTime } = after;
    return inTransaction(this.database, async (manager) => {
      const where = { id, password: before.password };
      const { affected } = await manager.update(accountTable, where, { password, passwordIsOneTime });
      if (affected === 0) return false;
      await renewSession(manager, id, renewal);
      await appendToAuditLog(manager, entry);
      return true;
    });
  }

  changeSecondFactor(
    before: Account,
    after: SecondFactor,
    renewal: Renewal | null,
    entry: AuditEntry | null,
  ): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager
        .createQueryBuilder()
        .update(accountTable)
        .set(secondFactorFields(after))
        .where(
          `id = :id AND "codeSecret" IS NOT DISTINCT FROM :secret
             AND "lastCodeStep" = :step AND "recoveryDigests" = :digests`,
          { id: before.id, secret: before.codeSecret, step: before.lastCodeStep, digests: before.recoveryDigests },
        )
        .execute();
      if (affected === 0) return false;
      if (renewal) await renewSession(manager, before.id, renewal);
      if (entry) await appendToAuditLog(manager, entry);
      return true;
    });
  }

  /**
   * Updates the account first, which serializes a sign-in with an administrator disabling the account. Also deletes
   * expired sessions: sign-ins are rare, so this needs no separate job.
   */
  openSession(session: Session, account: Account, entry: AuditEntry | null): Promise<boolean> {
    const { id, password } = account;
    return inTransaction(this.database, async (manager) => {
      const signedIn = { lastSignInAt: session.createdAt };
      const { affected } = await manager.update(accountTable, { id, password, disabledAt: IsNull() }, signedIn);
      if (affected === 0) return false;
      await manager.delete(sessionTable, { expiresAt: LessThanOrEqual(session.createdAt) });
      await manager.insert(sessionTable, session);
      if (entry) await appendToAuditLog(manager, entry);
      return true;
    });
  }

  async bySession(tokenDigest: string, now: Date): Promise<{ account: Account; session: Session } | null> {
    const found = await this.manager
      .createQueryBuilder(sessionTable, 's')
      .innerJoinAndMapOne('s.account', 'Account', 'u', 'u.id = s."accountId" AND u."disabledAt" IS NULL')
      .where('s."tokenDigest" = :tokenDigest AND s."expiresAt" > :now', { tokenDigest, now })
      .getOne();
    if (!found) return null;
    const { account, ...session } = found as Session & { account: Account };
    return { account, session };
  }

  async touchSession(tokenDigest: string, at: Date): Promise<void> {
    await this.manager.update(sessionTable, { tokenDigest }, { lastUsedAt: at });
  }

  sessionsOf(accountId: string, now: Date): Promise<Session[]> {
    const order = { lastUsedAt: 'DESC', id: 'ASC' } as const;
    return this.manager.find(sessionTable, { where: { accountId, expiresAt: MoreThan(now) }, order });
  }

  async closeSession(tokenDigest: string): Promise<void> {
    await this.manager.delete(sessionTable, { tokenDigest });
  }

  endSession(accountId: string, id: string, entry: AuditEntry): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.delete(sessionTable, { accountId, id });
      if (affected === 0) return false;
      await appendToAuditLog(manager, entry);
      return true;
    });
  }

  async endSessions(accountId: string, keepTokenDigest: string | null, entry: AuditEntry): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await manager.delete(sessionTable, { accountId, tokenDigest: Not(keepTokenDigest ?? '') });
      await manager.delete(challengeTable, { accountId });
      await appendToAuditLog(manager, entry);
    });
  }

  async openChallenge(challenge: Challenge, now: Date): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await manager.delete(challengeTable, { expiresAt: LessThanOrEqual(now) });
      await manager.insert(challengeTable, challenge);
    });
  }

  async byChallenge(tokenDigest: string, now: Date): Promise<{ account: Account; challenge: Challenge } | null> {
    const challenge = await this.manager.findOneBy(challengeTable, { tokenDigest, expiresAt: MoreThan(now) });
    const account = challenge && (await this.byId(challenge.accountId));
    return challenge && account ? { account, challenge } : null;
  }

  async closeChallenge(tokenDigest: string): Promise<boolean> {
    return (await this.manager.delete(challengeTable, { tokenDigest })).affected === 1;
  }

  private get manager(): EntityManager {
    return managerOf(this.database);
  }
}

const secondFactorFields = ({ codeSecret, secondFactorSince, lastCodeStep, recoveryDigests }: SecondFactor) => ({
  codeSecret,
  secondFactorSince,
  lastCodeStep,
  recoveryDigests,
});

async function renewSession(
  manager: EntityManager,
  accountId: string,
  { tokenDigest, renewed }: Renewal,
): Promise<void> {
  await manager.delete(sessionTable, { accountId, tokenDigest: Not(tokenDigest) });
  await manager.delete(challengeTable, { accountId });
  await manager.update(sessionTable, { accountId, tokenDigest }, { tokenDigest: renewed });
}
