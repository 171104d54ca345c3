// Prints the PDF of each demonstration record into backend/dist/demo-documents, where demo-data.ts finds it. Part of the build.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_RECORDS } from '../backend/dist/demo-records.js';
import { LAYOUTS, writeSampleDocument } from '../backend/test/pdf/sample-documents/sample-documents.mjs';
import { fail, root } from './lib.mjs';

const DEMO_DOCUMENTS = join(root, 'backend/dist/demo-documents');

/** What prints them. */
const PRINTERS = ['scripts/demo-documents.mjs', 'backend/test/pdf/sample-documents/**/*.mjs'];

/** More results than this go on across pages. */
const LONG = 20;

/** Without those that lack what journeys read: one has no text, the other neither brand nor report number. */
const DEMO_LAYOUTS = LAYOUTS.filter((name) => name !== 'scanned' && name !== 'staggered');

/** @param {import('../backend/dist/demo-records.js').DemoRecord} record */
function layoutOf({ draft, isScan }, index) {
  if (isScan) return 'scanned';
  if (draft.analytes.length > LONG) return 'long';
  return DEMO_LAYOUTS[index % DEMO_LAYOUTS.length];
}

/** @param {import('../backend/dist/demo-records.js').DemoRecord} record */
const printedOf = ({ draft, approval, qrText }) => ({
  ...draft,
  panels: approval.panels,
  qrText,
  ...(draft.sample?.containerVolume ? { containerMl: Number(draft.sample.containerVolume.amount) } : { sample: null }),
});

/** Changes with the records and with how they are printed. */
function version() {
  const sources = globSync(PRINTERS, { cwd: root }).toSorted();
  const hash = createHash('sha256').update(JSON.stringify(DEMO_RECORDS));
  for (const file of sources) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function main() {
  const mark = join(DEMO_DOCUMENTS, 'version');
  const wanted = version();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  rmSync(DEMO_DOCUMENTS, { recursive: true, force: true });
  mkdirSync(DEMO_DOCUMENTS, { recursive: true });
  for (const [index, record] of DEMO_RECORDS.entries()) {
    const pdf = await writeSampleDocument(printedOf(record), layoutOf(record, index));
    writeFileSync(join(DEMO_DOCUMENTS, `${record.id}.pdf`), pdf);
  }
  writeFileSync(mark, wanted);
}

await main().catch(fail);
