import type { DataSource, Logger } from 'typeorm';
import { inTransaction } from '../../src/platform/database/transaction.js';

/** What opens and ends a transaction. */
const AROUND = ['START TRANSACTION', 'COMMIT'];

interface Statement {
  readonly sql: string;
  readonly values?: unknown[];
}

/** The part of a plan of PostgreSQL that is looked at here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What statements looked at. */
interface Read {
  /** Rows of the table. */
  readonly rows: number;
  /** Entries of its indexes that said everything, so that their rows were left alone. */
  readonly entries: number;
}

/** Says how much of one table statements read: what a machine that has other things to do does not change. */
export class RowsRead {
  private readonly statements: Statement[] = [];
  private readonly lines: string[] = [];

  constructor(
    private readonly database: DataSource,
    private readonly table: string,
  ) {
    database.setOptions({ logging: ['query'], logger: recorder((statement) => this.statements.push(statement)) });
  }

  /** Runs it, and the statements that it ran once more. @param what its name in the report; without one it has none */
  async by(what: string, run: () => Promise<unknown>): Promise<Read & { count: number }> {
    this.statements.length = 0;
    const began = performance.now();
    // What the public reads goes past TypeORM's log otherwise.
    await inTransaction(this.database, run);
    const ms = performance.now() - began;
    const ran = this.statements.splice(0).filter(({ sql }) => !AROUND.includes(sql));
    let [rows, entries] = [0, 0];
    for (const statement of ran) {
      const read = await this.readBy(statement);
      rows += read.rows;
      entries += read.entries;
    }
    if (what !== '') {
      const figures = `${ms.toFixed(1).padStart(7)} ms ${String(rows).padStart(7)} rows ${String(entries).padStart(7)} entries`;
      this.lines.push(`${what.padEnd(50)} ${figures}`);
    }
    return { rows, entries, count: ran.length };
  }

  report(): void {
    process.stdout.write(`${this.lines.join('\n')}\n`);
  }

  private async readBy({ sql, values }: Statement): Promise<Read> {
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`;
    const [row] = await this.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(explain, values);
    if (!row) throw new Error('PostgreSQL explained nothing');
    return this.readIn(row['QUERY PLAN'][0].Plan);
  }

  private readIn(node: PlanNode): Read {
    const kept = node['Actual Rows'];
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const here = node['Relation Name'] === this.table ? (kept + removed) * node['Actual Loops'] : 0;
    const isIndexAlone = node['Node Type'] === 'Index Only Scan';
    return (node.Plans ?? [])
      .map((below) => this.readIn(below))
      .reduce((sum, { rows, entries }) => ({ rows: sum.rows + rows, entries: sum.entries + entries }), {
        rows: isIndexAlone ? 0 : here,
        entries: isIndexAlone ? here : 0,
      });
  }
}

/** Hears every statement that TypeORM sends, however it was made. */
function recorder(hear: (statement: Statement) => void): Logger {
  const ignore = () => {};
  return {
    logQuery: (sql, values) => hear({ sql, values: values as unknown[] }),
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
}
