import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, type Page, pageOf } from '../../../domain/shared/page.js';
import {
  CONCURRENCY_PER_ENDPOINT,
  CONCURRENCY_PER_LAB,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../../domain/webhooks/delivery.js';
import {
  MAX_ENDPOINTS,
  TooManyWebhookEndpoints,
  WebhookAddressTaken,
  type WebhookEndpoint,
} from '../../../domain/webhooks/endpoint.js';
import { WEBHOOK_TEST, type WebhookEvent } from '../../../domain/webhooks/event.js';
import {
  type ClaimedDelivery,
  type DeliveryCursor,
  type DeliveryQuery,
  WebhookRepository,
} from '../../../domain/webhooks/ports.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { violatedConstraint } from '../../../platform/database/errors.js';
import { afterCommit, inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { queueMail } from '../../../platform/email/outbox.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import {
  type AttemptRow,
  webhookAttemptTable,
  webhookDeliveryTable,
  webhookEndpointTable,
  webhookEventTable,
} from './webhook.table.js';

/** A claim counts the deliveries other instances have in flight, so claims run one at a time. */
const CLAIMING = `SELECT pg_advisory_xact_lock(hashtext('clearbatch webhook claims'))`;

/**
 * A lab's turn is the number of its deliveries that are on the way, and before it in the queue: so each lab has its first
 * before any has its second. Each endpoint is one look into the index of what is due.
 */
const CLAIM = `
  WITH sending AS MATERIALIZED (
    SELECT e."id", e."labId", e."enabled",
           (SELECT count(*) FROM webhook_deliveries l WHERE l."endpointId" = e."id" AND l."leasedUntil" > $2) AS "count"
      FROM webhook_endpoints e),
  ready AS (
    SELECT d."id", d."nextAttemptAt",
           s."ofLab" + row_number() OVER (PARTITION BY s."labId" ORDER BY d."nextAttemptAt", d."id") AS "turn"
      FROM (SELECT *, sum("count") OVER (PARTITION BY "labId") AS "ofLab" FROM sending) s
     CROSS JOIN LATERAL (
       SELECT d."id", d."nextAttemptAt" FROM webhook_deliveries d
        WHERE d."endpointId" = s."id" AND d."state" = 'pending' AND d."nextAttemptAt" <= $2
          AND (d."leasedUntil" IS NULL OR d."leasedUntil" <= $2)
        ORDER BY d."nextAttemptAt" LIMIT greatest(0, ${CONCURRENCY_PER_ENDPOINT} - s."count")) d
     WHERE s."enabled" AND s."ofLab" < ${CONCURRENCY_PER_LAB}),
  next AS MATERIALIZED (
    SELECT "id" FROM ready WHERE "turn" <= ${CONCURRENCY_PER_LAB} ORDER BY "turn", "nextAttemptAt" LIMIT $1),
  due AS MATERIALIZED (
    SELECT d."id" FROM next JOIN webhook_deliveries d ON d."id" = next."id"
     WHERE d."state" = 'pending' FOR UPDATE OF d SKIP LOCKED)
  UPDATE webhook_deliveries d SET "leasedUntil" = $3 FROM due, webhook_events v
   WHERE d."id" = due."id" AND v."id" = d."eventId"
   RETURNING d.*, v."body"`;

/** Rows that one statement of a purge deletes. */
const PURGE_BATCH = 2000;

@Injectable()
export class TypeOrmWebhookRepository extends WebhookRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly wakeSignal: WakeSignal,
  ) {
    super();
  }

  addEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      // One after the other for each lab: nobody counts while another adds.
      await manager.query(`SELECT 1 FROM partner_labs WHERE "id" = $1 FOR NO KEY UPDATE`, [endpoint.labId]);
      const count = await manager.countBy(webhookEndpointTable, { labId: endpoint.labId });
      if (count >= MAX_ENDPOINTS) throw new TooManyWebhookEndpoints();
      await refusingTaken(manager.insert(webhookEndpointTable, endpoint as object));
      await appendToAuditLog(manager, entry);
    });
  }

  endpointsOf(labId: string): Promise<WebhookEndpoint[]> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    return managerOf(this.database).find(webhookEndpointTable, { where: { labId }, order });
  }

  endpoint(id: string): Promise<WebhookEndpoint | null> {
    return managerOf(this.database).findOneBy(webhookEndpointTable, { id });
  }

  endpointToChange(id: string): Promise<WebhookEndpoint | null> {
    // Not FOR UPDATE: that would wait for everybody who is just storing a delivery to it.
    const lock = { mode: 'for_no_key_update' } as const;
    return inTransaction(this.database, (manager) => manager.findOne(webhookEndpointTable, { where: { id }, lock }));
  }

  saveEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry | null): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const { id, ...changed } = endpoint;
      await refusingTaken(manager.update(webhookEndpointTable, { id }, changed as object));
      if (entry) await appendToAuditLog(manager, entry);
      if (entry && endpoint.enabled) afterCommit(() => this.wakeSignal.notify()); // something may have waited for it
    });
  }

  removeEndpoint(id: string, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.delete(webhookEndpointTable, { id });
      await appendToAuditLog(manager, entry);
    });
  }

  announceDisabled({ id }: WebhookEndpoint, createdAt: Date): Promise<void> {
    const mail = { kind: 'webhook.disabled', payload: { endpointId: id }, createdAt };
    return queueMail(managerOf(this.database), mail);
  }

  /**
   * One statement, which for a lab without endpoints is one look into an index. An endpoint that is about to go is waited
   * for, and told nothing when it has gone: what is told about must not fail because of it.
   */
  async queueEvents(labId: string, events: readonly WebhookEvent[]): Promise<void> {
    const column = <T>(of: (event: WebhookEvent) => T) => events.map(of);
    const stored = await managerOf(this.database).query<unknown[]>(
      `WITH going AS MATERIALIZED (
         SELECT v.*, e."id" AS "endpointId" FROM webhook_endpoints e
           JOIN unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS v("id", "type", "body", "createdAt")
             ON v."type" = ANY(e."types")
          WHERE e."labId" = $1 AND e."enabled" FOR KEY SHARE OF e),
       events AS (
         INSERT INTO webhook_events ("id", "labId", "type", "body", "createdAt")
         SELECT DISTINCT "id", $1::uuid, "type", "body", "createdAt" FROM going)
       INSERT INTO webhook_deliveries
         ("id", "eventId", "endpointId", "labId", "type", "state", "attempts", "tries", "nextAttemptAt", "createdAt")
       SELECT gen_random_uuid(), "id", "endpointId", $1, "type", 'pending', 0, 0, "createdAt", "createdAt" FROM going
       RETURNING 1`,
      [
        labId,
        column(({ id }) => id),
        column(({ type }) => type),
        column(({ body }) => body),
        column(({ createdAt }) => createdAt),
      ],
    );
    if (stored.length > 0) afterCommit(() => this.wakeSignal.notify());
  }

  add(event: WebhookEvent, delivery: WebhookDelivery): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.insert(webhookEventTable, event);
      await manager.insert(webhookDeliveryTable, delivery);
      afterCommit(() => this.wakeSignal.notify());
    });
  }

  pendingTests(endpointId: string): Promise<number> {
    const tests = { endpointId, state: 'pending', type: WEBHOOK_TEST } as const;
    return managerOf(this.database).countBy(webhookDeliveryTable, tests);
  }

  claim(limit: number, now: Date, leasedUntil: Date): Promise<ClaimedDelivery[]> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(CLAIMING);
      const [claimed] = await manager.query<[(WebhookDelivery & { readonly body: string })[], number]>(CLAIM, [
        limit,
        now,
        leasedUntil,
      ]);
      if (claimed.length === 0) return [];
      const endpoints = await this.endpointsById(manager, claimed);
      return claimed.flatMap(({ body, ...delivery }) => {
        const endpoint = endpoints.get(delivery.endpointId);
        return endpoint ? [{ delivery, endpoint, body }] : [];
      });
    });
  }

  settle(delivery: WebhookDelivery, leasedUntil: Date | null, attempt: WebhookAttempt): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { id, ...changed } = delivery;
      const claim = { id, state: 'pending', ...(leasedUntil && { leasedUntil }) } as const;
      const { affected } = await manager.update(webhookDeliveryTable, claim, changed);
      if (affected !== 1) return false;
      await manager.insert(webhookAttemptTable, { ...attempt, deliveryId: id } satisfies AttemptRow);
      return true;
    });
  }

  async page({
    labId,
    endpointId,
    state,
    limit,
    after,
  }: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>> {
    const { manager } = this.database;
    const matching = manager.createQueryBuilder(webhookDeliveryTable, 'd').where('d.labId = :labId', { labId });
    if (endpointId !== null) matching.andWhere('d.endpointId = :endpointId', { endpointId });
    if (state !== null) matching.andWhere('d.state = :state', { state });
    const counted = matching
      .clone()
      .select('1')
      .limit(COUNTED_EXACTLY_UP_TO + 1);
    if (after) matching.andWhere('(d.createdAt, d.id) < (:createdAt, :id)', after);
    const [rows, found] = await Promise.all([
      matching
        .orderBy({ 'd.createdAt': 'DESC', 'd.id': 'DESC' })
        .take(limit + 1)
        .getMany(),
      counted.getRawMany(),
    ]);
    return pageOf(rows, limit, ({ createdAt, id }) => ({ createdAt, id }), found.length);
  }

  delivery(id: string): Promise<WebhookDelivery | null> {
    return managerOf(this.database).findOneBy(webhookDeliveryTable, { id });
  }

  async attemptsOf(deliveryId: string): Promise<WebhookAttempt[]> {
    const rows = await this.database.manager.find(webhookAttemptTable, {
      where: { deliveryId },
      order: { number: 'ASC' },
    });
    return rows.map(({ deliveryId: _, ...attempt }) => attempt);
  }

  deliveryToChange(id: string): Promise<WebhookDelivery | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return inTransaction(this.database, (manager) => manager.findOne(webhookDeliveryTable, { where: { id }, lock }));
  }

  requeue({ id, state, tries, nextAttemptAt, finishedAt }: WebhookDelivery, entry: AuditEntry | null): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.update(webhookDeliveryTable, { id }, { state, tries, nextAttemptAt, finishedAt });
      if (entry) await appendToAuditLog(manager, entry);
      afterCommit(() => this.wakeSignal.notify());
    });
  }

  async purge(before: Date): Promise<number> {
    const purged = await inBatches(() =>
      this.deleted(
        `WITH old AS MATERIALIZED (
           SELECT d."id" FROM webhook_deliveries d JOIN webhook_endpoints e ON e."id" = d."endpointId"
            WHERE d."createdAt" < $1 AND (d."state" <> 'pending' OR NOT e."enabled")
            LIMIT ${PURGE_BATCH} FOR UPDATE OF d SKIP LOCKED)
         DELETE FROM webhook_deliveries d USING old WHERE d."id" = old."id"`,
        before,
      ),
    );
    await inBatches(() =>
      this.deleted(
        `WITH old AS MATERIALIZED (
           SELECT v."id" FROM webhook_events v
            WHERE v."createdAt" < $1 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d."eventId" = v."id")
            LIMIT ${PURGE_BATCH} FOR UPDATE OF v SKIP LOCKED)
         DELETE FROM webhook_events v USING old WHERE v."id" = old."id"`,
        before,
      ),
    );
    return purged;
  }

  private async deleted(sql: string, before: Date): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(sql, [before]);
    return count;
  }

  private async endpointsById(
    manager: EntityManager,
    deliveries: readonly WebhookDelivery[],
  ): Promise<Map<string, WebhookEndpoint>> {
    const ids = new Set(deliveries.map(({ endpointId }) => endpointId));
    const endpoints = await manager.findBy(webhookEndpointTable, { id: In([...ids]) });
    return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  }
}

/** One statement for everything could take longer than a statement may. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (let batch = PURGE_BATCH; batch === PURGE_BATCH; deleted += batch) batch = await deleteBatch();
  return deleted;
}

async function refusingTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (violatedConstraint(error) === 'webhook_endpoints_address_key') throw new WebhookAddressTaken();
    throw error;
  }
}
