// npm run bench reading: prints made-up certificates in every layout as PDFs, reads them as the site does, in a separate process,
// and compares what was read with what was printed. --records, --seed and --layouts ruled,dense choose them; --mistakes lists what
// was missed or wrong. It fails below the goals of decision 0047.
//
// npm run bench reading -- file.pdf …: prints as JSON what the site reads from these, or why it doesn't; --words adds all words.
// npm run bench reading -- --truth reports/truth.json: reads the real reports beside that file and grades them against it.
// It maps file names to what a person read in each, and is made by reading, never by a program:
//   header: accepted values of labName, productName, batchId, sampleId, dateCollected, dateReceived, dateTested and dateIssued;
//     [] if it is not printed, so that anything read is wrong
//   totals: of totalThc and totalCbd, the value by printed unit
//   panels: passed, failed, not_tested, pending or tested (says nothing); absent if not printed
//   rows: by analyte (d9-thc, lead, yeast-mold): values (accepted ones by printed unit, "-" for none), lod, loq and limit
//     (accepted ones or null). Rows of pesticides, solvents, terpenes and mycotoxins are not graded
//   unreadable: true if nothing may be read
// Every value is counted: right, wrong, missed. Also prints what a person has to choose or enter in the submission form. Real
// reports never go into the repository.
//
// CPU time and memory of the process are measured on Linux only.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AnalyteVocabulary } from '../../backend/dist/domain/analytes/analytes.js';
import { readVocabulary } from '../../backend/dist/modules/analytes/vocabulary-file.js';
import { ChildProcessDocumentReader } from '../../backend/dist/modules/documents/reading/child-process.reader.js';
import { measureReading } from '../../backend/test/pdf/reading-usage.mjs';
import { gradeContent, precision, recall, sum } from '../../backend/test/pdf/sample-documents/grade.mjs';
import { randomRecord } from '../../backend/test/pdf/sample-documents/random-records.mjs';
import { LAYOUTS, printSampleDocument } from '../../backend/test/pdf/sample-documents/sample-documents.mjs';
import { gradeAgainstTruth, leftInForm } from '../../backend/test/pdf/truth-grade.mjs';
import { p95, percentile } from '../figures.mjs';

/** Least precision and recall over all layouts (decision 0047). */
const GOALS = { header: [0.99, 0.8], rows: [0.99, 0.9], totals: [0.98, 0.75] };

const OPTIONS = {
  records: { type: 'string', default: '5' },
  seed: { type: 'string', default: '1' },
  layouts: { type: 'string', default: LAYOUTS.join() },
  mistakes: { type: 'boolean', default: false },
  words: { type: 'boolean', default: false },
  truth: { type: 'string' },
};

const read = (content) => measureReading((started) => new ChildProcessDocumentReader(undefined, started), content);

export async function run(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.truth) return gradeReports(fromHere(values.truth), values.mistakes);
  if (positionals.length > 0) return printReadings(positionals, values);
  const all = [];
  for (const layout of values.layouts.split(',')) {
    const graded = [];
    for (let index = 0; index < Number(values.records); index += 1) {
      const one = await gradeOne(layout, Number(values.seed) + index);
      if (values.mistakes)
        for (const mistake of one.mistakes) console.log(`${layout} ${Number(values.seed) + index}: ${mistake}`);
      graded.push(one);
    }
    console.log(line(layout, graded));
    all.push(...graded);
  }
  console.log(line('all', all));
  printUsage(all);
  const missed = goalsMissed(all);
  if (missed.length > 0) throw new Error(`Below the goal: ${missed.join(', ')}`);
}

const vocabulary = () => new AnalyteVocabulary(readVocabulary(join(import.meta.dirname, '../../content')));

/** npm changes into the folder of package.json. */
const fromHere = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

async function gradeReports(path, withMistakes) {
  const truths = JSON.parse(readFileSync(path, 'utf8'));
  const known = vocabulary();
  const all = [];
  for (const [name, truth] of Object.entries(truths)) {
    const { result, ...usage } = await read(readFileSync(join(dirname(path), name)));
    const content = result.outcome === 'ready' ? result.reading : { fields: [], panels: [], rows: [] };
    const graded = { ...gradeAgainstTruth(content, truth, known), ...usage };
    const { offered, missing } = leftInForm(content);
    console.log(line(name.slice(0, 24), [graded], KINDS_OF_REPORTS));
    console.log(`    form: choose ${offered.join(', ') || 'nothing'}; enter ${missing.join(', ') || 'nothing'}`);
    if (withMistakes) for (const mistake of graded.mistakes) console.log(`    ${mistake}`);
    all.push(graded);
  }
  console.log(line('all', all, KINDS_OF_REPORTS));
  printUsage(all);
}

async function printReadings(names, { words }) {
  for (const name of names) {
    const { result, ...usage } = await read(readFileSync(fromHere(name)));
    console.log(JSON.stringify({ file: name, ...usage, ...printed(result, words) }, null, 2));
  }
}

function printed(result, withWords) {
  if (result.outcome !== 'ready') return result;
  const { fields, details, totals, panels, rows, qrCodes, pageCount, pages, fingerprint } = result.reading;
  const { wordsSha256 } = fingerprint;
  const reading = {
    outcome: result.outcome,
    pageCount,
    wordsSha256,
    fields,
    details,
    totals,
    panels,
    rows,
    qrCodes,
    pages,
  };
  if (!withWords) return reading;
  return { ...reading, words: result.pages.map(({ number, words }) => ({ number, words })) };
}

async function gradeOne(layout, seed) {
  const { pdf, truth } = await printSampleDocument(randomRecord(seed), layout);
  const { result, cpuSeconds, peakMegabytes } = await read(pdf);
  if (result.outcome !== 'ready') throw new Error(`${layout} ${seed}: ${result.outcome}, ${result.reason}`);
  return { ...gradeContent(result.reading, truth), cpuSeconds, peakMegabytes };
}

const percent = (share, of) => (of > 0 ? (share * 100).toFixed(1) : '–').padStart(5);

const KINDS_OF_REPORTS = ['rows', 'limits', 'header', 'totals', 'panels'];

function line(name, graded, kinds = ['header', 'rows', 'totals', 'panels']) {
  const counts = kinds.map((kind) => {
    const count = sum(graded.map((one) => one[kind]));
    return `${kind} ${percent(precision(count), count.correct + count.wrong)} / ${percent(recall(count), count.stated)}`;
  });
  return `${name.padEnd(24)} ${counts.join('   ')}   inverted ${inverted(graded)}`;
}

const inverted = (graded) => graded.reduce((all, one) => all + one.inverted, 0);

function printUsage(graded) {
  const cpu = p95(graded.map(({ cpuSeconds }) => cpuSeconds));
  const memory = percentile(
    graded.map(({ peakMegabytes }) => peakMegabytes),
    1,
  );
  const usage = `CPU p95 ${cpu.toFixed(2)} s; memory at most ${memory.toFixed(0)} MB`;
  console.log(`precision / recall in percent; ${graded.length} documents; ${usage}`);
}

function goalsMissed(graded) {
  const missed = Object.entries(GOALS).filter(([kind, [leastPrecision, leastRecall]]) => {
    const count = sum(graded.map((one) => one[kind]));
    return precision(count) < leastPrecision || recall(count) < leastRecall;
  });
  return [...missed.map(([kind]) => kind), ...(inverted(graded) > 0 ? ['inverted results'] : [])];
}
