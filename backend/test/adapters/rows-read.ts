import type { DataSource, Logger } from 'typeorm';

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

/** Says how many rows of one table statements read: what a machine that has other things to do does not change. */
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
  async by(what: string, run: () => Promise<unknown>): Promise<{ rows: number; count: number }> {
    this.statements.length = 0;
    const began = performance.now();
    await run();
    const ms = performance.now() - began;
    const ran = this.statements.splice(0);
    let rows = 0;
    for (const statement of ran) rows += await this.readBy(statement);
    if (what !== '') {
      this.lines.push(`${what.padEnd(50)} ${ms.toFixed(1).padStart(7)} ms ${String(rows).padStart(7)} rows`);
    }
    return { rows, count: ran.length };
  }

  report(): void {
    process.stdout.write(`${this.lines.join('\n')}\n`);
  }

  private async readBy({ sql, values }: Statement): Promise<number> {
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`;
    const [row] = await this.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(explain, values);
    if (!row) throw new Error('PostgreSQL explained nothing');
    return this.readIn(row['QUERY PLAN'][0].Plan);
  }

  private readIn(node: PlanNode): number {
    const kept = node['Actual Rows'];
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const here = node['Relation Name'] === this.table ? (kept + removed) * node['Actual Loops'] : 0;
    return (node.Plans ?? []).reduce((sum, below) => sum + this.readIn(below), here);
  }
}

/** Hears every statement that TypeORM sends, however it was made. */
function recorder(hear: (statement: Statement) => void): Logger {
  const ignore = () => {};
  return {
    logQuery: (sql, values) => hear({ sql, values: values as unknown[] }),
    ...{ logQueryError: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore },
  };
}
