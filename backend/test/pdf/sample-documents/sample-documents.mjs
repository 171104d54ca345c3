// Made-up certificates as PDFs in many layouts: for the demonstration records, and to grade the reader of documents.
// The same record and layout always give the same bytes.
import { cards } from './layouts/cards.mjs';
import { centered } from './layouts/centered.mjs';
import { dense } from './layouts/dense.mjs';
import { exponents } from './layouts/exponents.mjs';
import { grid } from './layouts/grid.mjs';
import { halves } from './layouts/halves.mjs';
import { letterhead } from './layouts/letterhead.mjs';
import { long } from './layouts/long.mjs';
import { narrow } from './layouts/narrow.mjs';
import { oneTable } from './layouts/one-table.mjs';
import { rotated } from './layouts/rotated.mjs';
import { ruled } from './layouts/ruled.mjs';
import { scanned } from './layouts/scanned.mjs';
import { perServing } from './layouts/servings.mjs';
import { staggered } from './layouts/staggered.mjs';
import { threeLines } from './layouts/three-lines.mjs';
import { twoColumns } from './layouts/two-columns.mjs';
import { unitsInHeadings } from './layouts/units-in-headings.mjs';
import { unruled } from './layouts/unruled.mjs';

const ALL = [
  ruled,
  unruled,
  twoColumns,
  unitsInHeadings,
  long,
  scanned,
  cards,
  dense,
  narrow,
  exponents,
  rotated,
  halves,
  perServing,
  centered,
  letterhead,
  grid,
  oneTable,
  threeLines,
  staggered,
];

/** Names of the layouts. */
export const LAYOUTS = ALL.map(({ name }) => name);

/**
 * Prints a certificate, and says what the document states.
 * @param {import('./record.mjs').SampleRecord} record
 * @param {string} layout one of {@link LAYOUTS}
 * @returns {Promise<{ pdf: Buffer, truth: import('./record.mjs').SampleTruth }>}
 */
export async function printSampleDocument(record, layout) {
  const found = ALL.find(({ name }) => name === layout);
  if (!found) throw new Error(`There is no layout "${layout}". There are: ${LAYOUTS.join(', ')}`);
  const sheet = await found.print(record);
  return { pdf: await sheet.finish(), truth: sheet.truth };
}

/** Prints a certificate as a PDF. @param {import('./record.mjs').SampleRecord} record @returns {Promise<Buffer>} */
export const writeSampleDocument = async (record, layout) => (await printSampleDocument(record, layout)).pdf;
