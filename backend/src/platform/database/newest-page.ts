import type { EntityManager } from 'typeorm';
import { COUNTED_EXACTLY_UP_TO, type Page, pageOf } from '../../domain/shared/page.js';

interface List<Time> {
  /** `FROM … WHERE …`, with the parameters `$1` and up. */
  readonly found: string;
  readonly values: readonly unknown[];
  /** The column with the time of a row. On ties, the higher `id` is the newer one. */
  readonly time: Time;
  readonly columns?: string;
}

/** A page of a list from the newest row on, and how many rows match. A cursor is the time and the ID of a page's last row. */
export async function newestPage<Row extends { readonly id: unknown }, Time extends keyof Row & string>(
  manager: EntityManager,
  { found, values, time, columns = '*' }: List<Time>,
  limit: number,
  after: Pick<Row, Time | 'id'> | null,
): Promise<Page<Row, Pick<Row, Time | 'id'>>> {
  const behind = after ? `AND ("${time}", "id") < ($${values.length + 1}, $${values.length + 2})` : '';
  const [rows, [count]] = await Promise.all([
    manager.query<Row[]>(
      `SELECT ${columns} ${found} ${behind} ORDER BY "${time}" DESC, "id" DESC LIMIT ${limit + 1}`,
      after ? [...values, after[time], after.id] : [...values],
    ),
    manager.query<{ counted: number }[]>(
      `SELECT count(*)::int AS counted FROM (SELECT 1 ${found} LIMIT ${COUNTED_EXACTLY_UP_TO + 1}) found`,
      [...values],
    ),
  ]);
  const cursorOf = (last: Row) => ({ [time]: last[time], id: last.id }) as Pick<Row, Time | 'id'>;
  return pageOf(rows, limit, cursorOf, count?.counted ?? 0);
}
