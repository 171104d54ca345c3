import type { EntityManager } from 'typeorm';

/** The id of the brand that has, or had, the name with this key. */
export const brandIdOf = (key: string) => `(SELECT b."id" FROM brands b WHERE b."nameKey" = ${key}
  UNION ALL SELECT a."brandId" FROM brand_aliases a WHERE a."nameKey" = ${key} LIMIT 1)`;

/** The id of the brand that has the name with this key today. */
export const currentBrandIdOf = (key: string) => `(SELECT "id" FROM brands WHERE "nameKey" = ${key})`;

/** The keys of a brand's present and former names. */
export const nameKeysOf = (id: string) => `(SELECT b."nameKey" FROM brands b WHERE b."id" = ${id}
  UNION ALL SELECT a."nameKey" FROM brand_aliases a WHERE a."brandId" = ${id})`;

/** How many certificates a brand has published, counted by triggers; no row for an unknown brand. */
export const certificateCountOf = (id: string, cap: number) =>
  `(SELECT least(b."coaCount", ${cap}) FROM brands b WHERE b."id" = ${id})`;

/** Ids and names of unverified brands whose contact is this address. */
export const brandsWithContact = (address: string) =>
  `(SELECT "id", "name" FROM brands WHERE NOT "verified" AND lower("contactEmail") = lower(${address}))`;

/** Locks brands by id, and by present or former name, in the order in which everyone locks them. */
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

/** What a brand is made from: its first published certificate. */
export interface FirstCertificate {
  readonly brandName: string;
  /** {@link nameKey} of `brandName`. */
  readonly key: string;
  readonly contactEmail: string | null;
  readonly contactName: string | null;
  readonly website: string;
  readonly demonstration: boolean;
}

export interface BrandName {
  readonly id: number;
  readonly name: string;
}

/**
 * The brand that has, or had, a name; created, unverified, when there is none. Two callers at once end up with one. The
 * caller holds the name's lock ({@link lockNames}), so that the brand is neither renamed nor merged away meanwhile.
 * @returns null when the brand was merged away just now
 */
export async function ensureBrand(manager: EntityManager, first: FirstCertificate): Promise<BrandName | null> {
  const { brandName, key, contactEmail, contactName, website, demonstration } = first;
  await manager.query(
    `INSERT INTO brands ("name", "nameKey", "contactEmail", "contactName", "website", "demonstration")
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM brand_aliases WHERE "nameKey" = $2)
     ON CONFLICT ON CONSTRAINT brands_name_key DO NOTHING`,
    [brandName, key, contactEmail ?? '', contactName, website, demonstration],
  );
  // Locked, because the lock of a former name does not keep the brand that it leads to from being merged away. When that
  // has just happened, the name leads elsewhere.
  const locked = () =>
    manager.query<BrandName[]>(
      `SELECT "id", "name" FROM brands
        WHERE "nameKey" = $1 OR "id" = (SELECT "brandId" FROM brand_aliases WHERE "nameKey" = $1) FOR KEY SHARE`,
      [key],
    );
  return (await locked())[0] ?? (await locked())[0] ?? null;
}

/** Brands by the keys of present and former names. */
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

/** Creates brands without a contact, as labs' certificates need them. Existing ones are left alone. */
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
