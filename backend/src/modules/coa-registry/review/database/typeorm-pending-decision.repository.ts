import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type DecisionOutcome,
  type DecisionTimes,
  type PendingDecision,
  PendingDecisionRepository,
  type ReviewDecision,
  type StoredDecision,
  type WaitingDecision,
} from '../../../../domain/coa-registry/review/pending-decisions.js';
import { managerOf } from '../../../../platform/database/transaction.js';
import { claimStatement, isUnleased } from '../../../../platform/queue/lease.js';
import { purge } from '../../../../platform/queue/purge.js';
import { type PendingDecisionRow, pendingDecisionTable } from './pending-decision.table.js';

const CLAIM = claimStatement({
  table: 'pending_decisions',
  due: `FROM pending_decisions job WHERE job."state" = 'waiting' AND job."takesEffectAt" <= $2 AND ${isUnleased('$2')}
        ORDER BY job."takesEffectAt" LIMIT $1`,
  leaseUntil: '$3',
});

@Injectable()
export class TypeOrmPendingDecisionRepository extends PendingDecisionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  /** Inserts in order of certificate, so that two reviewers who decide about the same ones do not deadlock. */
  async add(decisions: readonly StoredDecision[]): Promise<ReadonlySet<string>> {
    if (decisions.length === 0) return new Set();
    const rows = decisions.toSorted((one, other) => (one.certificateId < other.certificateId ? -1 : 1)).map(rowOf);
    const { raw } = await this.manager
      .createQueryBuilder()
      .insert()
      .into(pendingDecisionTable)
      .values(rows as object[])
      .orIgnore()
      .returning(['certificateId'])
      .execute();
    return new Set((raw as { certificateId: string }[]).map(({ certificateId }) => certificateId));
  }

  async addFailed(decision: StoredDecision, problem: string): Promise<void> {
    const ended = { state: 'failed', endedAt: decision.createdAt, problem, decision: null };
    await this.manager.insert(pendingDecisionTable, { ...rowOf(decision), ...ended } as object);
  }

  async ofReviewer(actorId: string, endedAfter: Date): Promise<PendingDecision[]> {
    const rows = await this.manager.query<
      (DecisionOutcome & Pick<PendingDecisionRow, 'decisionId' | 'takesEffectAt'>)[]
    >(
      `SELECT d."decisionId", d."takesEffectAt", d."certificateId", c."reference", c."productName", d."kind", d."state", d."problem"
         FROM pending_decisions d JOIN coa_data c ON c."id" = d."certificateId"
        WHERE d."actorId" = $1 AND d."decisionId" IN (
              SELECT "decisionId" FROM pending_decisions WHERE "actorId" = $1 AND ("state" <> 'done' OR "endedAt" > $2))
        ORDER BY d."createdAt", d."decisionId", c."productName", c."reference"`,
      [actorId, endedAfter],
    );
    const whole = Map.groupBy(rows, ({ decisionId }) => decisionId);
    return [...whole].map(([id, [first, ...others]]) => ({
      id,
      takesEffectAt: first?.takesEffectAt as Date,
      outcomes: [first, ...others].map((row) => outcomeOf(row as DecisionOutcome)),
    }));
  }

  waitingFor(certificateIds: readonly string[]): Promise<WaitingDecision[]> {
    return this.manager.query<WaitingDecision[]>(
      `SELECT "certificateId", "kind", "actorName" AS "reviewer", "takesEffectAt" FROM pending_decisions
        WHERE "certificateId" = ANY ($1::uuid[]) AND "state" = 'waiting'`,
      [certificateIds],
    );
  }

  async lockWhole(id: string, actorId: string): Promise<DecisionTimes | null> {
    const rows = await this.manager.find(pendingDecisionTable, {
      where: { decisionId: id, actorId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const [first] = rows;
    if (!first) return null;
    return { createdAt: first.createdAt, takesEffectAt: first.takesEffectAt, states: rows.map(({ state }) => state) };
  }

  async postpone(id: string, takesEffectAt: Date): Promise<void> {
    await this.manager.update(pendingDecisionTable, { decisionId: id }, { takesEffectAt });
  }

  async remove(id: string): Promise<void> {
    await this.manager.delete(pendingDecisionTable, { decisionId: id });
  }

  async claim(limit: number, now: Date, leasedUntil: Date): Promise<string[]> {
    const [claimed] = await this.manager.query<[{ id: string }[], number]>(CLAIM, [limit, now, leasedUntil]);
    return claimed.map(({ id }) => id);
  }

  async lockWaiting(id: string): Promise<StoredDecision | null> {
    const row = await this.manager.findOne(pendingDecisionTable, {
      where: { id, state: 'waiting' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return null;
    const { actorId, actorName, decision, decisionId, certificateId, createdAt, takesEffectAt } = row;
    const actor = { id: actorId, name: actorName };
    return { id, decisionId, certificateId, actor, decision: decision as ReviewDecision, createdAt, takesEffectAt };
  }

  async end(id: string, at: Date, problem: string | null): Promise<void> {
    const state = problem === null ? 'done' : 'failed';
    const ended = { state, endedAt: at, problem, decision: null, leasedUntil: null } as const;
    await this.manager.update(pendingDecisionTable, { id, state: 'waiting' }, ended);
  }

  async purge(endedBefore: Date): Promise<void> {
    await purge(this.manager, { table: 'pending_decisions', where: `old."endedAt" < $1` }, [endedBefore]);
  }

  private get manager(): EntityManager {
    return managerOf(this.database);
  }
}

const rowOf = ({ actor, ...stored }: StoredDecision) => ({
  ...stored,
  actorId: actor.id,
  actorName: actor.name,
  kind: stored.decision.kind,
});

const outcomeOf = ({ certificateId, reference, productName, kind, state, problem }: DecisionOutcome) => ({
  certificateId,
  reference,
  productName,
  kind,
  state,
  problem,
});
