import 'reflect-metadata';
import { openForMaintenance, runCommand } from './migrate-and-seed.js';
import { checkPrintedText } from './modules/coa-registry/certificate/database/printed-text.js';

/** Compares what every certificate prints with its stored hash: `npm run restore -- --check`. Fails when any differs. */
async function check(): Promise<string> {
  const database = await openForMaintenance(process.env.DATABASE_URL ?? '');
  try {
    const { checked, changed } = await checkPrintedText(database.manager);
    if (changed > 0) throw new Error(`${changed} of ${checked} certificates no longer print what was stored.`);
    return `${checked} certificates print what was stored.`;
  } finally {
    await database.destroy();
  }
}

await runCommand(check);
