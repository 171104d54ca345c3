import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openForMaintenance } from '../../src/migrate-and-seed.js';
import { startPostgres } from './postgres.js';

const SCRIPT = join(import.meta.dirname, '../../../scripts/postgres.mjs');

/** A migrated database and a streaming replica. */
export interface Pair {
  readonly primary: string;
  readonly standby: string;
  /** Kills the server without closing its connections, as if the machine had disappeared. */
  readonly killStandby: () => void;
  readonly stop: () => Promise<void>;
}

/** The copy is made while the primary is stopped; after that the standby follows it. */
export async function startPair(): Promise<Pair> {
  const { dataFolderOf, chownToPostgres } = await import(SCRIPT);
  const [first, second] = [folder('primary'), folder('standby')];
  const made = await startPostgres(first);
  const database = await openForMaintenance(made.url());
  await migrate(database);
  await database.destroy();
  await made.stop();

  const copy: string = dataFolderOf(second);
  cpSync(dataFolderOf(first), copy, { recursive: true });
  cpSync(join(first, 'password'), join(second, 'password'));
  const primary = await startPostgres(first);
  const { hostname, port, username, password } = new URL(primary.url());
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  writeFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  writeFileSync(join(copy, 'standby.signal'), '');
  chownToPostgres([copy, ...readdirSync(copy, { recursive: true }).map((path) => join(copy, String(path)))]);
  chmodSync(copy, 0o700);
  const standby = await startPostgres(second);
  return {
    primary: primary.url(),
    standby: standby.url(),
    killStandby: () => process.kill(standby.pid, 'SIGQUIT'),
    stop: async () => {
      await standby.stop();
      await primary.stop();
      for (const path of [first, second]) rmSync(path, { recursive: true, force: true });
    },
  };
}

const folder = (name: string) => mkdtempSync(join(tmpdir(), `clearbatch-${name}-`));
