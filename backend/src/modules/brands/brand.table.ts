import { EntitySchema } from 'typeorm';
import type { Brand } from '../../domain/brands/brand.js';
import { cascadingKey, foreignKey } from '../../platform/database/columns.js';
import type { RetentionRules } from '../../platform/database/retention.js';

export const brandTable = new EntitySchema<Brand>({
  name: 'Brand',
  tableName: 'brands',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'brands_pkey' },
    name: { type: 'text' },
    nameKey: { type: 'text' },
    contactEmail: { type: 'text' },
    contactName: { type: 'text', nullable: true },
    website: { type: 'text', nullable: true },
    verified: { type: 'boolean', default: false },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    updatedAt: { type: 'timestamptz', default: () => 'now()' },
    coaCount: { type: 'integer', default: 0 },
    demonstration: { type: 'boolean', default: false },
    version: { type: 'integer', default: 1 },
  },
  uniques: [{ name: 'brands_name_key', columns: ['nameKey'] }],
});

interface BrandMerger {
  readonly id: number;
  /** The brand as it was ({@link Brand}), without private contacts; times are texts. */
  readonly brand: object;
  /** Its certificates, and the former names that led to it. */
  readonly certificateIds: readonly string[];
  readonly formerNameKeys: readonly string[];
  readonly mergedAt: Date;
}

/** What it takes to undo a merger. */
export const brandMergerTable = new EntitySchema<BrandMerger>({
  name: 'BrandMerger',
  tableName: 'brand_mergers',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment', primaryKeyConstraintName: 'brand_mergers_pkey' },
    brand: { type: 'jsonb' },
    certificateIds: { type: 'uuid', array: true },
    formerNameKeys: { type: 'text', array: true },
    mergedAt: { type: 'timestamptz' },
  },
});

interface BrandAlias {
  readonly nameKey: string;
  readonly brandId: number;
}

/** Former names of renamed or merged brands. URLs and new submissions with these names still find the brand. */
export const brandAliasTable = new EntitySchema<BrandAlias>({
  name: 'BrandAlias',
  tableName: 'brand_aliases',
  columns: {
    nameKey: { type: 'text', primary: true, primaryKeyConstraintName: 'brand_aliases_pkey' },
    brandId: { type: 'integer' },
  },
  foreignKeys: [foreignKey('brand_aliases_brand_fkey', 'brandId', 'Brand')],
  indices: [{ name: 'brand_aliases_brand', columns: ['brandId'] }],
});

interface ReportRequests {
  readonly brandId: number;
  readonly count: number;
}

/** How often visitors asked a brand to publish a report; no row before the first time. */
export const reportRequestsTable = new EntitySchema<ReportRequests>({
  name: 'ReportRequests',
  tableName: 'report_requests',
  columns: {
    brandId: { type: 'integer', primary: true, primaryKeyConstraintName: 'report_requests_pkey' },
    count: { type: 'integer' },
  },
  foreignKeys: [cascadingKey('report_requests_brand_fkey', 'brandId', 'Brand')],
});

export const BRAND_RETENTION: RetentionRules = {
  unverifiedBrandContacts: {
    table: 'brands',
    due: `NOT "verified" AND "createdAt" < $1 AND ("contactEmail" <> '' OR "contactName" IS NOT NULL)`,
    emptied: `"contactEmail" = '', "contactName" = NULL, "version" = "version" + 1`,
  },
};
