import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Labs' original PDFs: what is known about them, their bytes, and the pictures and text of their pages. */
export class Documents1795900000001 implements MigrationInterface {
  name = 'Documents1795900000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "documents" (
        "id" text NOT NULL,
        "bytes" integer NOT NULL,
        "state" text NOT NULL,
        "refusal" text,
        "pageCount" integer,
        "receivedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "receivedFrom" text NOT NULL,
        "sentAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        "queuedAt" TIMESTAMP WITH TIME ZONE,
        "nextAttemptAt" TIMESTAMP WITH TIME ZONE,
        "leasedUntil" TIMESTAMP WITH TIME ZONE,
        "attempts" integer NOT NULL,
        "readAt" TIMESTAMP WITH TIME ZONE,
        "checkedAt" TIMESTAMP WITH TIME ZONE,
        "damagedAt" TIMESTAMP WITH TIME ZONE,
        "removedAt" TIMESTAMP WITH TIME ZONE,
        "removalReason" text,
        "removalNote" text,
        "reading" jsonb,
        "wordsSha256" text,
        "bands" integer array,
        CONSTRAINT "documents_pkey" PRIMARY KEY ("id"),
        CONSTRAINT "documents_id_check" CHECK ("id" ~ '^[0-9a-f]{64}$'),
        CONSTRAINT "documents_state_check"
          CHECK ("state" IN ('received', 'reading', 'ready', 'refused', 'unreadable', 'removed')),
        CONSTRAINT "documents_refusal_check" CHECK (("state" IN ('refused', 'unreadable')) = ("refusal" IS NOT NULL)),
        CONSTRAINT "documents_queue_check" CHECK (("state" IN ('received', 'reading')) = ("queuedAt" IS NOT NULL)
        AND ("queuedAt" IS NULL) = ("nextAttemptAt" IS NULL)
        AND ("state" = 'reading') = ("leasedUntil" IS NOT NULL)),
        CONSTRAINT "documents_removal_check"
          CHECK (("state" = 'removed') = ("removedAt" IS NOT NULL) AND ("removedAt" IS NULL) = ("removalReason" IS NULL)),
        CONSTRAINT "documents_sender_check" CHECK ("receivedFrom" IN ('submitter', 'lab', 'staff'))
      )`);
    await runner.query(`CREATE INDEX "documents_queue" ON "documents" ("queuedAt", "id") WHERE "queuedAt" IS NOT NULL`);
    await runner.query(
      `CREATE INDEX "documents_by_words" ON "documents" ("wordsSha256") WHERE "wordsSha256" IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "documents_by_bands" ON "documents" USING gin ("bands")`);
    await runner.query(`CREATE INDEX "documents_sent" ON "documents" ("sentAt")`);
    await runner.query(`
      CREATE TABLE "document_labs" (
        "documentId" text NOT NULL,
        "labId" uuid NOT NULL,
        CONSTRAINT "document_labs_pkey" PRIMARY KEY ("documentId", "labId"),
        CONSTRAINT "document_labs_document_fkey" FOREIGN KEY ("documentId") REFERENCES "documents" ("id") ON DELETE CASCADE,
        CONSTRAINT "document_labs_lab_fkey" FOREIGN KEY ("labId") REFERENCES "partner_labs" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "document_pages" (
        "documentId" text NOT NULL,
        "number" integer NOT NULL,
        "width" double precision NOT NULL,
        "height" double precision NOT NULL,
        "png" bytea NOT NULL,
        "lines" jsonb NOT NULL,
        CONSTRAINT "document_pages_pkey" PRIMARY KEY ("documentId", "number"),
        CONSTRAINT "document_pages_document_fkey" FOREIGN KEY ("documentId") REFERENCES "documents" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "document_quotas" (
        "sender" text NOT NULL,
        "day" date NOT NULL,
        "documents" integer NOT NULL,
        "bytes" bigint NOT NULL,
        CONSTRAINT "document_quotas_pkey" PRIMARY KEY ("sender", "day")
      )`);
    await this.addFiles(runner);
  }

  private async addFiles(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "document_files" (
        "id" uuid NOT NULL,
        "sha256" text NOT NULL,
        "bytes" integer NOT NULL,
        "isComplete" boolean NOT NULL,
        "startedAt" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "document_files_pkey" PRIMARY KEY ("id")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "document_files_complete" ON "document_files" ("sha256") WHERE "isComplete"`,
    );
    await runner.query(
      `CREATE INDEX "document_files_incomplete" ON "document_files" ("startedAt") WHERE NOT "isComplete"`,
    );
    await runner.query(`
      CREATE TABLE "document_chunks" (
        "fileId" uuid NOT NULL,
        "number" integer NOT NULL,
        "content" bytea NOT NULL,
        CONSTRAINT "document_chunks_pkey" PRIMARY KEY ("fileId", "number"),
        CONSTRAINT "document_chunks_file_fkey" FOREIGN KEY ("fileId") REFERENCES "document_files" ("id") ON DELETE CASCADE
      )`);
    // PDF and PNG are compressed already: trying again would only cost time.
    await runner.query(`ALTER TABLE "document_chunks" ALTER COLUMN "content" SET STORAGE EXTERNAL`);
    await runner.query(`ALTER TABLE "document_pages" ALTER COLUMN "png" SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['document_chunks', 'document_files', 'document_quotas', 'document_pages', 'document_labs']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
    await runner.query(`DROP TABLE "documents"`);
  }
}
