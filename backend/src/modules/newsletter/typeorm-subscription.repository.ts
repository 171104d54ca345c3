import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type SubscriptionCursor,
  type SubscriptionQuery,
  SubscriptionRepository,
} from '../../domain/newsletter/ports.js';
import type {
  StoredSubscription,
  Subscription,
  SubscriptionFilter,
  SubscriptionStatus,
} from '../../domain/newsletter/subscription.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, type Page, pageOf } from '../../domain/shared/page.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { likeAnywhere } from '../../platform/database/like.js';
import { readInParts } from '../../platform/database/read-in-parts.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';

const COLUMNS = `"email", "status", "subscribedAt", "unsubscribedAt", "source"`;

const FOUND = `FROM email_subscriptions
  WHERE ($1::text IS NULL OR "status" = $1) AND ($2::text IS NULL OR lower("email") LIKE $2)`;

const NEWEST_FIRST = `ORDER BY "subscribedAt" DESC, "id" DESC`;

const valuesOf = ({ status, search }: SubscriptionFilter) => [status, search === null ? null : likeAnywhere(search)];

@Injectable()
export class TypeOrmSubscriptionRepository extends SubscriptionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async activate({ email, status, subscribedAt, source }: Subscription): Promise<void> {
    await managerOf(this.database).query(
      `INSERT INTO email_subscriptions ("email", "status", "subscribedAt", "source") VALUES ($1, $2, $3, $4)
       ON CONFLICT (lower("email")) DO UPDATE
         SET "status" = excluded."status", "subscribedAt" = excluded."subscribedAt", "unsubscribedAt" = NULL
         WHERE email_subscriptions."status" <> 'active'`,
      [email, status, subscribedAt, source],
    );
  }

  async page({ limit, after, ...filter }: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>> {
    const manager = managerOf(this.database);
    const values = valuesOf(filter);
    const [rows, [found]] = await Promise.all([
      manager.query<StoredSubscription[]>(
        `SELECT "id", ${COLUMNS} ${FOUND} AND ($3::timestamptz IS NULL OR ("subscribedAt", "id") < ($3, $4))
          ${NEWEST_FIRST} LIMIT $5`,
        [...values, after?.subscribedAt ?? null, after?.id ?? null, limit + 1],
      ),
      manager.query<{ counted: number }[]>(
        `SELECT count(*)::int AS counted FROM (SELECT 1 ${FOUND} LIMIT ${COUNTED_EXACTLY_UP_TO + 1}) found`,
        values,
      ),
    ]);
    return pageOf(rows, limit, ({ subscribedAt, id }) => ({ subscribedAt, id }), found?.counted ?? 0);
  }

  async counts(): Promise<Record<SubscriptionStatus, number>> {
    const [row] = await managerOf(this.database).query<Record<SubscriptionStatus, number>[]>(
      `SELECT count(*) FILTER (WHERE "status" = 'active')::int AS active,
              count(*) FILTER (WHERE "status" = 'unsubscribed')::int AS unsubscribed FROM email_subscriptions`,
    );
    return row ?? { active: 0, unsubscribed: 0 };
  }

  /** The entry is kept before the first row is read, so that whatever happens later, it is there. */
  async handOut(
    filter: SubscriptionFilter,
    entryOf: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly Subscription[]>> {
    const values = valuesOf(filter);
    await inTransaction(this.database, async (manager) => {
      const [row] = await manager.query<{ count: number }[]>(`SELECT count(*)::int AS count ${FOUND}`, values);
      await appendToAuditLog(manager, entryOf(row?.count ?? 0));
    });
    return readInParts<Subscription>(this.database, `SELECT ${COLUMNS} ${FOUND} ${NEWEST_FIRST}`, values);
  }
}
