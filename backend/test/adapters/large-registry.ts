import type { DataSource } from 'typeorm';
import { analyzeOnlyWhenAsked } from './plan-database.js';

export const CERTIFICATES = 100_000;
/** Submissions that wait for review besides. */
export const WAITING = 2_000;
const BRANDS = 200;

/** A partner lab that sent a quarter of what waits, with report numbers from `EA-4` to `EA-2000` in steps of four. */
export const PARTNER_LAB = '6a3c1f0e-5b7d-4c2a-9e8f-1d2b3c4a5e6f';

/** The brand with the most certificates, some 3,700. */
export const LARGEST_BRAND = 'copper finch';

/**
 * Fills an empty registry with approved certificates, always the same ones. Brands differ in size, every fourth product
 * is a seltzer, and words from one in sixteen names down to one in five thousand show how plans change with frequency.
 */
export async function loadLargeRegistry(database: DataSource): Promise<void> {
  await analyzeOnlyWhenAsked(database, 'coa_data');
  await database.query(BRANDS_SQL);
  await database.query(
    `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
     VALUES ($1, 'Gradient & Blank', 'gradient & blank', 'data@lab.example', now())`,
    [PARTNER_LAB],
  );
  await database.query(CERTIFICATES_SQL);
  await database.query(WAITING_SQL);
  await database.query('VACUUM (ANALYZE)');
}

const oneOf = (words: string, number: string) => `(string_to_array('${words}', ','))[1 + ${number}]`;

const FIRST_NAMES =
  'Copper,Velvet,Paper,Quiet,Salt,Little,Maple,Slow,Ember,Otter,Third,Half,North,Driftless,Golden,Juniper,Willow,Harbor,Canyon,Prairie';
const LAST_NAMES = 'Finch,Thistle,Lantern,Orchard,Marsh,Comet,Static,Bicycle,Hollow,Porch';
const FLAVOURS =
  'Yuzu,Grapefruit,Lime,Blackberry,Peach,Cherry,Mango,Ginger,Hibiscus,Cucumber,Watermelon,Plum,Pear,Cardamom,Blood Orange,Lavender';
const DRINKS =
  'Seltzer,Seltzer,Seltzer,Seltzer,Tonic,Tonic,Soda,Lemonade,Iced Tea,Spritz,Mocktail,Cider,Cola,Kombucha,Cold Brew,Sparkler';

const LABS =
  'Example Analytical,Third Bench,Clear Column,North Fork Testing,Meniscus,Blue Flask,Sample & Standard,Retention Time';

const BRANDS_SQL = `
  INSERT INTO brands ("name", "nameKey", "contactEmail")
  SELECT n.name, lower(n.name), 'lab@example.org'
    FROM generate_series(0, ${BRANDS - 1}) b,
         LATERAL (SELECT ${oneOf(FIRST_NAMES, 'b % 20')} || ' ' || ${oneOf(LAST_NAMES, 'b / 20')} AS name) n
   ORDER BY b`;

/** The number in six hexadecimal digits of a digest: the same in every run, and independent of its other digits. */
const hashed = (text: string, digit: number) => `('x' || substr(md5(${text}), ${digit}, 6))::bit(24)::int`;

/** What the domain makes of a plain English text (a test compares the two). */
const words = (text: string) => `' ' || btrim(regexp_replace(lower(${text}), '[^a-z0-9]+', ' ', 'g')) || ' '`;

const code = (batch: string) => `translate(replace(${words(batch)}, ' ', ''), 'oil', '011')`;

const CERTIFICATES_SQL = `
  WITH numbers AS (
    SELECT i, ${[1, 7, 13, 19, 25].map((digit, k) => `${hashed(`'a' || i`, digit)} AS n${k}`).join(', ')},
           ${[1, 7, 13, 19].map((digit, k) => `${hashed(`'b' || i`, digit)} AS m${k}`).join(', ')}
      FROM generate_series(1, ${CERTIFICATES}) i
  ), made AS (
    SELECT i, mg,
           ${oneOf(FLAVOURS, 'n0 % 16')}
             || CASE WHEN n1 % 5000 = 0 THEN ' Elderflower' WHEN n1 % 5000 < 70 THEN ' Verbena'
                     WHEN n1 % 5000 < 220 THEN ' Rosemary' ELSE '' END
             || ' ' || ${oneOf(DRINKS, 'n2 % 16')} || ' ' || mg || ' mg' AS product,
           chr(65 + n3 % 26) || chr(65 + n4 % 26) || '-' || to_char(i, 'FM000000') || '/' || chr(65 + m0 % 26) AS batch,
           round((mg * (0.55 + m1 % 1000 / 1800.0))::numeric, 2) AS thc,
           ${oneOf(LABS, 'm3 / 100 % 8')} AS lab,
           date '2026-11-01' - m2 % 1500 AS day,
           CASE WHEN m3 % 100 < 94 THEN 'passed' WHEN m3 % 100 < 98 THEN 'failed' ELSE 'pending' END AS status,
           1 + (n3 / 26 % ${BRANDS}) * (n4 / 26 % ${BRANDS}) / ${BRANDS} AS brand
      FROM numbers, LATERAL (SELECT (ARRAY[2, 5, 5, 5, 10, 10, 25, 50])[1 + m0 / 26 % 8] AS mg) dose
  )
  INSERT INTO coa_data ("id", "reference", "productName", "batchId", "batchKey", "brandId", "brandName", "thcContent",
    "cbdContent", "testDate", "labName", "labKey", "status", "submissionStatus", "testResults", "createdAt", "dueOn",
    "reviewedAt", "underDosed", "searchText", "documentAbsence")
  SELECT md5('id' || i)::uuid, 'CB-' || i, product, batch, lower(batch), b."id", b."name", thc,
         0, day, lab, lower(lab), status, 'approved',
         json_build_object('version', 1, 'analytes', ARRAY[]::text[], 'panels', json_build_object('pesticides', status,
           'heavyMetals', 'passed', 'microbials', 'passed', 'residualSolvents', 'passed')),
         timestamptz '2026-11-01Z' + i * interval '1 second', date '2026-11-05', timestamptz '2026-11-10Z', mg - thc > 1,
         ${words('product')} || '|' || ${words('b."name"')} || '|' || ${words('batch')} || '| ' || ${code('batch')} || ' ',
         'before-documents'
    FROM made JOIN brands b ON b."id" = brand`;

/** A second submission of every fiftieth product, a second apart; one in four sent by a laboratory, the first half overdue. */
const WAITING_SQL = `
  INSERT INTO coa_data ("id", "reference", "productName", "batchId", "batchKey", "brandName", "thcContent", "cbdContent",
    "testDate", "labName", "labKey", "source", "labId", "labReportId", "status", "submissionStatus", "testResults",
    "createdAt", "dueOn", "underDosed", "searchText")
  SELECT md5('waiting' || n)::uuid, 'W-' || n, "productName", "batchId", 'w-' || n, "brandName", "thcContent",
         "cbdContent", "testDate", "labName", "labKey", CASE WHEN n % 4 = 0 THEN 'lab' ELSE 'submitter' END,
         CASE WHEN n % 4 = 0 THEN '${PARTNER_LAB}'::uuid END, CASE WHEN n % 4 = 0 THEN 'EA-' || n END, 'pending',
         'pending', "testResults", timestamptz '2026-11-15Z' + n * interval '1 second',
         CASE WHEN n <= ${WAITING / 2} THEN date '2026-11-18' ELSE date '2026-11-19' END, "underDosed", "searchText"
    FROM (SELECT *, row_number() OVER (ORDER BY "createdAt") AS i FROM coa_data) c, LATERAL (SELECT i / 50 AS n) numbered
   WHERE i % 50 = 0`;
