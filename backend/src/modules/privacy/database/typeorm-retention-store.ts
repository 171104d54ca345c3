import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RetentionRepository } from '../../../domain/privacy/ports.js';
import type { RetentionRule } from '../../../domain/privacy/retention-days.js';
import { managerOf } from '../../../platform/database/transaction.js';
import { deleteBatch } from '../../../platform/queue/purge.js';

interface Removal {
  readonly table: string;
  /** What finds the rows; `$1` is the time they have to lie before. */
  readonly due: string;
  /** Left out, the rows go; else what becomes of them. */
  readonly emptied?: string;
  /** What is done besides, in the same statement, with what belongs to the rows. */
  readonly besides?: string;
  /** Columns of the primary key, where it is not `id`. */
  readonly key?: readonly string[];
}

/** The same as erasing does with it (domain/coa-registry/sender-data.ts); nothing that the public sees changes. */
const WITHOUT_SENDER = `"submittedBy" = NULL, "contactName" = NULL, "notes" = NULL,
  "testResults" = "testResults" - 'submitted', "version" = "version" + 1`;

/** What the sender had sent before they sent it again. */
const REVISIONS_WITHOUT_SENDER = `UPDATE submission_revisions SET "submittedBy" = NULL, "contactName" = NULL, "notes" = NULL,
  "testResults" = "testResults" - 'submitted' WHERE "certificateId" IN (SELECT "id" FROM due)`;

/** How tables are emptied is said here in one place, beside the list of what is personal in them (personal-data.ts). */
const REMOVALS: Record<RetentionRule, Removal> = {
  handledMessages: { table: 'contact_messages', due: `"standing" = 'handled' AND "changedAt" < $1` },
  publishedSenders: {
    table: 'coa_data',
    due: `"submittedBy" IS NOT NULL AND "reviewedAt" < $1
      AND "submissionStatus" IN ('approved', 'withdrawn', 'superseded')`,
    emptied: WITHOUT_SENDER,
    besides: REVISIONS_WITHOUT_SENDER,
  },
  rejectedSenders: {
    table: 'coa_data',
    due: `"submittedBy" IS NOT NULL AND "reviewedAt" < $1 AND "submissionStatus" = 'rejected'`,
    emptied: WITHOUT_SENDER,
    besides: REVISIONS_WITHOUT_SENDER,
  },
  unverifiedBrandContacts: {
    table: 'brands',
    due: `NOT "verified" AND "createdAt" < $1 AND ("contactEmail" <> '' OR "contactName" IS NOT NULL)`,
    emptied: `"contactEmail" = '', "contactName" = NULL, "version" = "version" + 1`,
  },
  unconfirmedSubscriptions: { table: 'email_subscriptions', due: `"status" = 'pending' AND "subscribedAt" < $1` },
  endedSubscriptions: { table: 'email_subscriptions', due: `"status" = 'unsubscribed' AND "unsubscribedAt" < $1` },
  givenUpMail: { table: 'mail_outbox', due: `"state" = 'dead' AND "finishedAt" < $1` },
  bulkFiles: { table: 'bulk_jobs', due: `"state" = 'completed' AND "completedAt" < $1` },
  repeatedRequests: { table: 'idempotency_keys', due: `"createdAt" < $1`, key: ['labId', 'key'] },
  endedSessions: { table: 'staff_sessions', due: `"lastUsedAt" < $1`, key: ['tokenDigest'] },
  failedSignIns: { table: 'staff_attempts', due: `"lastAt" < $1`, key: ['key'] },
};

@Injectable()
export class TypeOrmRetentionStore extends RetentionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async remove(rule: RetentionRule, before: Date, atMost: number): Promise<number> {
    const { table, due, emptied, besides, key } = REMOVALS[rule];
    const manager = managerOf(this.database);
    if (emptied === undefined) return deleteBatch(manager, { table, key, where: due }, [before], atMost);
    const [, count] = await manager.query<[unknown[], number]>(
      `WITH due AS MATERIALIZED (SELECT "id" FROM ${table} WHERE ${due} LIMIT ${atMost} FOR UPDATE SKIP LOCKED)${besides === undefined ? '' : `, besides AS (${besides})`}
       UPDATE ${table} SET ${emptied} WHERE "id" IN (SELECT "id" FROM due)`,
      [before],
    );
    return count;
  }
}
