import { EntitySchema } from 'typeorm';
import type { ReferenceChange } from '../../../domain/proposals/reference-change.js';
import { uuidKey } from '../../../platform/database/columns.js';

/** Proposed changes to the vocabulary and the rules. Triggers keep what was decided, and announce confirmations. */
export const referenceChangeTable = new EntitySchema<ReferenceChange>({
  name: 'ReferenceChange',
  tableName: 'reference_changes',
  columns: {
    id: uuidKey('reference_changes_pkey'),
    kind: { type: 'text' },
    subject: { type: 'text' },
    content: { type: 'jsonb' },
    reason: { type: 'text' },
    state: { type: 'text', default: 'proposed' },
    proposedAt: { type: 'timestamptz' },
    proposerId: { type: 'text' },
    proposedBy: { type: 'text' },
    decidedAt: { type: 'timestamptz', nullable: true },
    deciderId: { type: 'text', nullable: true },
    decidedBy: { type: 'text', nullable: true },
    decisionReason: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
  },
  indices: [
    { name: 'reference_changes_open', columns: ['kind', 'subject'], unique: true, where: `state = 'proposed'` },
    { name: 'reference_changes_confirmed', columns: ['decidedAt', 'id'], where: `state = 'confirmed'` },
    { name: 'reference_changes_newest', columns: ['proposedAt', 'id'] },
  ],
  checks: [
    { name: 'reference_changes_kind_check', expression: `kind IN ('analyteName', 'ruleEdition')` },
    {
      name: 'reference_changes_state_check',
      expression: `state IN ('proposed', 'confirmed', 'declined', 'withdrawn')`,
    },
    { name: 'reference_changes_reason_check', expression: `char_length(reason) BETWEEN 1 AND 1000` },
    {
      name: 'reference_changes_decided_check',
      expression: `num_nulls("decidedAt", "deciderId", "decidedBy") = CASE state WHEN 'proposed' THEN 3 ELSE 0 END`,
    },
    {
      name: 'reference_changes_second_person_check',
      expression: `state = 'proposed' OR (state = 'withdrawn') = ("deciderId" = "proposerId")`,
    },
    {
      name: 'reference_changes_declined_check',
      expression: `(state = 'declined') = ("decisionReason" IS NOT NULL)`,
    },
  ],
});
