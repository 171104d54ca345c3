import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { KeyAlreadyRevoked, type LabKey, LIVE_KEYS_MAX, TooManyKeys } from '../../../domain/partners/key.js';
import { type Lab, LabChanged, LabNameTaken } from '../../../domain/partners/lab.js';
import { type FoundKey, LabRepository } from '../../../domain/partners/ports.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { onViolation } from '../../../platform/database/errors.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { lockLab } from '../partners.sql.js';
import { partnerKeyTable, partnerLabTable } from './partner.table.js';

/** Only a sandbox can have the id of another lab: both come from the same link, and so does the name. */
const NAMES = ['partner_labs_name_key', 'partner_labs_pkey'];

@Injectable()
export class TypeOrmLabRepository extends LabRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  all(): Promise<Lab[]> {
    return managerOf(this.database).find(partnerLabTable, { order: { nameKey: 'ASC' } });
  }

  byId(id: string): Promise<Lab | null> {
    return managerOf(this.database).findOneBy(partnerLabTable, { id });
  }

  add(lab: Lab, entry: AuditEntry): Promise<void> {
    const added = inTransaction(this.database, async (manager) => {
      await manager.insert(partnerLabTable, lab);
      await appendToAuditLog(manager, entry);
    });
    return onViolation(added, NAMES, () => new LabNameTaken(lab.name));
  }

  change(lab: Lab, entry: AuditEntry): Promise<void> {
    const { id, version, createdAt: _, ...changed } = lab;
    const stored = inTransaction(this.database, async (manager) => {
      const expected = { id, version: version - 1 };
      const { affected } = await manager.update(partnerLabTable, expected, { ...changed, version });
      if (affected !== 1) throw new LabChanged();
      await appendToAuditLog(manager, entry);
    });
    return onViolation(stored, NAMES, () => new LabNameTaken(lab.name));
  }

  keysOf(labId: string): Promise<LabKey[]> {
    return managerOf(this.database).find(partnerKeyTable, {
      where: { labId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  keyById(id: string): Promise<LabKey | null> {
    return managerOf(this.database).findOneBy(partnerKeyTable, { id });
  }

  async keyByDigest(digest: string): Promise<FoundKey | null> {
    const [row] = await managerOf(this.database).query<(LabKey & FoundKey['lab'] & { keyId: string })[]>(
      `SELECT k.*, k."id" AS "keyId", l."name", l."trusted", l."suspended"
         FROM partner_keys k JOIN partner_labs l ON l."id" = k."labId"
        WHERE k."digest" = $1`,
      [digest],
    );
    if (!row) return null;
    const { name, trusted, suspended, keyId, ...key } = row;
    return { key: { ...key, id: keyId }, lab: { id: key.labId, name, trusted, suspended } };
  }

  /**
   * A constraint can't count live keys, because keys expire over time. Instead, a row lock on the lab serializes inserts,
   * so that concurrent requests count each other's keys. The lock mode still allows inserts that reference the lab.
   */
  async addKey(key: LabKey, entry: AuditEntry): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await lockLab(manager, key.labId);
      const [{ live }] = await manager.query<[{ live: number }]>(
        `SELECT count(*)::integer AS live FROM partner_keys
          WHERE "labId" = $1 AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > $2)`,
        [key.labId, key.createdAt],
      );
      if (live >= LIVE_KEYS_MAX) throw new TooManyKeys();
      await manager.insert(partnerKeyTable, { ...key, scopes: [...key.scopes] });
      await appendToAuditLog(manager, entry);
    });
  }

  async revokeKey({ id, revokedAt }: LabKey, entry: AuditEntry): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(partnerKeyTable, { id, revokedAt: IsNull() }, { revokedAt });
      if (affected !== 1) throw new KeyAlreadyRevoked();
      await appendToAuditLog(manager, entry);
    });
  }

  async databaseBytes(): Promise<number> {
    const [{ bytes }] = await managerOf(this.database).query<[{ bytes: string }]>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return Number(bytes);
  }

  async markUsed(keyId: string, now: Date): Promise<void> {
    await managerOf(this.database).query(
      `UPDATE partner_keys SET "lastUsedAt" = $2::timestamptz
        WHERE "id" = $1 AND ("lastUsedAt" IS NULL OR "lastUsedAt" <= $2::timestamptz - interval '1 minute')`,
      [keyId, now],
    );
  }
}
