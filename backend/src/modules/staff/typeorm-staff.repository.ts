import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, Not } from 'typeorm';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { type Account, type Session, UsernameTaken } from '../../domain/staff/account.js';
import { StaffRepository } from '../../domain/staff/ports.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { violatedConstraint } from '../../platform/database/errors.js';
import { accountTable, sessionTable } from './account.table.js';

@Injectable()
export class TypeOrmStaffRepository extends StaffRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async add(account: Account, entry: AuditEntry): Promise<void> {
    try {
      await this.database.transaction(async (manager) => {
        await manager.insert(accountTable, account);
        await appendToAuditLog(manager, entry);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'users_username_key') throw new UsernameTaken(account.username);
      throw error;
    }
  }

  byUsername(username: string): Promise<Account | null> {
    return this.database.manager.findOneBy(accountTable, { username });
  }

  count(): Promise<number> {
    return this.database.manager.count(accountTable);
  }

  /** Expired sessions are cleared away here: a sign-in is rare enough and needs no timer. */
  async openSession(session: Session): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.delete(sessionTable, { expiresAt: LessThanOrEqual(session.createdAt) });
      await manager.insert(sessionTable, session);
    });
  }

  async bySession(tokenDigest: string, now: Date): Promise<Account | null> {
    const [account] = await this.database.query<Account[]>(
      `SELECT u."id", u."username", u."password", u."passwordIsOneTime"
         FROM staff_sessions s JOIN users u ON u."id" = s."accountId"
        WHERE s."tokenDigest" = $1 AND s."expiresAt" > $2`,
      [tokenDigest, now],
    );
    return account ?? null;
  }

  async closeSession(tokenDigest: string): Promise<void> {
    await this.database.manager.delete(sessionTable, { tokenDigest });
  }

  async changePassword(account: Account, keepTokenDigest: string, entry: AuditEntry): Promise<void> {
    const { id, password, passwordIsOneTime } = account;
    await this.database.transaction(async (manager) => {
      await manager.update(accountTable, { id }, { password, passwordIsOneTime });
      await manager.delete(sessionTable, { accountId: id, tokenDigest: Not(keepTokenDigest) });
      await appendToAuditLog(manager, entry);
    });
  }
}
