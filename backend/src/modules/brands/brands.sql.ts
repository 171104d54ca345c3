import type { EntityManager } from 'typeorm';

/** SQL: id of the brand with this current or former name. */
export const brandIdOf = (key: string) => `(SELECT b."id" FROM brands b WHERE b."nameKey" = ${key}
  UNION ALL SELECT a."brandId" FROM brand_aliases a WHERE a."nameKey" = ${key} LIMIT 1)`;

/** SQL: id of the brand with this current name. */
export const currentBrandIdOf = (key: string) => `(SELECT "id" FROM brands WHERE "nameKey" = ${key})`;

/** SQL: keys of a brand's current and former names. */
export const nameKeysOf = (id: string) => `(SELECT b."nameKey" FROM brands b WHERE b."id" = ${id}
  UNION ALL SELECT a."nameKey" FROM brand_aliases a WHERE a."brandId" = ${id})`;

/** SQL: whether staff verified a brand; null for an unknown one. */
export const isVerifiedBrand = (id: string) => `(SELECT b."verified" FROM brands b WHERE b."id" = ${id})`;

/** SQL: number of a brand's published certificates, counted by triggers; no row for an unknown brand. */
export const certificateCountOf = (id: string, cap: number) =>
  `(SELECT least(b."coaCount", ${cap}) FROM brands b WHERE b."id" = ${id})`;

/** SQL: ids and names of unverified brands with this contact address. */
export const brandsWithContact = (address: string) =>
  `(SELECT "id", "name" FROM brands WHERE NOT "verified" AND lower("contactEmail") = lower(${address}))`;

/** SQL: the published reply of a brand to a certificate; null for none. Its day is the one on which staff published it. */
export const brandReplyOf = (certificateId: string) => `(
  SELECT json_build_object('brandName', p."brandName", 'text', p."text",
                           'publishedOn', to_char(p."decidedAt" AT TIME ZONE 'America/New_York', 'YYYY-MM-DD'))
    FROM brand_requests p WHERE p."certificateId" = ${certificateId} AND p."kind" = 'reply' AND p."state" = 'accepted')`;

/** SQL: the day on which a brand said that it no longer makes a product; null if it did not. */
export const discontinuedOn = (brandId: string, productKey: string) => `(
  SELECT d."saidOn"::text FROM discontinued_products d WHERE d."brandId" = ${brandId} AND d."productKey" = ${productKey})`;

/** Locks brands by id and by current or former name, always in order of id to prevent deadlocks. */
export async function lockBrands(
  manager: EntityManager,
  brandIds: readonly number[],
  keys: readonly string[] = [],
): Promise<void> {
  await manager.query(
    `SELECT 1 FROM brands
      WHERE "id" = ANY ($1) OR "nameKey" = ANY ($2)
         OR "id" IN (SELECT "brandId" FROM brand_aliases WHERE "nameKey" = ANY ($2))
      ORDER BY "id" FOR NO KEY UPDATE`,
    [brandIds, keys],
  );
}

/** The fields of a brand's first published certificate from which the brand is created. */
export interface FirstCertificate {
  readonly brandName: string;
  /** {@link nameKey} of `brandName`. */
  readonly key: string;
  readonly contactEmail: string | null;
  readonly contactName: string | null;
  readonly website: string | null;
  readonly demonstration: boolean;
}

export interface BrandName {
  readonly id: number;
  readonly name: string;
}

/**
 * Finds the brand with a current or former name, or creates it unverified. Concurrent callers get the same brand. The
 * caller must hold the name's lock ({@link lockNames}), so that the brand can't be renamed or merged in the meantime.
 * @returns null if the brand was merged into another just now
 */
export async function ensureBrand(manager: EntityManager, first: FirstCertificate): Promise<BrandName | null> {
  const { brandName, key, contactEmail, contactName, website, demonstration } = first;
  await manager.query(
    `INSERT INTO brands ("name", "nameKey", "contactEmail", "contactName", "website", "demonstration")
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM brand_aliases WHERE "nameKey" = $2)
     ON CONFLICT ON CONSTRAINT brands_name_key DO NOTHING`,
    [brandName, key, contactEmail ?? '', contactName, website, demonstration],
  );
  // Lock the row too: the lock on a former name doesn't prevent a merge of the brand it leads to. Retry once, because
  // after such a merge the name leads to another brand.
  const locked = () =>
    manager.query<BrandName[]>(
      `SELECT "id", "name" FROM brands
        WHERE "nameKey" = $1 OR "id" = (SELECT "brandId" FROM brand_aliases WHERE "nameKey" = $1) FOR KEY SHARE`,
      [key],
    );
  return (await locked())[0] ?? (await locked())[0] ?? null;
}

/** Brands by the keys of current and former names. */
export async function brandsByKey(
  manager: EntityManager,
  keys: readonly string[],
): Promise<ReadonlyMap<string, BrandName>> {
  const brands = await manager.query<(BrandName & { key: string })[]>(
    `SELECT b."id", b."name", k.key FROM unnest($1::text[]) AS k(key)
       JOIN brands b ON b."nameKey" = k.key OR b."id" = (SELECT a."brandId" FROM brand_aliases a WHERE a."nameKey" = k.key)`,
    [keys],
  );
  return new Map(brands.map(({ key, ...brand }) => [key, brand]));
}

/** Creates brands without a contact, for certificates from labs. Leaves existing ones unchanged. */
export async function addBrands(
  manager: EntityManager,
  brands: readonly Pick<FirstCertificate, 'key' | 'brandName' | 'website'>[],
): Promise<void> {
  await manager.query(
    `INSERT INTO brands ("name", "nameKey", "contactEmail", "website")
     SELECT r."brandName", r."key", '', r."website"
       FROM json_to_recordset($1) AS r("key" text, "brandName" text, "website" text)
     ON CONFLICT ON CONSTRAINT brands_name_key DO NOTHING`,
    [JSON.stringify(brands)],
  );
}
