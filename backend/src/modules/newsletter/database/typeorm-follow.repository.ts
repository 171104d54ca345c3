import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  CONFIRMATION_MINUTES,
  FOLLOWS_MAX,
  type Followed,
  type FollowSubject,
  NEWS_MAX,
  type NoticeEmails,
  UNCONFIRMED_MAX,
} from '../../../domain/newsletter/follow.js';
import { FollowRepository } from '../../../domain/newsletter/ports.js';
import { nameKey } from '../../../domain/shared/name-key.js';
import { lockNames } from '../../../platform/database/lock-names.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../../platform/email/mail-about.js';
import { MAIL_OUTCOMES, queueMailForRows } from '../../../platform/email/outbox.js';
import { nameKeysOf } from '../../brands/brands.sql.js';
import { noticeSubjectsOf, subjectsOf } from '../../coa-registry/coa-registry.sql.js';
import { KINDS } from '../email/outbox-newsletter-mailer.js';

/** Until a late confirmation can still ask for it. */
const EVENTS_KEPT = '31 days';

/** Confirming waits for a run that queues emails: the run tells the new follower, or the confirmation does. */
const LOCK = ['follow events'];

/** Spellings of product names that the events in `$1` are about, of brands with a followed product. */
const PRODUCT_NAMES = `
  SELECT DISTINCT c."productName" AS "name"
    FROM follow_events e CROSS JOIN LATERAL ${subjectsOf('e."certificateId"', 'e."incidentId"')} c
    CROSS JOIN LATERAL ${nameKeysOf('c."brandId"')} brand
    JOIN follows f ON f."topic" = 'product' AND f."brandKey" = brand."nameKey"
   WHERE e."id" = ANY ($1::bigint[])`;

/** Who follows what the events in `$1` are about. `$4` are product names and `$5` their keys. */
const FOLLOWED = `
  SELECT e."kind", e."at", e."certificateId", e."incidentId", e."noticeId", f."followerId", f."id" AS "followId"
    FROM (SELECT * FROM follow_events WHERE "id" = ANY ($1::bigint[])) e
    CROSS JOIN LATERAL (
      SELECT 'failures' AS "topic", '' AS "brandKey", '' AS "key" WHERE e."kind" IN ('failed', 'withdrawn', 'notice')
      UNION
      SELECT what.* FROM ${subjectsOf('e."certificateId"', 'e."incidentId"')} c
        CROSS JOIN LATERAL ${nameKeysOf('c."brandId"')} brand
        LEFT JOIN unnest($4::text[], $5::text[]) named("productName", "key") USING ("productName")
        CROSS JOIN LATERAL (VALUES ('brand', brand."nameKey", ''), ('product', brand."nameKey", named."key"),
                                   ('lot', brand."nameKey", c."batchKey"), ('lot', '', c."batchKey")) what
      UNION
      SELECT what.* FROM ${noticeSubjectsOf('e."noticeId"')} c
        CROSS JOIN LATERAL (VALUES ('brand', c."brandKey", ''), ('product', c."brandKey", c."productKey"),
                                   ('lot', c."brandKey", c."batchKey"), ('lot', '', c."batchKey")) what) about
    JOIN follows f USING ("topic", "brandKey", "key")
   WHERE f."confirmedAt" IS NOT NULL AND e."at" >= f."askedAt"
     AND CASE e."kind" WHEN 'arrived' THEN f."topic" = 'lot' WHEN 'published' THEN f."topic" <> 'lot' ELSE true END`;

/** One email for each follower, which names the worst and latest news. */
const NEWS = `
  SELECT jsonb_build_object('followerId', "followerId", 'total', count(*),
           'certificates', coalesce(jsonb_agg("certificateId") FILTER (WHERE "certificateId" IS NOT NULL AND place <= ${NEWS_MAX}), '[]'),
           'incidents', coalesce(jsonb_agg("incidentId") FILTER (WHERE "incidentId" IS NOT NULL AND place <= ${NEWS_MAX}), '[]'),
           'notices', coalesce(jsonb_agg("noticeId") FILTER (WHERE "noticeId" IS NOT NULL AND place <= ${NEWS_MAX}), '[]')
         ) AS "payload", $2::text || '/' || "followerId" AS "cause"
    FROM (SELECT "followerId", "certificateId", "incidentId", "noticeId",
                 row_number() OVER (PARTITION BY "followerId" ORDER BY bool_or("kind" <> 'published') DESC, max("at") DESC) AS place
            FROM (${FOLLOWED}) followed WHERE $3::int[] IS NULL OR "followId" = ANY ($3)
           GROUP BY 1, 2, 3, 4) news
   GROUP BY "followerId"`;

@Injectable()
export class TypeOrmFollowRepository extends FollowRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async ask(email: string, { topic, brandKey, key, label }: FollowSubject, now: Date) {
    const manager = managerOf(this.database);
    const [follower] = await manager.query<{ id: number }[]>(
      `INSERT INTO followers ("email") VALUES ($1)
       ON CONFLICT (lower("email")) DO UPDATE SET "email" = followers."email" RETURNING "id"`,
      [email],
    );
    const followerId = follower?.id ?? 0;
    const asked = await manager.query<{ id: number }[]>(
      `INSERT INTO follows ("followerId", "topic", "brandKey", "key", "label", "askedAt")
       SELECT $1, $2, $3, $4, $5, $6
        WHERE (SELECT count(*) FROM follows WHERE "followerId" = $1 AND "confirmedAt" IS NOT NULL) < ${FOLLOWS_MAX}
       ON CONFLICT ON CONSTRAINT follows_subject_key DO UPDATE SET "label" = excluded."label", "askedAt" = excluded."askedAt"
         WHERE follows."confirmedAt" IS NULL
       RETURNING "id"`,
      [followerId, topic, brandKey, key, label, now],
    );
    await manager.query(
      `DELETE FROM follows WHERE "id" IN (SELECT "id" FROM follows WHERE "followerId" = $1 AND "confirmedAt" IS NULL
         ORDER BY "askedAt" DESC, "id" DESC OFFSET ${UNCONFIRMED_MAX})`,
      [followerId],
    );
    const [mailed] = await manager.query<[object[], number]>(
      `UPDATE followers SET "mailedAt" = $2
        WHERE "id" = $1 AND $3 AND "mailedAt" <= $2::timestamptz - interval '${CONFIRMATION_MINUTES} minutes' RETURNING 1`,
      [followerId, now, asked.length > 0],
    );
    return mailed.length > 0 ? followerId : null;
  }

  async confirm(followerId: number, mailing: string, now: Date): Promise<void> {
    const manager = managerOf(this.database);
    await lockNames(manager, LOCK, 'alone');
    const [confirmed] = await manager.query<[{ id: number }[], number]>(
      `UPDATE follows SET "confirmedAt" = $2 WHERE "followerId" = $1 AND "confirmedAt" IS NULL RETURNING "id"`,
      [followerId, now],
    );
    const ids = confirmed.map(({ id }) => id);
    const missed = await manager.query<{ id: string }[]>(
      `SELECT e."id" FROM follow_events e WHERE e."mailing" IS NOT NULL
          AND e."at" >= (SELECT min("askedAt") FROM follows WHERE "id" = ANY ($1))`,
      [ids],
    );
    await queueNewsOf(manager, missed, mailing, ids, now);
  }

  list(followerId: number): Promise<Followed[]> {
    return managerOf(this.database).query<Followed[]>(
      `SELECT "id", "label", "confirmedAt" FROM follows WHERE "followerId" = $1 ORDER BY "id"`,
      [followerId],
    );
  }

  async stop(followerId: number, id: number | null): Promise<void> {
    const [gone, values] =
      id === null
        ? [`followers WHERE "id" = $1`, [followerId]]
        : [`follows WHERE "followerId" = $1 AND "id" = $2`, [followerId, id]];
    await managerOf(this.database).query(`DELETE FROM ${gone}`, values);
  }

  async queueNews(mailing: string, now: Date): Promise<void> {
    const manager = managerOf(this.database);
    const isDue = await manager.query(`SELECT 1 FROM follow_events WHERE "mailing" IS NULL AND "dueAt" <= $1 LIMIT 1`, [
      now,
    ]);
    if (isDue.length === 0) return;
    await lockNames(manager, LOCK, 'alone');
    const [due] = await manager.query<[{ id: string }[], number]>(
      `UPDATE follow_events SET "mailing" = $1 WHERE "mailing" IS NULL AND "dueAt" <= $2 RETURNING "id"`,
      [mailing, now],
    );
    await queueNewsOf(manager, due, mailing, null, now);
    await manager.query(
      `DELETE FROM follow_events WHERE "mailing" IS NOT NULL AND "at" < $1::timestamptz - interval '${EVENTS_KEPT}'`,
      [now],
    );
  }

  async noticeEmails(): Promise<NoticeEmails> {
    const [row] = await managerOf(this.database).query<NoticeEmails[]>(
      `SELECT count(*)::int AS "sent",
              round(percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM m."finishedAt" - e."at")))::int AS "p95Seconds"
         FROM follow_events e
         JOIN ${MAIL_OUTCOMES} m ON m."kind" = $1 AND m."state" = 'sent' AND m."cause" LIKE e."mailing" || '/%'
          AND m."payload" @> jsonb_build_object('notices', jsonb_build_array(e."noticeId"))
        WHERE e."kind" = 'notice'`,
      [KINDS.news],
    );
    return row ?? { sent: 0, p95Seconds: null };
  }

  async addressOf(followerId: number): Promise<string | null> {
    const [row] = await managerOf(this.database).query<{ email: string }[]>(
      `SELECT "email" FROM followers WHERE "id" = $1`,
      [followerId],
    );
    return row?.email ?? null;
  }

  async byAddress(email: string) {
    const manager = managerOf(this.database);
    const follows = await manager.query<{ id: number }[]>(
      `SELECT p."id", p."email", f."topic", f."label", f."askedAt", f."confirmedAt"
         FROM followers p LEFT JOIN follows f ON f."followerId" = p."id"
        WHERE lower(p."email") = lower($1) ORDER BY f."id"`,
      [email],
    );
    return { follows: follows.map(({ id: _, ...one }) => one), mail: await findMail(manager, mailTo(follows)) };
  }

  remove(email: string) {
    return inTransaction(this.database, async (manager) => {
      const { follows } = await this.byAddress(email);
      const [gone] = await manager.query<[{ id: number }[], number]>(
        `DELETE FROM followers WHERE lower("email") = lower($1) RETURNING "id"`,
        [email],
      );
      return { follows: follows.length, mail: await deleteMail(manager, mailTo(gone)) };
    });
  }
}

/** @param only of these subjects; null for all */
async function queueNewsOf(
  manager: EntityManager,
  events: readonly { readonly id: string }[],
  mailing: string,
  only: readonly number[] | null,
  createdAt: Date,
): Promise<void> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return;
  const names = (await manager.query<{ name: string }[]>(PRODUCT_NAMES, [ids])).map(({ name }) => name);
  const values = [ids, mailing, only, names, names.map(nameKey)];
  await queueMailForRows(manager, { kind: KINDS.news, rows: NEWS, values, createdAt });
}

const mailTo = (followers: readonly { readonly id: number }[]) => ({
  kind: 'newsletter.',
  named: 'followerId',
  ids: followers.map(({ id }) => String(id)),
});
