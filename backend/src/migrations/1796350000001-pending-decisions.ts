import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Decisions of reviewers that can still be undone. */
export class PendingDecisions1796350000001 implements MigrationInterface {
  name = 'PendingDecisions1796350000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pending_decisions (
        "id" uuid NOT NULL,
        "decisionId" uuid NOT NULL,
        "certificateId" uuid NOT NULL,
        "actorId" text NOT NULL,
        "actorName" text NOT NULL,
        "kind" text NOT NULL,
        "decision" jsonb,
        "state" text NOT NULL DEFAULT 'waiting',
        "createdAt" timestamptz NOT NULL,
        "takesEffectAt" timestamptz NOT NULL,
        "endedAt" timestamptz,
        "problem" text,
        "leasedUntil" timestamptz,
        CONSTRAINT pending_decisions_kind_check CHECK (kind IN ('approve', 'request-changes', 'reject')),
        CONSTRAINT pending_decisions_state_check CHECK (state IN ('waiting', 'done', 'failed')),
        CONSTRAINT pending_decisions_content_check CHECK ((state = 'waiting') = (decision IS NOT NULL)),
        CONSTRAINT pending_decisions_pkey PRIMARY KEY ("id"),
        CONSTRAINT pending_decisions_certificate_fkey FOREIGN KEY ("certificateId") REFERENCES coa_data ("id") ON DELETE CASCADE)`);
    await runner.query(
      `CREATE UNIQUE INDEX pending_decisions_waiting ON pending_decisions ("certificateId") WHERE "state" = 'waiting'`,
    );
    await runner.query(
      `CREATE INDEX pending_decisions_due ON pending_decisions ("takesEffectAt") WHERE "state" = 'waiting'`,
    );
    await runner.query(`CREATE INDEX pending_decisions_of_reviewer ON pending_decisions ("actorId")`);
    await runner.query(`CREATE INDEX pending_decisions_whole ON pending_decisions ("decisionId")`);
    await runner.query(
      `CREATE INDEX pending_decisions_ended ON pending_decisions ("endedAt") WHERE "endedAt" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE pending_decisions`);
  }
}
