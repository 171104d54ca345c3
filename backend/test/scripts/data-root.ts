import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { clockOf } from '../../../scripts/test-clock.mjs';

const root = join(import.meta.dirname, '../../..');

/** How a process ended. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script of the repository to its end. */
export function run(script: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const { DATABASE_URL: _none, NODE_OPTIONS: _runner, ...rest } = process.env;
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...rest, ...clockOf(process.env), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })));
}

/** Works in the embedded database of a data folder. */
export async function withDatabase<T>(dataRoot: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ folder: join(dataRoot, 'postgres') });
  const client = new pg.Client(postgres.url());
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

export const urlOf = ({ user, password, host, port, database }: pg.Client) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

/** Migrates the embedded database of a data folder, with the demonstration or without. */
export function prepare(dataRoot: string, demonstration: boolean): Promise<void> {
  return withDatabase(dataRoot, async (client) => {
    const environment = { DATABASE_URL: urlOf(client), DEMO_DATA: String(demonstration), FIRST_ACCOUNT: 'true' };
    expect(await run('backend/dist/migrate-and-seed.js', [], environment)).toMatchObject({ code: 0 });
  });
}
