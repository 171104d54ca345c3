import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Issue } from '../../../domain/newsletter/issue.js';
import {
  type IssueCursor,
  IssueRepository,
  type Recipient,
  type RecipientCounts,
} from '../../../domain/newsletter/ports.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import type { Page } from '../../../domain/shared/page.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { newestPage } from '../../../platform/database/newest-page.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { MAIL_OUTCOMES } from '../../../platform/email/outbox.js';
import { KINDS } from '../email/outbox-newsletter-mailer.js';
import { issueTable } from './issue.table.js';

const COUNTED = `count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
                 count(*) FILTER (WHERE state = 'held')::int AS held,
                 count(*) FILTER (WHERE state = 'sent')::int AS sent,
                 count(*) FILTER (WHERE state = 'failed')::int AS failed,
                 count(*) FILTER (WHERE state = 'left')::int AS "left"`;

/** How many recipients of issues being sent still wait, and since when the oldest is being sent, for the metrics. */
export const NEWSLETTER_QUEUE = `
  SELECT (SELECT count(*) FROM (
            SELECT 1 FROM newsletter_issues i
              JOIN newsletter_recipients r ON r."issueId" = i."id" AND r."state" = 'waiting'
             WHERE i."state" = 'sending' LIMIT $1) w)::int AS "waiting",
         (SELECT extract(epoch FROM now() - min("startedAt"))::float8
            FROM newsletter_issues WHERE "state" = 'sending') AS "oldestDueSeconds"`;

@Injectable()
export class TypeOrmIssueRepository extends IssueRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  add(issue: Issue, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.insert(issueTable, issue as object);
      await appendToAuditLog(manager, entry);
    });
  }

  byId(id: string): Promise<Issue | null> {
    return managerOf(this.database).findOneBy(issueTable, { id });
  }

  findForUpdate(id: string): Promise<Issue | null> {
    return managerOf(this.database).findOne(issueTable, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  save(issue: Issue, entry: AuditEntry | null): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.update(issueTable, { id: issue.id }, issue as object);
      if (entry) await appendToAuditLog(manager, entry);
    });
  }

  remove({ id }: Issue, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.delete(issueTable, { id });
      await appendToAuditLog(manager, entry);
    });
  }

  page(limit: number, after: IssueCursor | null): Promise<Page<Issue, IssueCursor>> {
    const list = { found: 'FROM newsletter_issues WHERE true', values: [], time: 'createdAt' } as const;
    return newestPage<Issue, 'createdAt'>(managerOf(this.database), list, limit, after);
  }

  async lastStartedAt(): Promise<Date | null> {
    const [row] = await managerOf(this.database).query<{ at: Date | null }[]>(
      `SELECT max("startedAt") AS at FROM newsletter_issues`,
    );
    return row?.at ?? null;
  }

  async audience(): Promise<{ count: number; lastSubscription: number }> {
    const [row] = await managerOf(this.database).query<{ count: number; lastSubscription: number }[]>(
      `SELECT count(*)::int AS count, coalesce(max("id"), 0) AS "lastSubscription"
         FROM email_subscriptions WHERE "status" = 'active'`,
    );
    return row ?? { count: 0, lastSubscription: 0 };
  }

  async addRecipients({ id, enteredThrough, lastSubscription }: Issue, limit: number): Promise<readonly Recipient[]> {
    return managerOf(this.database).query<Recipient[]>(
      `INSERT INTO newsletter_recipients ("issueId", "subscriptionId", "state", "round")
         SELECT $1, "id", 'waiting', 1 FROM email_subscriptions
          WHERE "status" = 'active' AND "id" > $2 AND "id" <= $3 ORDER BY "id" LIMIT $4
       RETURNING "subscriptionId", "round"`,
      [id, enteredThrough, lastSubscription, limit],
    );
  }

  async releaseHeld(issueId: string, limit: number): Promise<readonly Recipient[]> {
    const [rows] = await managerOf(this.database).query<[Recipient[], number]>(
      `UPDATE newsletter_recipients SET "state" = 'waiting', "round" = "round" + 1
        WHERE "issueId" = $1 AND "subscriptionId" IN (
          SELECT "subscriptionId" FROM newsletter_recipients
           WHERE "issueId" = $1 AND "state" = 'held' ORDER BY "subscriptionId" LIMIT $2)
       RETURNING "subscriptionId", "round"`,
      [issueId, limit],
    );
    return rows;
  }

  async recordOutcomes(issueId: string): Promise<void> {
    await managerOf(this.database).query(
      `UPDATE newsletter_recipients r
          SET "state" = CASE
            WHEN m."state" = 'sent' THEN 'sent'
            WHEN m."state" IN ('dead', 'closed') THEN 'failed'
            WHEN s."status" = 'active' THEN 'held'
            ELSE 'left' END
         FROM ${MAIL_OUTCOMES} m, email_subscriptions s
        WHERE r."issueId" = $1 AND r."state" = 'waiting' AND s."id" = r."subscriptionId"
          AND m."kind" = $2 AND m."cause" = r."issueId" || '/' || r."subscriptionId" || '/' || r."round"`,
      [issueId, KINDS.issue],
    );
  }

  async recipientCounts(issueId: string): Promise<RecipientCounts> {
    const [row] = await managerOf(this.database).query<RecipientCounts[]>(
      `SELECT ${COUNTED} FROM newsletter_recipients WHERE "issueId" = $1`,
      [issueId],
    );
    return row ?? { waiting: 0, held: 0, sent: 0, failed: 0, left: 0 };
  }

  async inProgress(): Promise<readonly string[]> {
    const rows = await managerOf(this.database).query<{ id: string }[]>(
      `SELECT "id" FROM newsletter_issues i WHERE "state" = 'sending' OR ("state" = 'stopped' AND EXISTS (
         SELECT 1 FROM newsletter_recipients r WHERE r."issueId" = i."id" AND r."state" = 'waiting'))`,
    );
    return rows.map(({ id }) => id);
  }
}
