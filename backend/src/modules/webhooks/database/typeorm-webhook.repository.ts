import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import type { Page } from '../../../domain/shared/page.js';
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
  type EventsRead,
  WebhookRepository,
} from '../../../domain/webhooks/ports.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { onViolation } from '../../../platform/database/errors.js';
import { newestPage } from '../../../platform/database/newest-page.js';
import { afterCommit, inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { queueMail } from '../../../platform/email/outbox.js';
import { claimStatement, isUnleased, leaseCriteria } from '../../../platform/queue/lease.js';
import { purge } from '../../../platform/queue/purge.js';
import { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { lockLab } from '../../partners/partners.sql.js';
import {
  type AttemptRow,
  webhookAttemptTable,
  webhookDeliveryTable,
  webhookEndpointTable,
  webhookEventTable,
} from './webhook.table.js';

/** An advisory lock: claims count the deliveries that other instances have in flight, so they run one at a time. */
const CLAIM_LOCK = `SELECT pg_advisory_xact_lock(hashtext('clearbatch webhook claims'))`;

/**
 * Round robin over labs: a delivery's rank is the number of its lab's deliveries in flight plus those before it in the
 * queue, so each lab gets its first delivery before any lab gets its second. Each endpoint costs one index scan.
 */
const CLAIM = claimStatement({
  table: 'webhook_deliveries',
  withQueries: `
  in_flight AS MATERIALIZED (
    SELECT e."id", e."labId", e."enabled",
           (SELECT count(*) FROM webhook_deliveries l WHERE l."endpointId" = e."id" AND l."leasedUntil" > $2) AS "count"
      FROM webhook_endpoints e),
  ranked AS (
    SELECT d."id", d."nextAttemptAt",
           f."ofLab" + row_number() OVER (PARTITION BY f."labId" ORDER BY d."nextAttemptAt", d."id") AS "rank"
      FROM (SELECT *, sum("count") OVER (PARTITION BY "labId") AS "ofLab" FROM in_flight) f
     CROSS JOIN LATERAL (
       SELECT job."id", job."nextAttemptAt" FROM webhook_deliveries job
        WHERE job."endpointId" = f."id" AND job."state" = 'pending' AND job."nextAttemptAt" <= $2 AND ${isUnleased('$2')}
        ORDER BY job."nextAttemptAt" LIMIT greatest(0, ${CONCURRENCY_PER_ENDPOINT} - f."count")) d
     WHERE f."enabled" AND f."ofLab" < ${CONCURRENCY_PER_LAB}),
  next AS MATERIALIZED (
    SELECT "id" FROM ranked WHERE "rank" <= ${CONCURRENCY_PER_LAB} ORDER BY "rank", "nextAttemptAt" LIMIT $1)`,
  due: `FROM next JOIN webhook_deliveries job ON job."id" = next."id" WHERE job."state" = 'pending'`,
  leaseUntil: '$3',
  join: { table: 'webhook_events v', on: 'v."id" = job."eventId"', columns: 'v."body"' },
});

/** An advisory lock: one reader of a lab's events at a time gives them positions. Writers don't wait for it. */
const READER_LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('clearbatch events of lab ' || $1, 0))`;

/**
 * Orders a lab's unread events after those that were read. Only committed events are visible, so an event whose
 * transaction takes long comes after those that were committed earlier. A position is the time in microseconds: after a
 * backup was restored, new positions are still higher than those that labs have.
 */
const GIVE_POSITIONS = `
  UPDATE webhook_events v SET "position" = last."position" + unread."number"
    FROM (SELECT "id", row_number() OVER (ORDER BY "createdAt", "id") AS "number"
            FROM (SELECT "id", "createdAt" FROM webhook_events WHERE "labId" = $1 AND "position" IS NULL
                   ORDER BY "createdAt", "id" LIMIT $2) oldest) unread,
         (SELECT greatest(max("position"), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) AS "position"
            FROM webhook_events WHERE "labId" = $1) last
   WHERE v."id" = unread."id"`;

const DELIVERIES = `FROM webhook_deliveries
  WHERE "labId" = $1 AND ($2::uuid IS NULL OR "endpointId" = $2) AND ($3::text IS NULL OR "state" = $3)`;

const EXPIRED_DELIVERIES = {
  table: 'webhook_deliveries',
  join: 'JOIN webhook_endpoints e ON e."id" = old."endpointId"',
  where: `old."createdAt" < $1 AND (old."state" <> 'pending' OR NOT e."enabled")`,
};

const EXPIRED_EVENTS = {
  table: 'webhook_events',
  where: `old."createdAt" < $1 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d."eventId" = old."id")`,
};

/** The length and age of the delivery queue, without deliveries to disabled endpoints, for the metrics. */
export const WEBHOOK_QUEUE = `
  SELECT (SELECT count(*) FROM (
            SELECT 1 FROM webhook_endpoints e
              JOIN webhook_deliveries d ON d."endpointId" = e."id" AND d."state" = 'pending'
             WHERE e."enabled" LIMIT $1) w)::int AS "waiting",
         (SELECT extract(epoch FROM now() - min(d."nextAttemptAt"))::float8
            FROM webhook_endpoints e
           CROSS JOIN LATERAL (
             SELECT "nextAttemptAt" FROM webhook_deliveries
              WHERE "endpointId" = e."id" AND "state" = 'pending' ORDER BY "nextAttemptAt" LIMIT 1) d
           WHERE e."enabled") AS "oldestDueSeconds"`;

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
      // The lock on the lab serializes additions, so that the count cannot change before the insert.
      await lockLab(manager, endpoint.labId);
      const count = await manager.countBy(webhookEndpointTable, { labId: endpoint.labId });
      if (count >= MAX_ENDPOINTS) throw new TooManyWebhookEndpoints();
      await rejectTakenAddress(manager.insert(webhookEndpointTable, endpoint as object));
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

  endpointForUpdate(id: string): Promise<WebhookEndpoint | null> {
    // Not FOR UPDATE, which would wait for transactions that insert a delivery to the endpoint (foreign key locks).
    const lock = { mode: 'for_no_key_update' } as const;
    return inTransaction(this.database, (manager) => manager.findOne(webhookEndpointTable, { where: { id }, lock }));
  }

  saveEndpoint(endpoint: WebhookEndpoint, entry: AuditEntry | null): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const { id, ...changed } = endpoint;
      await rejectTakenAddress(manager.update(webhookEndpointTable, { id }, changed as object));
      if (entry) await appendToAuditLog(manager, entry);
      if (entry && endpoint.enabled) afterCommit(() => this.wakeSignal.notify()); // deliveries may have been waiting for it
    });
  }

  removeEndpoint(id: string, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.delete(webhookEndpointTable, { id });
      await appendToAuditLog(manager, entry);
    });
  }

  queueDisabledEmail({ id }: WebhookEndpoint, createdAt: Date): Promise<void> {
    const mail = { kind: 'webhook.disabled', payload: { endpointId: id }, createdAt };
    return queueMail(managerOf(this.database), mail);
  }

  /**
   * FOR KEY SHARE waits for a transaction that is deleting an endpoint and then skips it. Without the lock the insert would
   * violate the foreign key and roll back the decision.
   */
  async queueEvents(labId: string, events: readonly WebhookEvent[]): Promise<void> {
    const column = <T>(of: (event: WebhookEvent) => T) => events.map(of);
    const queued = await managerOf(this.database).query<unknown[]>(
      `WITH events AS (
         INSERT INTO webhook_events ("id", "labId", "type", "body", "createdAt")
         SELECT v."id", $1, v."type", v."body", v."createdAt"
           FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS v("id", "type", "body", "createdAt")
         RETURNING "id", "type", "createdAt"),
       receiving AS MATERIALIZED (
         SELECT "id", "types" FROM webhook_endpoints WHERE "labId" = $1 AND "enabled" FOR KEY SHARE)
       INSERT INTO webhook_deliveries
         ("id", "eventId", "endpointId", "labId", "type", "state", "attempts", "tries", "nextAttemptAt", "createdAt")
       SELECT gen_random_uuid(), v."id", e."id", $1, v."type", 'pending', 0, 0, v."createdAt", v."createdAt"
         FROM events v JOIN receiving e ON v."type" = ANY(e."types")
       RETURNING 1`,
      [
        labId,
        column(({ id }) => id),
        column(({ type }) => type),
        column(({ body }) => body),
        column(({ createdAt }) => createdAt),
      ],
    );
    if (queued.length > 0) afterCommit(() => this.wakeSignal.notify());
  }

  eventsAfter(labId: string, position: number, limit: number): Promise<EventsRead> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(READER_LOCK, [labId]);
      await manager.query(GIVE_POSITIONS, [labId, limit + 1]);
      const rows = await manager.query<(WebhookEvent & { readonly position: string })[]>(
        `SELECT "id", "labId", "type", "body", "createdAt", "position" FROM webhook_events
          WHERE "labId" = $1 AND "position" > $2 ORDER BY "position" LIMIT $3`,
        [labId, position, limit + 1],
      );
      const events = rows.slice(0, limit).map((row) => ({ ...row, position: Number(row.position) }));
      return { events, hasMore: rows.length > limit };
    });
  }

  addDelivery(event: WebhookEvent, delivery: WebhookDelivery): Promise<void> {
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
      await manager.query(CLAIM_LOCK);
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

  completeAttempt(delivery: WebhookDelivery, leasedUntil: Date | null, attempt: WebhookAttempt): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { id, ...changed } = delivery;
      const lease = leaseCriteria(id, 'pending' as const, leasedUntil);
      const { affected } = await manager.update(webhookDeliveryTable, lease, changed);
      if (affected !== 1) return false;
      await manager.insert(webhookAttemptTable, { ...attempt, deliveryId: id } satisfies AttemptRow);
      return true;
    });
  }

  page({ labId, endpointId, state, limit, after }: DeliveryQuery): Promise<Page<WebhookDelivery, DeliveryCursor>> {
    const list = { found: DELIVERIES, values: [labId, endpointId, state], time: 'createdAt' } as const;
    return newestPage<WebhookDelivery, 'createdAt'>(this.database.manager, list, limit, after);
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

  deliveryForUpdate(id: string): Promise<WebhookDelivery | null> {
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

  async purge(before: Date, eventsBefore: Date): Promise<number> {
    const { manager } = this.database;
    const purged = await purge(manager, EXPIRED_DELIVERIES, [before]);
    await purge(manager, EXPIRED_EVENTS, [eventsBefore]);
    return purged;
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

const rejectTakenAddress = (write: Promise<unknown>): Promise<unknown> =>
  onViolation(write, ['webhook_endpoints_address_key'], () => new WebhookAddressTaken());
