import type { QueueQuery, QueueSort, QueueTerm } from '../../../../domain/coa-registry/review/queue.js';
import { likeAnywhere } from '../../../../platform/database/like.js';
import { COUNT_CAP, QUEUE_TEXT, REPORT } from '../../certificate/database/list-statement.js';

interface Order {
  /** What the rows are sorted by, as an index has it. */
  readonly key: string;
  /** The type that a position is compared as. */
  readonly type: string;
  readonly direction: 'ASC' | 'DESC';
}

const ORDERS: Record<QueueSort, Order> = {
  oldest: { key: 'c."createdAt"', type: 'timestamptz', direction: 'ASC' },
  newest: { key: 'c."createdAt"', type: 'timestamptz', direction: 'DESC' },
  due: { key: 'c."dueOn"', type: 'date', direction: 'ASC' },
  brand: {
    key: `lower(c."brandName" || E'\\t' || c."productName") COLLATE "C"`,
    type: 'text COLLATE "C"',
    direction: 'ASC',
  },
  lab: { key: `c."labKey" COLLATE "C"`, type: 'text COLLATE "C"', direction: 'ASC' },
};

interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

/**
 * The ids and sort keys of one page and of the row behind it, and how many match up to the cap.
 * @param labs of published certificates: {@link nameKey}s of the labs that the search means
 */
export function queueStatements(
  query: QueueQuery,
  labs: readonly string[] = [],
): { page: Statement; count: Statement } {
  const { limit, after, sort, search, lifecycle } = query;
  const { key, type, direction } = ORDERS[sort];
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsOf(query, bind);
  const ways =
    search === null ? ['true'] : lifecycle === 'approved' ? waysTo(search, labs, bind) : [inQueue(search, bind)];
  // Each way to name a published certificate has its own index; one combined condition would use none of them.
  const counted = ways.map((way) => `(SELECT c."id" FROM coa_data c WHERE ${where} AND ${way} LIMIT ${COUNT_CAP})`);
  const count = {
    sql: `SELECT count(*)::int AS counted FROM (SELECT "id" FROM (${counted.join(' UNION ')}) m LIMIT ${COUNT_CAP}) capped`,
    values: [...values],
  };
  const comparison = direction === 'ASC' ? '>' : '<';
  const behind = after
    ? `AND (${key}, c."id") ${comparison} (${bind(after.value)}::${type}, ${bind(after.id)}::uuid)`
    : '';
  const found = ways.map(
    (way) => `(SELECT ${key} AS "key", c."id" FROM coa_data c WHERE ${where} AND ${way} ${behind}
      ORDER BY ${key} ${direction}, c."id" ${direction} LIMIT ${limit + 1})`,
  );
  const sql = `SELECT "key", "id" FROM (${found.join(' UNION ')}) m
    ORDER BY "key" ${direction}, "id" ${direction} LIMIT ${limit + 1}`;
  return { page: { sql, values }, count };
}

/** Names of labs with published certificates that contain a text, one step in the index for each lab. */
export const LABS_LIKE = `WITH RECURSIVE labs AS (
    (SELECT min("labKey") AS "labKey" FROM coa_data WHERE "submissionStatus" = 'approved')
    UNION ALL
    SELECT (SELECT min(n."labKey") FROM coa_data n WHERE n."submissionStatus" = 'approved' AND n."labKey" > labs."labKey")
      FROM labs WHERE labs."labKey" IS NOT NULL
  ) SELECT "labKey" FROM labs WHERE "labKey" LIKE $1`;

type Bind = (value: unknown) => string;

function conditionsOf({ lifecycle, source, dueBefore, spotChecksOnly }: QueueQuery, bind: Bind): string {
  // Written out: only then does PostgreSQL see that the partial indexes hold every row.
  const conditions = [`c."submissionStatus" = '${lifecycle}'`];
  if (source) conditions.push(`c."source" = ${bind(source)}`);
  if (spotChecksOnly) conditions.push(`c."spotCheck" = 'due'`);
  if (dueBefore) conditions.push(`c."dueOn" < ${bind(dueBefore)}`);
  return conditions.join(' AND ');
}

const patterns = (parts: readonly string[]) => parts.map(likeAnywhere);

const inQueue = ({ parts }: QueueTerm, bind: Bind) => `${QUEUE_TEXT} LIKE ANY (${bind(patterns(parts))})`;

function waysTo({ published: { parts, reference, report } }: QueueTerm, labs: readonly string[], bind: Bind): string[] {
  return [
    `c."searchText" LIKE ANY (${bind(patterns(parts))})`,
    ...(reference ? [`c."reference" = ${bind(reference)}`] : []),
    ...(report ? [`${REPORT} = ${bind(report)} AND c."labReportId" IS NOT NULL`] : []),
    ...(labs.length > 0 ? [`c."labKey" = ANY (${bind(labs)})`] : []),
  ];
}
