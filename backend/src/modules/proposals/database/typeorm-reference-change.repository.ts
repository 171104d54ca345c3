import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type ChangeCursor,
  type ChangeQuery,
  type PrintedNamesCursor,
  type PrintedNamesPart,
  ReferenceChangeRepository,
} from '../../../domain/proposals/ports.js';
import {
  ChangeAlreadyDecided,
  ChangeAlreadyProposed,
  type ChangeKind,
  type ReferenceChange,
} from '../../../domain/proposals/reference-change.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import type { Page } from '../../../domain/shared/page.js';
import { appendToAuditLog, hasAuditEntry } from '../../../platform/database/audit-log.js';
import { onViolation } from '../../../platform/database/errors.js';
import { newestPage } from '../../../platform/database/newest-page.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { printedNames } from '../../coa-registry/coa-registry.sql.js';
import { referenceChangeTable } from './reference-change.table.js';

@Injectable()
export class TypeOrmReferenceChangeRepository extends ReferenceChangeRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  page({ isOpen, limit, after }: ChangeQuery): Promise<Page<ReferenceChange, ChangeCursor>> {
    const found = `FROM reference_changes WHERE ("state" = 'proposed') = $1`;
    const list = { found, values: [isOpen], time: 'proposedAt' } as const;
    return newestPage<ReferenceChange, 'proposedAt'>(managerOf(this.database), list, limit, after);
  }

  byId(id: string): Promise<ReferenceChange | null> {
    return managerOf(this.database).findOneBy(referenceChangeTable, { id });
  }

  open(kind: ChangeKind): Promise<readonly ReferenceChange[]> {
    return managerOf(this.database).findBy(referenceChangeTable, { kind, state: 'proposed' });
  }

  confirmed(): Promise<readonly ReferenceChange[]> {
    const order = { decidedAt: 'ASC', id: 'ASC' } as const;
    return managerOf(this.database).find(referenceChangeTable, { where: { state: 'confirmed' }, order });
  }

  add(change: ReferenceChange, entry: AuditEntry): Promise<void> {
    const added = inTransaction(this.database, async (manager) => {
      await manager.insert(referenceChangeTable, change as object);
      await appendToAuditLog(manager, entry);
    });
    return onViolation(added, ['reference_changes_open'], () => new ChangeAlreadyProposed(change.subject));
  }

  decide(change: ReferenceChange, entry: AuditEntry): Promise<void> {
    const { id, version, state, decidedAt, deciderId, decidedBy, decisionReason } = change;
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        referenceChangeTable,
        { id, version: version - 1, state: 'proposed' },
        { version, state, decidedAt, deciderId, decidedBy, decisionReason },
      );
      if (affected !== 1) throw new ChangeAlreadyDecided();
      await appendToAuditLog(manager, entry);
    });
  }

  printedNames(after: PrintedNamesCursor | null): Promise<PrintedNamesPart> {
    return printedNames(managerOf(this.database), after);
  }

  hasMadeAccount(makerId: string, accountId: string, since: Date): Promise<boolean> {
    const actions = ['account.created', 'account.reset'];
    return hasAuditEntry(managerOf(this.database), {
      actorId: makerId,
      subject: `account:${accountId}`,
      actions,
      since,
    });
  }

  async lockConfirmations(): Promise<void> {
    const lock = `SELECT pg_advisory_xact_lock(hashtext('clearbatch reference changes'))`;
    await managerOf(this.database).query(lock);
  }
}
