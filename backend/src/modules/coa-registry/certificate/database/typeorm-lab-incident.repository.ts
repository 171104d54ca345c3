import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  IncidentAlreadyOpen,
  IncidentEnded,
  type IncidentWindow,
  type LabIncident,
} from '../../../../domain/coa-registry/certificate/lab-incident.js';
import { LabIncidentRepository } from '../../../../domain/coa-registry/certificate/ports.js';
import type { AuditEntry } from '../../../../domain/shared/audit.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { appendToAuditLog } from '../../../../platform/database/audit-log.js';
import { onViolation } from '../../../../platform/database/errors.js';
import { inTransaction, managerOf } from '../../../../platform/database/transaction.js';
import { labIncidentTable } from './lab-incident.table.js';
import { testedWithin } from './lab-incidents-of.js';

const NEWEST_FIRST = { openedAt: 'DESC', id: 'ASC' } as const;

/** Published certificates of the laboratory `$1` in the window from `$2` to `$3`. */
const COUNT_COVERED = `SELECT count(*)::int AS "count" FROM coa_data c
  WHERE c."submissionStatus" = 'approved' AND c."labKey" = $1 AND ${testedWithin('c', '$2', '$3')}`;

@Injectable()
export class TypeOrmLabIncidentRepository extends LabIncidentRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  all(): Promise<LabIncident[]> {
    return managerOf(this.database).find(labIncidentTable, { order: NEWEST_FIRST });
  }

  ofLab(labKey: string): Promise<LabIncident[]> {
    return managerOf(this.database).find(labIncidentTable, { where: { labKey }, order: NEWEST_FIRST });
  }

  byId(id: string): Promise<LabIncident | null> {
    return managerOf(this.database).findOneBy(labIncidentTable, { id });
  }

  async countCovered({ labName, testedFrom, testedTo }: IncidentWindow): Promise<number> {
    const [row] = await managerOf(this.database).query<{ count: number }[]>(COUNT_COVERED, [
      nameKey(labName),
      testedFrom,
      testedTo,
    ]);
    return row?.count ?? 0;
  }

  add(incident: LabIncident, entry: AuditEntry): Promise<void> {
    const added = inTransaction(this.database, async (manager) => {
      await manager.insert(labIncidentTable, incident);
      await appendToAuditLog(manager, entry);
    });
    return onViolation(added, ['lab_incidents_open'], () => new IncidentAlreadyOpen(incident));
  }

  async end(incident: LabIncident, entry: AuditEntry): Promise<void> {
    const { id, version, state, endedAt, endedBy, endReason } = incident;
    await inTransaction(this.database, async (manager) => {
      const expected = { id, version: version - 1 };
      const ended = { state, endedAt, endedBy, endReason, version };
      const { affected } = await manager.update(labIncidentTable, expected, ended);
      if (affected !== 1) throw new IncidentEnded();
      await appendToAuditLog(manager, entry);
    });
  }
}
