// npm run bench: lists the scenarios. npm run bench <scenario>: runs one and prints what it measured (docs/decisions/0021).
// Options follow two dashes (npm run bench ingest -- --lines 1000); --built skips the build.
import { stopAll } from '../bench/running.mjs';
import { buildWhatChanged, fail } from './lib.mjs';
import { cleanUpOnStop } from './start.mjs';

/** Each is a file in bench/scenarios; it says more, and what its options are. */
const SCENARIOS = {
  lists:
    'requests, lists and searches at 1,000 to 1,000,000 certificates, beside a server that only answers; 15 minutes',
  ingest: '100,000 certificates through the partner API, beside COPY',
  verdicts: 'comparing 100,000 certificates with the rules, and lists by verdict',
  log: 'the public log at 100,000 entries: publication to checkpoint, a proof, and the record in a decision',
  uploads: '50 PDFs of 10 MB at once, and what other visitors feel',
  reading: 'what is read from made-up PDFs in every layout, right and wrong; with files, what is read from these',
  requests: 'CPU time and size of every page and anonymous call, and what many of the most expensive ones do to others',
  'first-view': 'the largest modules that every public page loads',
  lighthouse: "six pages with Lighthouse's mobile profile, and real loads over a slow network",
  soak: 'two instances under load while processes are killed; fails if accepted data is lost',
};

/** These need no built site. */
const BACKEND_ONLY = ['reading', 'first-view'];

function list() {
  for (const [name, about] of Object.entries(SCENARIOS)) console.log(`  npm run bench ${name.padEnd(12)} ${about}`);
}

async function main([name = '', ...args]) {
  if (name === '') return list();
  if (!Object.hasOwn(SCENARIOS, name)) throw new Error(`There is no scenario "${name}": npm run bench lists them.`);
  cleanUpOnStop()(stopAll);
  const needsSite = !BACKEND_ONLY.includes(name);
  if (!args.includes('--built')) await buildWhatChanged({ frontend: needsSite, quiet: true });
  const { run } = await import(`../bench/scenarios/${name}.mjs`);
  try {
    await run(args.filter((argument) => argument !== '--built'));
  } finally {
    await stopAll();
  }
}

await main(process.argv.slice(2)).catch(fail);
