import 'reflect-metadata';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openForMaintenance, runCommand } from './migrate-and-seed.js';
import { FileAnchor, KeyFileSigner } from './modules/transparency/log-folder.js';
import { Sequencer } from './modules/transparency/sequencer.js';
import { TypeOrmLogStore } from './modules/transparency/typeorm-log.store.js';

const { DATABASE_URL: databaseUrl = '', LOG_FOLDER: folder = '', LOG_KEY_FILE: keyFile = '' } = process.env;

const keyOfLog = keyFile || join(folder, 'key');

const sequencerOf = (store: TypeOrmLogStore, signer: KeyFileSigner) =>
  new Sequencer(store, signer, new FileAnchor(folder, signer));

/** Puts entries back that were signed, and that the database lacks: `npm run restore -- --log`. */
async function recover(store: TypeOrmLogStore): Promise<string> {
  const count = await sequencerOf(store, KeyFileSigner.read(keyOfLog)).recover();
  return `${count} entries were put back in their places in the public log.`;
}

/** Ends a log that cannot go on, and begins another one: `npm run restore -- --new-log CHECKPOINT`. */
async function beginAgain(store: TypeOrmLogStore, checkpoint: string): Promise<string> {
  const [, oldName, name = oldName, number = 1] = /^((\S+?)(?:\/(\d+))?)\n\d+\n\S+\n\n/.exec(checkpoint) ?? [];
  if (!name) throw new Error('The file has no checkpoint.');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const newName = `${name}/${Number(number) + 1}`;
  const signer = keyFile ? KeyFileSigner.read(keyFile) : KeyFileSigner.readOrCreate(folder, newName);
  if (!signer.verifierKey.startsWith(`${newName}+`)) {
    throw new Error(`LOG_FOLDER must name a new folder: its key is not that of ${newName}.`);
  }
  const isDone = await store.alone(async () => {
    await store.beginAgain(checkpoint);
    await sequencerOf(store, signer).advance();
    return true;
  });
  if (!isDone) throw new Error('Another process is working on the public log. Try again.');
  return `${newName} goes on where ${oldName} ended. Tell everyone who verifies the log its new key:\n${signer.verifierKey}`;
}

/** Adds the key that is to follow: `npm run restore -- --next-key`. */
const addKey = () =>
  `The public log is signed with this key as well once every instance has started again:\n${
    KeyFileSigner.addNext(keyOfLog).nextVerifierKey
  }`;

async function run(): Promise<string> {
  const { values } = parseArgs({
    options: { log: { type: 'boolean' }, 'new-log': { type: 'string' }, 'next-key': { type: 'boolean' } },
  });
  if (values['next-key']) return addKey();
  const checkpoint = values['new-log'];
  if (!values.log && !checkpoint) throw new Error('Say what to do: --log, --new-log CHECKPOINT, or --next-key');
  const database = await openForMaintenance(databaseUrl);
  try {
    const store = new TypeOrmLogStore(database);
    return await (checkpoint ? beginAgain(store, readFileSync(checkpoint, 'utf8')) : recover(store));
  } finally {
    await database.destroy();
  }
}

await runCommand(run);
