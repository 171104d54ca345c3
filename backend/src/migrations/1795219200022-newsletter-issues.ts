import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that wait for their confirmation or refuse our letters, and issues with who got them. */
export class NewsletterIssues1795219200022 implements MigrationInterface {
  name = 'NewsletterIssues1795219200022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE email_subscriptions DROP CONSTRAINT email_subscriptions_status_check`);
    await runner.query(`
      ALTER TABLE email_subscriptions ADD CONSTRAINT email_subscriptions_status_check
        CHECK (status IN ('active', 'pending', 'unsubscribed', 'bounced'))`);
    await runner.query(`CREATE INDEX "email_subscriptions_by_number" ON "email_subscriptions" ("status", "id")`);
    await runner.query(`
      CREATE TABLE newsletter_issues (
        "id" uuid NOT NULL,
        "subject" text NOT NULL,
        "introduction" text NOT NULL,
        "articleIds" jsonb NOT NULL,
        "batchIds" jsonb NOT NULL,
        "state" text NOT NULL,
        "version" integer NOT NULL,
        "createdAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "changedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "startedAt" TIMESTAMP WITH TIME ZONE,
        "endedAt" TIMESTAMP WITH TIME ZONE,
        "content" jsonb,
        "recipients" integer NOT NULL,
        "lastSubscription" integer NOT NULL,
        "enteredThrough" integer NOT NULL,
        CONSTRAINT newsletter_issues_pkey PRIMARY KEY ("id"),
        CONSTRAINT newsletter_issues_state_check CHECK (state IN ('draft', 'sending', 'stopped', 'sent')),
        CONSTRAINT newsletter_issues_content_check CHECK ((content IS NULL) = (state = 'draft'))
      )`);
    await runner.query(`CREATE INDEX newsletter_issues_newest ON newsletter_issues ("createdAt", "id")`);
    await runner.query(`
      CREATE TABLE newsletter_recipients (
        "issueId" uuid NOT NULL,
        "subscriptionId" integer NOT NULL,
        "state" text NOT NULL,
        "round" integer NOT NULL,
        CONSTRAINT newsletter_recipients_pkey PRIMARY KEY ("issueId", "subscriptionId"),
        CONSTRAINT newsletter_recipients_state_check CHECK (state IN ('waiting', 'held', 'sent', 'failed', 'left')),
        CONSTRAINT newsletter_recipients_issue_fkey FOREIGN KEY ("issueId") REFERENCES newsletter_issues ("id"),
        CONSTRAINT newsletter_recipients_subscription_fkey FOREIGN KEY ("subscriptionId")
          REFERENCES email_subscriptions ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX newsletter_recipients_by_state ON newsletter_recipients ("issueId", "state")`);
    await runner.query(`CREATE INDEX newsletter_recipients_of ON newsletter_recipients ("subscriptionId")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE newsletter_recipients, newsletter_issues`);
    await runner.query(`DROP INDEX email_subscriptions_by_number`);
    await runner.query(`DELETE FROM email_subscriptions WHERE status = 'pending'`);
    await runner.query(`UPDATE email_subscriptions SET status = 'unsubscribed' WHERE status = 'bounced'`);
    await runner.query(`ALTER TABLE email_subscriptions DROP CONSTRAINT email_subscriptions_status_check`);
    await runner.query(`
      ALTER TABLE email_subscriptions ADD CONSTRAINT email_subscriptions_status_check
        CHECK (status IN ('active', 'unsubscribed'))`);
  }
}
