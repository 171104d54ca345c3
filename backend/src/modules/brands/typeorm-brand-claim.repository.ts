import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import {
  type BrandClaim,
  BrandClaimWaiting,
  BrandLinkUsed,
  type BrandRequest,
  BrandRequestChanged,
  BrandRequestNotFound,
  type DiscontinuedProduct,
  type ListedClaim,
  type ListedRequest,
  WAITING_CLAIMS_MAX,
} from '../../domain/brands/brand-claim.js';
import { BrandClaimRepository } from '../../domain/brands/claim-ports.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, PAGE_LIMIT, pageOf } from '../../domain/shared/page.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { onViolation } from '../../platform/database/errors.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../platform/email/mail-about.js';
import { queueMail } from '../../platform/email/outbox.js';
import { ReceiptLimit } from '../../platform/email/receipt-limit.js';
import { PUBLIC_CERTIFICATES } from '../coa-registry/coa-registry.sql.js';
import { brandClaimTable, brandRequestTable, discontinuedProductTable } from './brand-claim.table.js';
import { CLAIM_MAIL } from './brand-claim-email-templates.js';

const CLAIM = `SELECT m.*, b."name" AS "brandName" FROM brand_claims m JOIN brands b ON b."id" = m."brandId"`;

/** A request with what is public now of the same certificate or brand. */
const REQUEST = `
  SELECT r."id", r."kind", r."claimId", r."brandName", r."domain", r."certificateId", r."text", r."website", r."contactEmail",
         r."state", r."sentAt", r."dueBy"::text AS "dueBy", r."decidedAt", r."decidedBy", r."reason", r."version",
         c."reference" AS "certificate", b."website" AS "recordedWebsite",
         (SELECT p."text" FROM brand_requests p WHERE p."certificateId" = r."certificateId" AND p."kind" = 'reply'
             AND p."state" = 'accepted' AND p."id" <> r."id") AS "published"
    FROM brand_requests r LEFT JOIN brand_claims m ON m."id" = r."claimId" LEFT JOIN brands b ON b."id" = m."brandId"
    LEFT JOIN ${PUBLIC_CERTIFICATES} c ON c."id" = r."certificateId"`;

/** SQL: id of the public certificate of the brand `$1` with the reference `$2`. */
const OF_BRAND = `SELECT c."id" FROM ${PUBLIC_CERTIFICATES} c WHERE c."brandId" = $1 AND c."reference" = $2`;

const OWN_MAX = 50;

const mailAbout = (claims: readonly { readonly id: string }[]) => ({
  kind: 'brand-claim.',
  named: 'brandClaimId',
  ids: claims.map(({ id }) => id),
});

@Injectable()
export class TypeOrmBrandClaimRepository extends BrandClaimRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly receipts: ReceiptLimit,
  ) {
    super();
  }

  add(claim: BrandClaim): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.insert(brandClaimTable, claim);
      const mail = { kind: CLAIM_MAIL.link, payload: { brandClaimId: claim.id }, createdAt: claim.askedAt };
      await queueMail(manager, await this.receipts.limited(manager, claim.email, mail));
    });
  }

  async byId(id: string): Promise<ListedClaim | null> {
    const [claim] = await managerOf(this.database).query<ListedClaim[]>(`${CLAIM} WHERE m."id" = $1`, [id]);
    return claim ?? null;
  }

  async prove(
    { id, brandId, domain, email, provenAt, acceptedAt }: BrandClaim,
    request: BrandRequest | null,
    entry: AuditEntry,
  ): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const proven = { id, provenAt: IsNull(), endedAt: IsNull() };
      const { affected } = await manager.update(brandClaimTable, proven, { provenAt, acceptedAt });
      if (affected !== 1) throw new BrandLinkUsed();
      await manager.query(
        `UPDATE brand_claims SET "endedAt" = $4
          WHERE "brandId" = $1 AND lower("email") = lower($2) AND "id" <> $3 AND "endedAt" IS NULL AND "provenAt" IS NOT NULL`,
        [brandId, email, id, provenAt],
      );
      if (request) await this.addClaimRequest(manager, request, domain);
      if (acceptedAt) await queueMail(manager, mailOf(CLAIM_MAIL.open, { brandClaimId: id }, acceptedAt));
      await appendToAuditLog(manager, entry);
    });
  }

  private async addClaimRequest(manager: EntityManager, request: BrandRequest, domain: string): Promise<void> {
    const waiting = await manager.countBy(brandRequestTable, { domain, kind: 'claim', state: 'waiting' });
    if (waiting >= WAITING_CLAIMS_MAX) {
      throw new BrandClaimWaiting('Too many claims of this domain wait for us. Try again when we have read them.');
    }
    await manager.insert(brandRequestTable, request);
  }

  active(since: Date): Promise<ListedClaim[]> {
    return managerOf(this.database).query<ListedClaim[]>(
      `${CLAIM} WHERE m."acceptedAt" IS NOT NULL AND m."endedAt" IS NULL AND m."provenAt" > $1
       ORDER BY m."provenAt" DESC, m."id" LIMIT ${PAGE_LIMIT.max}`,
      [since],
    );
  }

  revoke({ id, endedAt }: BrandClaim, reason: string, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(brandClaimTable, { id, endedAt: IsNull() }, { endedAt });
      if (affected !== 1) throw new BrandRequestNotFound();
      await manager.query(
        `UPDATE brand_requests SET "state" = 'refused', "dueBy" = NULL, "decidedAt" = $2, "decidedBy" = $3, "reason" = $4,
                "version" = "version" + 1
          WHERE "claimId" = $1 AND ("state" = 'waiting' OR ("state" = 'accepted' AND "kind" = 'reply'))`,
        [id, endedAt, entry.actor.name, reason],
      );
      await appendToAuditLog(manager, entry);
    });
  }

  ofBrand(brandId: number): Promise<ListedRequest[]> {
    return managerOf(this.database).query<ListedRequest[]>(
      `${REQUEST} WHERE r."kind" <> 'claim' AND (m."brandId" = $1 OR c."brandId" = $1) ORDER BY r."sentAt" DESC, r."id" LIMIT ${OWN_MAX}`,
      [brandId],
    );
  }

  async page(isWaiting: boolean) {
    const manager = managerOf(this.database);
    const order = isWaiting ? 'r."dueBy", r."sentAt", r."id"' : 'r."decidedAt" DESC, r."id"';
    const found = `(r."state" = 'waiting') = $1`;
    const rows = await manager.query<ListedRequest[]>(
      `${REQUEST} WHERE ${found} ORDER BY ${order} LIMIT ${PAGE_LIMIT.max}`,
      [isWaiting],
    );
    const [count] = await manager.query<{ counted: number }[]>(
      `SELECT count(*)::int AS counted FROM (
         SELECT 1 FROM brand_requests r WHERE ${found} LIMIT ${COUNTED_EXACTLY_UP_TO + 1}) found`,
      [isWaiting],
    );
    return pageOf<ListedRequest, never>(rows, PAGE_LIMIT.max, () => undefined as never, count?.counted ?? 0);
  }

  async request(id: string) {
    const manager = managerOf(this.database);
    const [request] = await manager.query<ListedRequest[]>(`${REQUEST} WHERE r."id" = $1`, [id]);
    if (!request) return null;
    return { request, claim: request.claimId === null ? null : await this.byId(request.claimId) };
  }

  send(request: BrandRequest, brandId: number, certificate: string | null): Promise<boolean> {
    const sent = inTransaction(this.database, async (manager) => {
      const [found] = certificate ? await manager.query<{ id: string }[]>(OF_BRAND, [brandId, certificate]) : [];
      if (certificate && !found) return false;
      const certificateId = found?.id ?? null;
      await manager.query(
        `UPDATE brand_requests SET "state" = 'replaced', "dueBy" = NULL, "decidedAt" = $4, "version" = "version" + 1
          WHERE "state" = 'waiting' AND "kind" = $1 AND CASE WHEN $1 = 'reply' THEN "certificateId" = $2::uuid ELSE "claimId" = $3::uuid END`,
        [request.kind, certificateId, request.claimId, request.sentAt],
      );
      await manager.insert(brandRequestTable, { ...request, certificateId });
      return true;
    });
    return onViolation(sent, WAITING_ONCE, () => new BrandRequestChanged());
  }

  withdrawReplies(brandId: number, certificate: string, entry: AuditEntry): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      const [, count] = await manager.query<[unknown, number]>(
        `UPDATE brand_requests SET "state" = 'withdrawn', "dueBy" = NULL, "decidedAt" = $3, "version" = "version" + 1
          WHERE "certificateId" = (${OF_BRAND}) AND "kind" = 'reply' AND "state" IN ('waiting', 'accepted')`,
        [brandId, certificate, entry.at],
      );
      if (count > 0) await appendToAuditLog(manager, entry);
      return count;
    });
  }

  async decide(request: BrandRequest, entry: AuditEntry): Promise<void> {
    const { id, kind, claimId, state, dueBy, decidedAt, decidedBy, reason, version } = request;
    const isAccepted = state === 'accepted';
    const decided = inTransaction(this.database, async (manager) => {
      if (kind === 'reply' && isAccepted) await replacePublished(manager, request);
      const changed = { state, dueBy, decidedAt, decidedBy, reason, version };
      const { affected } = await manager.update(brandRequestTable, { id, version: version - 1 }, changed);
      if (affected !== 1) throw new BrandRequestChanged();
      if (kind === 'claim' && claimId) {
        await manager.update(
          brandClaimTable,
          { id: claimId },
          isAccepted ? { acceptedAt: decidedAt } : { endedAt: decidedAt },
        );
      }
      if (claimId) {
        const isOpened = kind === 'claim' && isAccepted;
        const payload = { brandClaimId: claimId, brandRequestId: id };
        await queueMail(manager, mailOf(isOpened ? CLAIM_MAIL.open : CLAIM_MAIL.decided, payload, entry.at));
      }
      await appendToAuditLog(manager, entry);
    });
    await onViolation(decided, WAITING_ONCE, () => new BrandRequestChanged());
  }

  async products(brandId: number): Promise<string[]> {
    const rows = await managerOf(this.database).query<{ productName: string }[]>(
      `SELECT DISTINCT c."productName" FROM ${PUBLIC_CERTIFICATES} c WHERE c."brandId" = $1`,
      [brandId],
    );
    return rows.map(({ productName }) => productName);
  }

  discontinued(brandId: number): Promise<DiscontinuedProduct[]> {
    return managerOf(this.database).query<DiscontinuedProduct[]>(
      `SELECT "productName", "saidOn"::text AS "saidOn" FROM discontinued_products WHERE "brandId" = $1 ORDER BY "productKey"`,
      [brandId],
    );
  }

  setDiscontinued(
    brandId: number,
    product: { readonly name: string; readonly key: string },
    saidOn: string | null,
    entry: AuditEntry,
  ): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      const row = { brandId, productKey: product.key };
      if (saidOn === null) await manager.delete(discontinuedProductTable, row);
      else {
        // Said again, it keeps its first day.
        const said = { ...row, productName: product.name, saidOn };
        await manager.createQueryBuilder().insert().into(discontinuedProductTable).values(said).orIgnore().execute();
      }
      await appendToAuditLog(manager, entry);
    });
  }

  async byAddress(address: string) {
    const manager = managerOf(this.database);
    const claims = await manager.query<ListedClaim[]>(
      `${CLAIM} WHERE lower(m."email") = lower($1) ORDER BY m."askedAt", m."id"`,
      [address],
    );
    const requests = await manager.query<ListedRequest[]>(
      `${REQUEST} WHERE ${OF_ADDRESS} ORDER BY r."sentAt", r."id"`,
      [address, claims.map(({ id }) => id)],
    );
    return { claims, requests, mail: await findMail(manager, mailAbout(claims)) };
  }

  forget(address: string) {
    return inTransaction(this.database, async (manager) => {
      const { claims, requests } = await this.byAddress(address);
      const mail = await deleteMail(manager, mailAbout(claims));
      const ids = requests.filter(({ kind, state }) => kind !== 'reply' || state !== 'accepted').map(({ id }) => id);
      await manager.query(`DELETE FROM brand_requests WHERE "id" = ANY ($1::uuid[])`, [ids]);
      await manager.query(`DELETE FROM brand_claims WHERE "id" = ANY ($1::uuid[])`, [claims.map(({ id }) => id)]);
      return { claims: claims.length + ids.length, mail };
    });
  }
}

/** @throws BrandRequestChanged if the certificate went to another brand, of which the claim says nothing */
async function replacePublished(manager: EntityManager, { certificateId, claimId }: BrandRequest): Promise<void> {
  const [own] = await manager.query<object[]>(
    `SELECT 1 FROM ${PUBLIC_CERTIFICATES} c JOIN brand_claims m ON m."brandId" = c."brandId" WHERE c."id" = $1 AND m."id" = $2`,
    [certificateId, claimId],
  );
  if (!own) throw new BrandRequestChanged();
  await manager.query(
    `UPDATE brand_requests SET "state" = 'replaced', "version" = "version" + 1
      WHERE "certificateId" = $1 AND "kind" = 'reply' AND "state" = 'accepted'`,
    [certificateId],
  );
}

const OF_ADDRESS = `(lower(r."contactEmail") = lower($1) OR r."claimId" = ANY ($2::uuid[]))`;

/** Two requests at once meet in these. */
const WAITING_ONCE = ['brand_requests_one_reply', 'brand_requests_one_waiting'];

const mailOf = (kind: string, payload: Readonly<Record<string, string>>, createdAt: Date) => ({
  kind,
  payload,
  createdAt,
});
