import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type SubscriptionCursor,
  type SubscriptionQuery,
  SubscriptionRepository,
} from '../../../domain/newsletter/ports.js';
import type {
  StatusChange,
  StoredSubscription,
  Subscription,
  SubscriptionFilter,
  SubscriptionStatus,
} from '../../../domain/newsletter/subscription.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import type { Page } from '../../../domain/shared/page.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { likeAnywhere } from '../../../platform/database/like.js';
import { newestPage } from '../../../platform/database/newest-page.js';
import { streamRows } from '../../../platform/database/stream-rows.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../../platform/email/mail-about.js';
import { subscriptionTable } from './subscription.table.js';

const COLUMNS = `"email", "status", "subscribedAt", "unsubscribedAt", "source"`;

const FOUND = `FROM email_subscriptions
  WHERE ($1::text IS NULL OR "status" = $1) AND ($2::text IS NULL OR lower("email") LIKE $2)`;

const NEWEST_FIRST = `ORDER BY "subscribedAt" DESC, "id" DESC`;

const valuesOf = ({ status, search }: SubscriptionFilter) => [status, search === null ? null : likeAnywhere(search)];

const mailTo = (subscriptions: readonly Pick<StoredSubscription, 'id'>[]) => ({
  kind: 'newsletter.',
  named: 'subscriptionId',
  ids: subscriptions.map(({ id }) => String(id)),
});

@Injectable()
export class TypeOrmSubscriptionRepository extends SubscriptionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async upsert({ email, status, subscribedAt, source }: Subscription, askedBefore: Date): Promise<number | null> {
    const [row] = await managerOf(this.database).query<{ id: number }[]>(
      `INSERT INTO email_subscriptions ("email", "status", "subscribedAt", "source") VALUES ($1, $2, $3, $4)
       ON CONFLICT (lower("email")) DO UPDATE
         SET "status" = excluded."status", "subscribedAt" = excluded."subscribedAt", "unsubscribedAt" = NULL
         WHERE email_subscriptions."status" <> 'active' AND (
           email_subscriptions."status" <> 'pending' OR excluded."status" = 'active'
             OR email_subscriptions."subscribedAt" < $5)
       RETURNING "id"`,
      [email, status, subscribedAt, source, askedBefore],
    );
    return row?.id ?? null;
  }

  byId(id: number): Promise<StoredSubscription | null> {
    return managerOf(this.database).findOneBy(subscriptionTable, { id });
  }

  async changeStatus(id: number, { from, to }: StatusChange, at: Date): Promise<boolean> {
    const [, changed] = await managerOf(this.database).query<[unknown, number]>(
      `UPDATE email_subscriptions SET "status" = $3,
         "subscribedAt" = CASE WHEN $3 = 'active' THEN $4 ELSE "subscribedAt" END,
         "unsubscribedAt" = CASE WHEN $3 = 'active' THEN NULL ELSE $4 END
       WHERE "id" = $1 AND "status" = ANY($2)`,
      [id, from, to, at],
    );
    return changed > 0;
  }

  page({ limit, after, ...filter }: SubscriptionQuery): Promise<Page<StoredSubscription, SubscriptionCursor>> {
    const list = { columns: `"id", ${COLUMNS}`, found: FOUND, values: valuesOf(filter), time: 'subscribedAt' } as const;
    return newestPage<StoredSubscription, 'subscribedAt'>(managerOf(this.database), list, limit, after);
  }

  async counts(): Promise<Record<SubscriptionStatus, number>> {
    const rows = await managerOf(this.database).query<{ status: SubscriptionStatus; count: number }[]>(
      `SELECT "status", count(*)::int AS count FROM email_subscriptions GROUP BY "status"`,
    );
    const count = (status: SubscriptionStatus) => rows.find((row) => row.status === status)?.count ?? 0;
    return {
      active: count('active'),
      pending: count('pending'),
      unsubscribed: count('unsubscribed'),
      bounced: count('bounced'),
    };
  }

  /** The audit entry is committed before the first row is read, so that it exists whatever happens later. */
  async exportAll(
    filter: SubscriptionFilter,
    createEntry: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly Subscription[]>> {
    const values = valuesOf(filter);
    await inTransaction(this.database, async (manager) => {
      const [row] = await manager.query<{ count: number }[]>(`SELECT count(*)::int AS count ${FOUND}`, values);
      await appendToAuditLog(manager, createEntry(row?.count ?? 0));
    });
    return streamRows<Subscription>(this.database, `SELECT ${COLUMNS} ${FOUND} ${NEWEST_FIRST}`, values);
  }

  async byAddress(email: string) {
    const manager = managerOf(this.database);
    const [row] = await manager.query<StoredSubscription[]>(
      `SELECT "id", ${COLUMNS} FROM email_subscriptions WHERE lower("email") = lower($1)`,
      [email],
    );
    if (!row) return { subscription: null, mail: [] };
    const { id, ...subscription } = row;
    return { subscription, mail: await findMail(manager, mailTo([{ id }])) };
  }

  remove(email: string) {
    return inTransaction(this.database, async (manager) => {
      const [gone] = await manager.query<[{ id: number }[], number]>(
        `DELETE FROM email_subscriptions WHERE lower("email") = lower($1) RETURNING "id"`,
        [email],
      );
      return { subscriptions: gone.length, mail: await deleteMail(manager, mailTo(gone)) };
    });
  }
}
