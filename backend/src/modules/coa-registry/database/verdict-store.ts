import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ownErrors } from '../../../domain/coa-registry/automated-checks.js';
import type { Certificate } from '../../../domain/coa-registry/certificate.js';
import { isDoNotDrink } from '../../../domain/coa-registry/verdict.js';
import { addedChanges, type VerdictChanges, verdictChanges } from '../../../domain/coa-registry/verdict-changes.js';
import type { VerdictBasis } from './verdict.table.js';

/** The fields of a published certificate that verdicts follow from. */
export type Measured = Pick<Certificate, 'id' | 'productName' | 'thcContent' | 'testDate' | 'sample' | 'testResults'>;

/** A published certificate that is not compared with the present rules yet. */
export interface Uncompared
  extends Measured,
    Pick<
      Certificate,
      | 'brandName'
      | 'batchId'
      | 'cbdContent'
      | 'labName'
      | 'labKey'
      | 'labReportId'
      | 'outcome'
      | 'createdAt'
      | 'reviewedAt'
    > {
  readonly panelsComplete: boolean;
  /** The stored judgment, and its version. */
  readonly doNotDrink: boolean | null;
  readonly ownErrors: number;
  readonly judgment: number;
  readonly shownStatus: string;
  /** Its verdicts in lists; null when it has none. */
  readonly listed: readonly string[] | null;
}

/** What became of one part of the certificates. */
export interface ComparedPart {
  readonly compared: number;
  /** What the comparison with this basis changed, once for each basis; null before, and for certificates published since. */
  readonly finished: { readonly compared: number; readonly changes: VerdictChanges } | null;
}

/**
 * Increase it, and `ARITHMETIC`, when `isDoNotDrink` or `ownErrors` find other things than before: published certificates are
 * judged again with the next comparison.
 */
const JUDGMENT = 2;

/** One instance at a time compares. */
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('certificate verdicts', 0)) AS "isMine"`;

/** The basis that lists answer with. */
export const LISTED_BASIS = `(SELECT b."fingerprint" FROM verdict_bases b WHERE b."finishedAt" IS NOT NULL
  ORDER BY b."finishedAt" DESC LIMIT 1)`;

/** The verdicts of a profile that lists answer with. */
export const LISTED = `CASE WHEN p."basis" = ${LISTED_BASIS} THEN p."verdicts" ELSE p."listedVerdicts" END`;

/** Certificates that a request is changing come later: it may wait for one of these, which would be a deadlock. */
const PART = `WITH due AS MATERIALIZED (
    (SELECT v."certificateId" FROM certificate_verdicts v WHERE v."profileId" IS NULL LIMIT $2)
    UNION ALL
    (SELECT v."certificateId" FROM verdict_profiles p CROSS JOIN LATERAL (
       SELECT v."certificateId" FROM certificate_verdicts v WHERE v."profileId" = p."id" LIMIT $2) v
      WHERE p."basis" <> $1 LIMIT $2) LIMIT $2)
  SELECT c."id", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
         c."cbdContent"::float8 AS "cbdContent", c."testDate"::text AS "testDate", c."labName", c."labKey", c."labReportId",
         c."sample", c."testResults" - 'submitted' AS "testResults", c."status" AS "outcome", c."createdAt", c."reviewedAt",
         c."doNotDrink", c."ownErrors", v."judgment", c."shownStatus", c."panelsComplete", ${LISTED} AS "listed"
    FROM due JOIN certificate_verdicts v USING ("certificateId") JOIN coa_data c ON c."id" = v."certificateId"
    LEFT JOIN verdict_profiles p ON p."id" = v."profileId"
     FOR NO KEY UPDATE OF v SKIP LOCKED`;

const ADD_PROFILES = `INSERT INTO verdict_profiles ("basis", "verdicts", "listedVerdicts", "outcome", "panelsComplete", "key")
  SELECT $1, s."verdicts", s."listedVerdicts", s."outcome", s."panelsComplete", s."key"
    FROM jsonb_to_recordset($2) AS s("verdicts" text[], "listedVerdicts" text[], "outcome" text, "panelsComplete" boolean, "key" text)
      ON CONFLICT DO NOTHING`;

const FIND_PROFILES = `SELECT p."id", p."key" FROM verdict_profiles p WHERE p."key" = ANY ($1)`;

const STORE = `UPDATE certificate_verdicts v SET "profileId" = d."profileId", "judgment" = ${JUDGMENT}
  FROM unnest($1::uuid[], $2::int[]) AS d("id", "profileId") WHERE v."certificateId" = d."id"`;

/** Certificates that a request is changing are judged with that change, and waiting for them could be a deadlock. */
const STORE_JUDGMENT = `WITH judged AS (
    SELECT j.* FROM jsonb_to_recordset($1) AS j("id" uuid, "doNotDrink" boolean, "ownErrors" smallint)
      JOIN coa_data c USING ("id") FOR NO KEY UPDATE OF c SKIP LOCKED)
  UPDATE coa_data c SET "doNotDrink" = j."doNotDrink", "ownErrors" = j."ownErrors"
    FROM judged j WHERE c."id" = j."id" RETURNING c."id", c."shownStatus"`;

/** Also of a basis that was announced once more. */
const IS_UNFINISHED = `("finishedAt" IS NULL OR "finishedAt" < "announcedAt")`;

const ADD_TO_BASIS = `UPDATE verdict_bases SET "compared" = "compared" + $2, "changes" = $3
  WHERE "fingerprint" = $1 AND ${IS_UNFINISHED}`;

const IS_DUE = `(EXISTS (SELECT 1 FROM certificate_verdicts WHERE "profileId" IS NULL)
   OR EXISTS (SELECT 1 FROM verdict_profiles p JOIN certificate_verdicts v ON v."profileId" = p."id"
               WHERE p."basis" <> $1))`;

const FINISH = `UPDATE verdict_bases SET "finishedAt" = clock_timestamp()
  WHERE "fingerprint" = $1 AND ${IS_UNFINISHED} AND NOT ${IS_DUE} RETURNING "compared", "changes"`;

/** Bases without certificates. */
const DELETE_FORMER = `DELETE FROM verdict_profiles p WHERE p."basis" <> $1
  AND NOT EXISTS (SELECT 1 FROM certificate_verdicts v WHERE v."profileId" = p."id")`;

const PUBLISHED = `SELECT c."id", c."productName", c."thcContent"::float8 AS "thcContent",
         c."testDate"::text AS "testDate", c."sample", c."testResults"
    FROM certificate_verdicts v JOIN coa_data c ON c."id" = v."certificateId"
   WHERE $1::uuid IS NULL OR v."certificateId" > $1 ORDER BY v."certificateId" LIMIT $2`;

const NEWEST_BASES = `SELECT * FROM verdict_bases ORDER BY "announcedAt" DESC LIMIT 10`;

interface Profile {
  readonly verdicts: readonly string[];
  readonly listedVerdicts: readonly string[];
  readonly outcome: string;
  readonly panelsComplete: boolean;
}

/** How published certificates compare with the rules, part by part. */
@Injectable()
export class VerdictStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Announces a basis. The one announced last counts: during an upgrade, instances have different ones. */
  async announce(basis: string): Promise<void> {
    await this.database.query(
      `INSERT INTO verdict_bases AS b ("fingerprint") VALUES ($1) ON CONFLICT ("fingerprint")
       DO UPDATE SET "announcedAt" = clock_timestamp(), "compared" = 0, "changes" = '{}'
        WHERE EXISTS (SELECT 1 FROM verdict_bases later WHERE later."announcedAt" > b."announcedAt")`,
      [basis],
    );
  }

  /** Published certificates, in the order of their ids. */
  published(after: string | null, limit: number): Promise<readonly Measured[]> {
    return this.database.query(PUBLISHED, [after, limit]);
  }

  /** What the last comparisons changed, newest first. */
  newestBases(): Promise<readonly VerdictBasis[]> {
    return this.database.query(NEWEST_BASES);
  }

  /** Whether the basis was announced last, and certificates wait to be compared on it, or to be reported as compared. */
  async isDue(basis: string): Promise<boolean> {
    const [found] = await this.database.query<{ isLast: boolean; isDue: boolean }[]>(
      `SELECT b."fingerprint" = $1 AS "isLast", ${IS_UNFINISHED} OR ${IS_DUE} AS "isDue"
         FROM verdict_bases b ORDER BY b."announcedAt" DESC LIMIT 1`,
      [basis],
    );
    return found ? found.isLast && found.isDue : false;
  }

  /**
   * Compares a part of the certificates, in one transaction.
   * @param compare the verdicts of a certificate
   * @returns null when another instance compares
   */
  comparePart(
    basis: string,
    size: number,
    compare: (certificates: readonly Uncompared[]) => Promise<readonly (readonly string[])[]>,
  ): Promise<ComparedPart | null> {
    return this.database.transaction(async (manager) => {
      const [lock] = await manager.query<{ isMine: boolean }[]>(LOCK);
      if (!lock?.isMine) return null;
      const due = await manager.query<Uncompared[]>(PART, [basis, size]);
      if (due.length === 0) return { compared: 0, finished: await finish(manager, basis) };
      const verdicts = await compare(due);
      const shown = await storeJudgments(manager, due);
      const profiles = due.map(({ id, shownStatus, panelsComplete, listed }, index) => {
        const now = verdicts[index] ?? [];
        const outcome = shown.get(id) ?? shownStatus;
        return { verdicts: now, listedVerdicts: listed ?? now, outcome, panelsComplete };
      });
      await manager.query(STORE, [due.map(({ id }) => id), await profileIds(manager, basis, profiles)]);
      await addToBasis(manager, basis, due, verdicts);
      return { compared: due.length, finished: null };
    });
  }
}

/**
 * Stores what the domain finds wrong with certificates that an earlier version of it judged.
 * @returns the status that each changed one is shown with
 */
async function storeJudgments(manager: EntityManager, due: readonly Uncompared[]): Promise<Map<string, string>> {
  const changed = due.flatMap((one) => {
    if (one.judgment === JUDGMENT) return [];
    const judged = {
      id: one.id,
      doNotDrink: isDoNotDrink(one),
      ownErrors: ownErrors({ ...one, website: null, contactEmail: null }),
    };
    const isSame = judged.doNotDrink === Boolean(one.doNotDrink) && judged.ownErrors === one.ownErrors;
    return isSame ? [] : judged;
  });
  if (changed.length === 0) return new Map();
  const [rows] = await manager.query<[{ id: string; shownStatus: string }[], number]>(STORE_JUDGMENT, [
    JSON.stringify(changed),
  ]);
  return new Map(rows.map(({ id, shownStatus }) => [id, shownStatus]));
}

/** @returns the id of each profile, in their order */
async function profileIds(manager: EntityManager, basis: string, profiles: readonly Profile[]) {
  const keyed = profiles.map((profile) => ({ ...profile, key: hash([basis, profile]) }));
  const byKey = new Map(keyed.map((profile) => [profile.key, profile]));
  await manager.query(ADD_PROFILES, [basis, JSON.stringify([...byKey.values()])]);
  const found = await manager.query<{ id: number; key: string }[]>(FIND_PROFILES, [[...byKey.keys()]]);
  const ids = new Map(found.map(({ id, key }) => [key, id]));
  return keyed.map(({ key }) => ids.get(key));
}

const hash = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');

async function addToBasis(
  manager: EntityManager,
  basis: string,
  due: readonly Uncompared[],
  verdicts: readonly (readonly string[])[],
): Promise<void> {
  const [known] = await manager.query<{ changes: VerdictChanges }[]>(
    `SELECT "changes" FROM verdict_bases WHERE "fingerprint" = $1`,
    [basis],
  );
  const changes = due.map(({ listed }, index) => verdictChanges(listed, verdicts[index] ?? []));
  const total = changes.reduce(addedChanges, known?.changes ?? {});
  await manager.query(ADD_TO_BASIS, [basis, due.length, JSON.stringify(total)]);
}

async function finish(manager: EntityManager, basis: string): Promise<ComparedPart['finished']> {
  const [[finished]] = await manager.query<[{ compared: number; changes: VerdictChanges }[], number]>(FINISH, [basis]);
  if (!finished) return null;
  await manager.query(DELETE_FORMER, [basis]);
  return finished;
}
