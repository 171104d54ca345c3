import { EntitySchema } from 'typeorm';
import type { BrandClaim, BrandRequest, DiscontinuedProduct } from '../../domain/brands/brand-claim.js';
import { cascadingKey, foreignKey, uuidKey } from '../../platform/database/columns.js';
import type { RetentionRules } from '../../platform/database/retention.js';

export const brandClaimTable = new EntitySchema<BrandClaim>({
  name: 'BrandClaim',
  tableName: 'brand_claims',
  columns: {
    id: uuidKey('brand_claims_pkey'),
    brandId: { type: 'integer' },
    domain: { type: 'text' },
    method: { type: 'text' },
    email: { type: 'text' },
    askedAt: { type: 'timestamptz' },
    provenAt: { type: 'timestamptz', nullable: true },
    acceptedAt: { type: 'timestamptz', nullable: true },
    endedAt: { type: 'timestamptz', nullable: true },
  },
  checks: [{ name: 'brand_claims_method_check', expression: `method IN ('email', 'dns')` }],
  foreignKeys: [cascadingKey('brand_claims_brand_fkey', 'brandId', 'Brand')],
  indices: [
    { name: 'brand_claims_of_brand', columns: ['brandId'] },
    { name: 'brand_claims_by_proof', columns: ['provenAt'] },
    { name: 'brand_claims_by_address', columns: ['email'], synchronize: false },
  ],
});

export const brandRequestTable = new EntitySchema<BrandRequest>({
  name: 'BrandRequest',
  tableName: 'brand_requests',
  columns: {
    id: uuidKey('brand_requests_pkey'),
    kind: { type: 'text' },
    claimId: { type: 'uuid', nullable: true },
    brandName: { type: 'text' },
    domain: { type: 'text' },
    certificateId: { type: 'uuid', nullable: true },
    text: { type: 'text', nullable: true },
    website: { type: 'text', nullable: true },
    contactEmail: { type: 'text', nullable: true },
    state: { type: 'text' },
    sentAt: { type: 'timestamptz' },
    dueBy: { type: 'date', nullable: true },
    decidedAt: { type: 'timestamptz', nullable: true },
    decidedBy: { type: 'text', nullable: true },
    reason: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
  },
  checks: [
    { name: 'brand_requests_kind_check', expression: `kind IN ('claim', 'reply', 'contact')` },
    {
      name: 'brand_requests_state_check',
      expression: `state IN ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced')`,
    },
    {
      name: 'brand_requests_waiting_check',
      expression: `("dueBy" IS NOT NULL) = (state = 'waiting') AND ("decidedAt" IS NULL) = (state = 'waiting')`,
    },
    {
      name: 'brand_requests_reply_check',
      expression: `num_nulls("certificateId", "text") = CASE WHEN kind = 'reply' THEN 0 ELSE 2 END`,
    },
  ],
  foreignKeys: [{ ...foreignKey('brand_requests_claim_fkey', 'claimId', 'BrandClaim'), onDelete: 'SET NULL' }],
  indices: [
    {
      name: 'brand_requests_one_reply',
      columns: ['certificateId', 'state'],
      unique: true,
      where: `"state" IN ('waiting', 'accepted') AND "kind" = 'reply'`,
    },
    {
      name: 'brand_requests_one_waiting',
      columns: ['claimId', 'kind'],
      unique: true,
      where: `"state" = 'waiting' AND "kind" <> 'reply'`,
    },
    { name: 'brand_requests_of_claim', columns: ['claimId'] },
    { name: 'brand_requests_due', columns: ['dueBy', 'sentAt', 'id'], where: `"state" = 'waiting'` },
    { name: 'brand_requests_decided', columns: ['decidedAt', 'id'] },
    { name: 'brand_requests_by_address', columns: ['contactEmail'], synchronize: false },
  ],
});

interface DiscontinuedRow extends DiscontinuedProduct {
  readonly brandId: number;
  readonly productKey: string;
}

/** Products that their brand says it no longer makes. */
export const discontinuedProductTable = new EntitySchema<DiscontinuedRow>({
  name: 'DiscontinuedProduct',
  tableName: 'discontinued_products',
  columns: {
    brandId: { type: 'integer', primary: true, primaryKeyConstraintName: 'discontinued_products_pkey' },
    productKey: { type: 'text', primary: true, primaryKeyConstraintName: 'discontinued_products_pkey' },
    productName: { type: 'text' },
    saidOn: { type: 'date' },
  },
  foreignKeys: [cascadingKey('discontinued_products_brand_fkey', 'brandId', 'Brand')],
});

/** A public reply stays as long as its certificate does. */
const IS_PUBLIC_REPLY = `"kind" = 'reply' AND "state" = 'accepted'`;

export const CLAIM_RETENTION: RetentionRules = {
  unprovenBrandClaims: { table: 'brand_claims', due: `"provenAt" IS NULL AND "askedAt" < $1` },
  endedBrandClaims: [
    { table: 'brand_requests', due: `"decidedAt" < $1 AND NOT (${IS_PUBLIC_REPLY})` },
    { table: 'brand_claims', due: `least("endedAt", "provenAt" + interval '365 days') < $1` },
  ],
};
