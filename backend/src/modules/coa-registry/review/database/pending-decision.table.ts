import { EntitySchema } from 'typeorm';
import type {
  DecisionKind,
  DecisionState,
  ReviewDecision,
  StoredDecision,
} from '../../../../domain/coa-registry/review/pending-decisions.js';
import { cascadingKey, uuidKey } from '../../../../platform/database/columns.js';

/** A decision on one submission. `decision` is emptied when it ends. */
export type PendingDecisionRow = Omit<StoredDecision, 'actor' | 'decision'> & {
  readonly actorId: string;
  readonly actorName: string;
  readonly kind: DecisionKind;
  readonly decision: ReviewDecision | null;
  readonly state: DecisionState;
  readonly endedAt: Date | null;
  readonly problem: string | null;
  readonly leasedUntil: Date | null;
};

const WAITING = `"state" = 'waiting'`;

export const pendingDecisionTable = new EntitySchema<PendingDecisionRow>({
  name: 'PendingDecision',
  tableName: 'pending_decisions',
  columns: {
    id: uuidKey('pending_decisions_pkey'),
    decisionId: { type: 'uuid' },
    certificateId: { type: 'uuid' },
    actorId: { type: 'text' },
    actorName: { type: 'text' },
    kind: { type: 'text' },
    decision: { type: 'jsonb', nullable: true },
    state: { type: 'text', default: 'waiting' },
    createdAt: { type: 'timestamptz' },
    takesEffectAt: { type: 'timestamptz' },
    endedAt: { type: 'timestamptz', nullable: true },
    problem: { type: 'text', nullable: true },
    leasedUntil: { type: 'timestamptz', nullable: true },
  },
  checks: [
    { name: 'pending_decisions_kind_check', expression: `kind IN ('approve', 'request-changes', 'reject')` },
    { name: 'pending_decisions_state_check', expression: `state IN ('waiting', 'done', 'failed')` },
    { name: 'pending_decisions_content_check', expression: `(state = 'waiting') = (decision IS NOT NULL)` },
  ],
  foreignKeys: [cascadingKey('pending_decisions_certificate_fkey', 'certificateId', 'Certificate')],
  indices: [
    { name: 'pending_decisions_waiting', columns: ['certificateId'], unique: true, where: WAITING },
    { name: 'pending_decisions_due', columns: ['takesEffectAt'], where: WAITING },
    { name: 'pending_decisions_of_reviewer', columns: ['actorId'] },
    { name: 'pending_decisions_whole', columns: ['decisionId'] },
    { name: 'pending_decisions_ended', columns: ['endedAt'], where: `"endedAt" IS NOT NULL` },
  ],
});
