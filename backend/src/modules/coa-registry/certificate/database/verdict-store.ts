import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { ownErrors } from '../../../../domain/coa-registry/checks/automated-checks.js';
import { isDoNotDrink } from '../../../../domain/coa-registry/checks/verdict.js';
import {
  addedChanges,
  type VerdictChanges,
  verdictChanges,
} from '../../../../domain/coa-registry/checks/verdict-changes.js';
import { VerdictSource } from '../verdict-source.js';
import type { VerdictRun } from './verdict.table.js';

/** The fields of a published certificate that verdicts follow from. */
export type Measured = Pick<Certificate, 'id' | 'productName' | 'thcContent' | 'testDate' | 'sample' | 'testResults'>;

/** A published certificate that was not compared in the present run yet. */
interface Uncompared
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
  /** What is stored of earlier runs. */
  readonly verdicts: readonly string[];
}

/** The run that certificates are compared in, and the one that lists answer with. */
interface Runs {
  readonly present: number;
  readonly listed: number | null;
}

/** What became of one part of the certificates. */
export interface ComparedPart {
  readonly compared: number;
  /** What the run changed, in the part that finished it. */
  readonly finished: Pick<VerdictRun, 'compared' | 'changes'> | null;
}

/**
 * Increase it, and `ARITHMETIC`, when `isDoNotDrink` or `ownErrors` find other things than before: published certificates are
 * judged again in the next run.
 */
const JUDGMENT = 4;

/** Certificates compared before requests get their turn: about a millisecond. */
const AT_ONCE = 4;

/** Of the advisory lock of the process that compares. */
export const LOCK = `hashtextextended('certificate verdicts', 0)`;

/** The run that lists answer with. */
const LISTED_RUN = `(SELECT max("id") FROM verdict_runs WHERE "finishedAt" IS NOT NULL)`;

/** The run that lists answer with, as a statement. */
export const FIND_LISTED_RUN = `SELECT ${LISTED_RUN} AS "listed"`;

/**
 * Published certificates that lists can't answer for with the basis `$1`, counted up to `$2`. The index has those of earlier
 * runs first.
 */
export const UNCOMPARED = `
  SELECT count(*)::int AS "count"
    FROM (SELECT "run" FROM certificate_verdicts ORDER BY "run" NULLS FIRST LIMIT $2) v
   WHERE coalesce(v."run" < (SELECT "id" FROM verdict_runs WHERE "id" = ${LISTED_RUN} AND "fingerprint" = $1), true)`;

/** A verdict as certificates store it. */
export const storedVerdict = (run: number | null, verdict: string) => `${run ?? 0}:${verdict}`;

const PRESENT_RUN = `(SELECT * FROM verdict_runs ORDER BY "id" DESC LIMIT 1)`;

const BEGIN = `INSERT INTO verdict_runs ("fingerprint")
  SELECT $1::text WHERE NOT EXISTS (SELECT 1 FROM ${PRESENT_RUN} r WHERE r."fingerprint" = $1)`;

/** Whether a certificate was not compared in the run `present`. In the order of the index, so that no statistics matter. */
const isLeft = (present: string) =>
  `(SELECT coalesce("run" < ${present}, true) FROM certificate_verdicts ORDER BY "run" NULLS FIRST LIMIT 1) IS TRUE`;

const IS_DUE = `SELECT r."finishedAt" IS NULL OR ${isLeft('r."id"')} AS "isDue" FROM ${PRESENT_RUN} r WHERE r."fingerprint" = $1`;

/** Certificates that a request is changing come later: it may wait for one of these, which would be a deadlock. */
const PART = `
  SELECT c."id", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
         c."cbdContent"::float8 AS "cbdContent", c."testDate"::text AS "testDate", c."labName", c."labKey", c."labReportId",
         c."sample", c."testResults" - 'submitted' AS "testResults", c."status" AS "outcome", c."createdAt", c."reviewedAt",
         c."doNotDrink", c."ownErrors", c."panelsComplete", v."judgment", v."verdicts"
    FROM (SELECT "certificateId" FROM certificate_verdicts WHERE "run" IS NULL OR "run" < $1
           ORDER BY "run" NULLS FIRST LIMIT $2) due
    JOIN certificate_verdicts v USING ("certificateId") JOIN coa_data c ON c."id" = v."certificateId"
     FOR NO KEY UPDATE OF v SKIP LOCKED`;

const STORE = `UPDATE certificate_verdicts v SET "run" = $1, "judgment" = ${JUDGMENT}, "verdicts" = d."verdicts"
  FROM jsonb_to_recordset($2) AS d("id" uuid, "verdicts" text[]) WHERE v."certificateId" = d."id"`;

/** In the newest run of the basis `$1`, if there is one. Certificates that were compared before keep what lists say of them. */
const STORE_NEW = `
  UPDATE certificate_verdicts v SET "run" = r."id", "judgment" = ${JUDGMENT},
         "verdicts" = ARRAY(SELECT r."id" || ':' || one FROM unnest(d."verdicts") one)
    FROM jsonb_to_recordset($2) AS d("id" uuid, "verdicts" text[]),
         (SELECT max("id") AS "id" FROM verdict_runs WHERE "fingerprint" = $1) r
   WHERE v."certificateId" = d."id" AND v."run" IS NULL AND r."id" IS NOT NULL`;

/** Certificates that a request is changing are judged with that change, and waiting for them could be a deadlock. */
const STORE_JUDGMENT = `WITH judged AS (
    SELECT j.* FROM jsonb_to_recordset($1) AS j("id" uuid, "doNotDrink" boolean, "ownErrors" smallint)
      JOIN coa_data c USING ("id") FOR NO KEY UPDATE OF c SKIP LOCKED)
  UPDATE coa_data c SET "doNotDrink" = j."doNotDrink", "ownErrors" = j."ownErrors" FROM judged j WHERE c."id" = j."id"`;

const FINISH = `UPDATE verdict_runs SET "finishedAt" = clock_timestamp()
  WHERE "id" = $1 AND "finishedAt" IS NULL AND NOT ${isLeft('$1')} RETURNING "compared", "changes"`;

const PUBLISHED = `SELECT c."id", c."productName", c."thcContent"::float8 AS "thcContent",
         c."testDate"::text AS "testDate", c."sample", c."testResults"
    FROM certificate_verdicts v JOIN coa_data c ON c."id" = v."certificateId"
   WHERE $1::uuid IS NULL OR v."certificateId" > $1 ORDER BY v."certificateId" LIMIT $2`;

/**
 * How published certificates compare with the rules. When the rules change, a run compares all of them, part by part, while
 * lists answer with the run before. Every verdict is stored with the number of its run, so that finishing a run changes the
 * answers of all lists at once.
 */
@Injectable()
export class VerdictStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly source: VerdictSource,
  ) {}

  /**
   * Begins a run, unless the last one began with the rules of this process. The run that began last counts: during an
   * upgrade, processes have different rules.
   */
  begin(): Promise<void> {
    const { basis } = this.source;
    return this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
      await manager.query(BEGIN, [basis]);
    });
  }

  /** Published certificates, in the order of their ids. */
  published(after: string | null, limit: number): Promise<readonly Measured[]> {
    return this.database.query(PUBLISHED, [after, limit]);
  }

  /** What the last runs changed, newest first. */
  newestRuns(): Promise<readonly VerdictRun[]> {
    return this.database.query(`SELECT * FROM verdict_runs ORDER BY "id" DESC LIMIT 10`);
  }

  /** Whether the last run has the rules of this process, and certificates to compare or its end to report. */
  async isDue(): Promise<boolean> {
    const [found] = await this.database.query<{ isDue: boolean }[]>(IS_DUE, [this.source.basis]);
    return found?.isDue ?? false;
  }

  /** Compares certificates that are being published, in the transaction that publishes them. */
  async storeNew(manager: EntityManager, published: readonly Measured[]): Promise<void> {
    const { basis } = this.source;
    const rows = published.map((one) => ({ id: one.id, verdicts: this.source.verdictsOf(one) }));
    await manager.query(STORE_NEW, [basis, JSON.stringify(rows)]);
  }

  /**
   * Compares a part of the certificates, in one transaction.
   * @returns null when another process compares, or began a run with other rules
   */
  comparePart(size: number): Promise<ComparedPart | null> {
    const { basis } = this.source;
    return this.database.transaction(async (manager) => {
      const [lock] = await manager.query<{ isMine: boolean }[]>(
        `SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`,
      );
      const [runs] = await manager.query<Runs[]>(
        `SELECT r."id" AS "present", ${LISTED_RUN} AS "listed" FROM ${PRESENT_RUN} r WHERE r."fingerprint" = $1`,
        [basis],
      );
      if (!lock?.isMine || !runs) return null;
      const due = await manager.query<Uncompared[]>(PART, [runs.present, size]);
      if (due.length === 0) return { compared: 0, finished: await finish(manager, runs.present) };
      await storeJudgments(manager, due);
      const changes = await this.storeVerdicts(manager, due, runs);
      await addToRun(manager, runs.present, due.length, changes);
      return { compared: due.length, finished: null };
    });
  }

  /** @returns what changed */
  private async storeVerdicts(manager: EntityManager, due: readonly Uncompared[], { present, listed }: Runs) {
    const rows: { readonly id: string; readonly verdicts: readonly string[] }[] = [];
    let changes: VerdictChanges = {};
    for (const certificate of due) {
      if (rows.length % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const verdicts = this.source.verdictsOf(certificate);
      const former = certificate.verdicts.filter((one) => one.startsWith(storedVerdict(listed, '')));
      const before = former.map((one) => one.slice(storedVerdict(listed, '').length));
      changes = addedChanges(changes, verdictChanges(former.length === 0 ? null : before, verdicts));
      const kept = listed === present ? [] : former;
      rows.push({ id: certificate.id, verdicts: [...kept, ...verdicts.map((one) => storedVerdict(present, one))] });
    }
    await manager.query(STORE, [present, JSON.stringify(rows)]);
    return changes;
  }
}

/** Stores what the domain finds wrong with certificates that an earlier version of it judged. */
async function storeJudgments(manager: EntityManager, due: readonly Uncompared[]): Promise<void> {
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
  if (changed.length > 0) await manager.query(STORE_JUDGMENT, [JSON.stringify(changed)]);
}

async function addToRun(manager: EntityManager, run: number, compared: number, changes: VerdictChanges): Promise<void> {
  const [known] = await manager.query<{ changes: VerdictChanges }[]>(
    `SELECT "changes" FROM verdict_runs WHERE "id" = $1`,
    [run],
  );
  await manager.query(
    `UPDATE verdict_runs SET "compared" = "compared" + $2, "changes" = $3 WHERE "id" = $1 AND "finishedAt" IS NULL`,
    [run, compared, JSON.stringify(addedChanges(known?.changes ?? {}, changes))],
  );
}

async function finish(manager: EntityManager, run: number): Promise<ComparedPart['finished']> {
  const [[finished]] = await manager.query<[Pick<VerdictRun, 'compared' | 'changes'>[], number]>(FINISH, [run]);
  return finished ?? null;
}
