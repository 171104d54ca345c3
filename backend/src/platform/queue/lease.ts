import { type FindOperator, IsNull } from 'typeorm';

interface Claim {
  readonly table: string;
  /** What follows `SELECT job."id"`: the due jobs, from the table under the name `job`. */
  readonly due: string;
  /** Common table expressions that `due` reads. */
  readonly withQueries?: string;
  /** The parameter for the end of the lease, such as `$3`. */
  readonly leaseUntil: string;
  /** Further columns to set. */
  readonly set?: string;
  /** Columns of another table to return with each job. */
  readonly join?: { readonly table: string; readonly on: string; readonly columns: string };
}

/** True for jobs that no worker holds. @param now the parameter for the time, such as `$2` */
export const isUnleased = (now: string): string => `(job."leasedUntil" IS NULL OR job."leasedUntil" <= ${now})`;

/**
 * Leases due jobs to a worker and returns their rows. SKIP LOCKED passes over jobs that another worker is claiming at the
 * same moment. MATERIALIZED keeps PostgreSQL from evaluating the LIMIT more than once.
 */
export const claimStatement = ({ table, due, withQueries, leaseUntil, set, join }: Claim): string => `
  WITH ${withQueries ? `${withQueries}, ` : ''}due AS MATERIALIZED (
    SELECT job."id" ${due} FOR UPDATE OF job SKIP LOCKED)
  UPDATE ${table} job SET "leasedUntil" = ${leaseUntil}${set ? `, ${set}` : ''}
    FROM due${join ? `, ${join.table}` : ''}
   WHERE job."id" = due."id"${join ? ` AND ${join.on}` : ''}
   RETURNING job.*${join ? `, ${join.columns}` : ''}`;

/**
 * Criteria for saving the result of an attempt: an optimistic lock on the lease. No row matches when the lease ran out
 * and another worker claimed the job, or a person decided about it. No two leases of a job end at the same time.
 */
export const leaseCriteria = <State>(id: string, state: State, leasedUntil: Date | null) => ({
  id,
  state,
  leasedUntil: leasedUntil ?? (IsNull() as FindOperator<Date>),
});
