import { EntitySchema } from 'typeorm';
import type { LabIncident } from '../../../../domain/coa-registry/certificate/lab-incident.js';
import { uuidKey } from '../../../../platform/database/columns.js';

export const labIncidentTable = new EntitySchema<LabIncident>({
  name: 'LabIncident',
  tableName: 'lab_incidents',
  columns: {
    id: uuidKey('lab_incidents_pkey'),
    labName: { type: 'text' },
    labKey: { type: 'text' },
    kind: { type: 'text' },
    testedFrom: { type: 'date' },
    testedTo: { type: 'date', nullable: true },
    sourceName: { type: 'text' },
    sourceUrl: { type: 'text' },
    sourceDate: { type: 'date' },
    statement: { type: 'text' },
    state: { type: 'text', default: 'open' },
    openedAt: { type: 'timestamptz' },
    openedBy: { type: 'text' },
    endedAt: { type: 'timestamptz', nullable: true },
    endedBy: { type: 'text', nullable: true },
    endReason: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
  },
  checks: [
    {
      name: 'lab_incidents_kind_check',
      expression: `kind IN ('suspended', 'accreditation_lost', 'out_of_scope', 'in_question')`,
    },
    { name: 'lab_incidents_state_check', expression: `state IN ('open', 'cleared', 'retracted')` },
    { name: 'lab_incidents_window_check', expression: `"testedTo" >= "testedFrom"` },
    {
      name: 'lab_incidents_ended_check',
      expression: `num_nulls("endedAt", "endedBy", "endReason") = CASE state WHEN 'open' THEN 3 ELSE 0 END`,
    },
  ],
  indices: [
    {
      name: 'lab_incidents_open',
      columns: ['labKey', 'kind', 'testedFrom'],
      unique: true,
      where: `"state" = 'open'`,
    },
    { name: 'lab_incidents_of_lab', columns: ['labKey'] },
  ],
});
