import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Brands that proved their domain, what they ask staff for, and products that they no longer make. Pages of certificates
 * show published replies, and pages of products what their brand says of them, so only these changes empty what is cached.
 */
export class BrandClaims1796410000001 implements MigrationInterface {
  name = 'BrandClaims1796410000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE brand_claims (
        "id" uuid NOT NULL,
        "brandId" integer NOT NULL,
        "domain" text NOT NULL,
        "method" text NOT NULL,
        "email" text NOT NULL,
        "askedAt" timestamptz NOT NULL,
        "provenAt" timestamptz,
        "acceptedAt" timestamptz,
        "endedAt" timestamptz,
        CONSTRAINT brand_claims_method_check CHECK (method IN ('email', 'dns')),
        CONSTRAINT brand_claims_pkey PRIMARY KEY ("id"),
        CONSTRAINT brand_claims_brand_fkey FOREIGN KEY ("brandId") REFERENCES brands ("id") ON DELETE CASCADE)`);
    await runner.query(`CREATE INDEX brand_claims_of_brand ON brand_claims ("brandId")`);
    await runner.query(`CREATE INDEX brand_claims_by_proof ON brand_claims ("provenAt")`);
    await runner.query(`CREATE INDEX brand_claims_by_address ON brand_claims (lower("email"))`);
    await runner.query(`
      CREATE TABLE brand_requests (
        "id" uuid NOT NULL,
        "kind" text NOT NULL,
        "claimId" uuid,
        "brandName" text NOT NULL,
        "domain" text NOT NULL,
        "certificateId" uuid,
        "text" text,
        "website" text,
        "contactEmail" text,
        "state" text NOT NULL,
        "sentAt" timestamptz NOT NULL,
        "dueBy" date,
        "decidedAt" timestamptz,
        "decidedBy" text,
        "reason" text,
        "version" integer NOT NULL DEFAULT 1,
        CONSTRAINT brand_requests_kind_check CHECK (kind IN ('claim', 'reply', 'contact')),
        CONSTRAINT brand_requests_state_check CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced')),
        CONSTRAINT brand_requests_waiting_check CHECK (("dueBy" IS NOT NULL) = (state = 'waiting') AND ("decidedAt" IS NULL) = (state = 'waiting')),
        CONSTRAINT brand_requests_reply_check CHECK (num_nulls("certificateId", "text") = CASE WHEN kind = 'reply' THEN 0 ELSE 2 END),
        CONSTRAINT brand_requests_pkey PRIMARY KEY ("id"),
        CONSTRAINT brand_requests_claim_fkey FOREIGN KEY ("claimId") REFERENCES brand_claims ("id") ON DELETE SET NULL)`);
    await runner.query(
      `CREATE UNIQUE INDEX brand_requests_one_reply ON brand_requests ("certificateId", "state") WHERE "state" IN ('waiting', 'accepted') AND "kind" = 'reply'`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX brand_requests_one_waiting ON brand_requests ("claimId", "kind") WHERE "state" = 'waiting' AND "kind" <> 'reply'`,
    );
    await runner.query(`CREATE INDEX brand_requests_of_claim ON brand_requests ("claimId")`);
    await runner.query(
      `CREATE INDEX brand_requests_due ON brand_requests ("dueBy", "sentAt", "id") WHERE "state" = 'waiting'`,
    );
    await runner.query(`CREATE INDEX brand_requests_decided ON brand_requests ("decidedAt", "id")`);
    await runner.query(`CREATE INDEX brand_requests_by_address ON brand_requests (lower("contactEmail"))`);
    // What a brand sends and takes back before staff publish it empties nothing.
    await runner.query(`
      CREATE TRIGGER brand_requests_announce_update AFTER UPDATE ON brand_requests FOR EACH ROW
        WHEN (NEW."kind" = 'reply' AND 'accepted' IN (OLD."state", NEW."state")) EXECUTE FUNCTION announce_emptied('certificates')`);
    await runner.query(`
      CREATE TRIGGER brand_requests_announce_delete AFTER DELETE ON brand_requests FOR EACH ROW
        WHEN (OLD."kind" = 'reply' AND OLD."state" = 'accepted') EXECUTE FUNCTION announce_emptied('certificates')`);
    await runner.query(`
      CREATE TABLE discontinued_products (
        "brandId" integer NOT NULL,
        "productKey" text NOT NULL,
        "productName" text NOT NULL,
        "saidOn" date NOT NULL,
        CONSTRAINT discontinued_products_pkey PRIMARY KEY ("brandId", "productKey"),
        CONSTRAINT discontinued_products_brand_fkey FOREIGN KEY ("brandId") REFERENCES brands ("id") ON DELETE CASCADE)`);
    for (const kind of ['brands', 'certificates']) {
      await runner.query(`
        CREATE TRIGGER discontinued_products_announce_${kind} AFTER INSERT OR UPDATE OR DELETE ON discontinued_products
        FOR EACH STATEMENT EXECUTE FUNCTION announce_emptied('${kind}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE discontinued_products, brand_requests, brand_claims`);
  }
}
