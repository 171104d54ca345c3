import type { DataSource } from 'typeorm';
import { likeAnywhere } from '../../../platform/database/like.js';

/** Finds subjects of newsletter emails: a subscription by its address, or an issue by words of its subject. */
export async function findMailedSubjects(database: DataSource, typed: string) {
  const [subscriptions, issues] = await Promise.all([
    database.query<{ subscriptionId: number }[]>(
      `SELECT "id" AS "subscriptionId" FROM email_subscriptions WHERE lower("email") = lower($1)`,
      [typed],
    ),
    database.query<{ issueId: string }[]>(`SELECT "id" AS "issueId" FROM newsletter_issues WHERE "subject" ILIKE $1`, [
      likeAnywhere(typed),
    ]),
  ]);
  return [...subscriptions, ...issues];
}
