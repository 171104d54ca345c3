import { sql } from '../api/api-helpers.js';
import type { TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** One document is read at a time, and ours would wait a minute for those of the demonstration. */
const LEAVE_UNREAD = `
  UPDATE documents SET "state" = 'unreadable', "refusal" = 'too-complex',
                       "queuedAt" = NULL, "nextAttemptAt" = NULL, "leasedUntil" = NULL
   WHERE "state" IN ('received', 'reading')`;

/** The database makes some ids itself. It looks for functions in `public` before its own (scripts/test-clock.mjs). */
const COUNTED_IDS = `
  CREATE SEQUENCE counted_ids;
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE
    RETURN md5(nextval('public.counted_ids')::text)::uuid;`;

/** Before the server starts: nothing waits, and the database makes the same ids in every run. */
export async function prepare(database: TestDatabase): Promise<void> {
  await sql({ database }, LEAVE_UNREAD);
  await sql({ database }, COUNTED_IDS);
}

/**
 * What workers will do now: documents to read, certificates that will get or miss theirs, mail, issues and webhooks. An
 * address that is not ours never answers, so its deliveries wait from their first attempt on, whenever that is.
 */
const UNSETTLED = `
  SELECT 1 FROM documents WHERE "state" IN ('received', 'reading')
  UNION ALL
  SELECT 1 FROM coa_data c JOIN documents d ON d."id" = c."awaitedDocument"
   WHERE c."submissionStatus" IN ('pending', 'changes_requested')
     AND (d."state" IN ('ready', 'unreadable') OR c."awaitedUntil" IS NOT NULL)
     AND (c."documentId" = d."id"
          OR EXISTS (SELECT 1 FROM document_labs l WHERE l."documentId" = d."id" AND l."labId" = c."labId"))
  UNION ALL
  SELECT 1 FROM newsletter_issues WHERE "state" = 'sending'
  UNION ALL
  SELECT 1 FROM mail_outbox
   WHERE "state" = 'waiting' AND ("leasedUntil" IS NOT NULL OR "nextAttemptAt" < now() + interval '2 seconds')
  UNION ALL
  SELECT 1 FROM webhook_deliveries d JOIN webhook_endpoints e ON e."id" = d."endpointId"
   WHERE d."state" = 'pending' AND e."enabled" AND starts_with(e."url", $1)`;

/**
 * Waits until workers have done what requests so far gave them to do, so that the next request finds the same in every
 * run. Also forgets failed sign-ins: how long they keep somebody out is a matter of minutes, not of requests.
 */
export async function settle(database: TestDatabase, receiver: string): Promise<void> {
  await sql({ database }, 'DELETE FROM staff_attempts');
  const isSettled = async () => (await sql({ database }, UNSETTLED, [receiver])).length === 0;
  await until('the workers have nothing to do', isSettled);
}
