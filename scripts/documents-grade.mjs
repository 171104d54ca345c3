// npm run documents:grade -- --records 20 --layouts ruled,dense: prints random certificates in each layout, reads them
// as the site does, in a separate process, and compares what was read with what was printed. CPU and memory: Linux only.
import { parseArgs } from 'node:util';
import { buildWhatChanged, fail } from './lib.mjs';
import { measureReading } from './reading-usage.mjs';
import { gradeContent, precision, recall, sum } from './sample-documents/grade.mjs';
import { randomRecord } from './sample-documents/random-records.mjs';
import { LAYOUTS, printSampleDocument } from './sample-documents/sample-documents.mjs';

/** Least precision and recall over all layouts (decision 0047). */
const GOALS = { header: [0.99, 0.8], rows: [0.99, 0.9], totals: [0.98, 0.75] };

const OPTIONS = {
  records: { type: 'string', default: '5' },
  seed: { type: 'string', default: '1' },
  layouts: { type: 'string' },
  mistakes: { type: 'boolean' },
};

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const layouts = values.layouts?.split(',') ?? LAYOUTS;
  await buildWhatChanged({ quiet: true });
  const { ChildProcessDocumentReader } = await import(
    '../backend/dist/modules/documents/reading/child-process.reader.js'
  );
  const makeReader = (started) => new ChildProcessDocumentReader(undefined, started);
  const all = [];
  for (const layout of layouts) {
    const graded = [];
    for (let index = 0; index < Number(values.records); index += 1) {
      const one = await gradeOne(makeReader, layout, Number(values.seed) + index);
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

async function gradeOne(makeReader, layout, seed) {
  const { pdf, truth } = await printSampleDocument(randomRecord(seed), layout);
  const { result, cpuSeconds, peakMegabytes } = await measureReading(makeReader, pdf);
  if (result.outcome !== 'ready') throw new Error(`${layout} ${seed}: ${result.outcome}, ${result.reason}`);
  return { ...gradeContent(result.reading, truth), cpuSeconds, peakMegabytes };
}

const percent = (share) => (share * 100).toFixed(1).padStart(5);

function line(name, graded) {
  const counts = ['header', 'rows', 'totals', 'panels'].map((kind) => {
    const count = sum(graded.map((one) => one[kind]));
    return `${kind} ${percent(precision(count))} / ${percent(recall(count))}`;
  });
  return `${name.padEnd(20)} ${counts.join('   ')}   inverted ${inverted(graded)}`;
}

const inverted = (graded) => graded.reduce((all, one) => all + one.inverted, 0);

function printUsage(graded) {
  const column = (key) => graded.map((one) => one[key]).sort((a, b) => a - b);
  const at = (values, share) => values[Math.ceil(values.length * share) - 1];
  const [cpu, memory] = [column('cpuSeconds'), column('peakMegabytes')];
  console.log(
    `precision / recall in percent; ${graded.length} documents; CPU p95 ${at(cpu, 0.95).toFixed(2)} s; memory at most ${at(memory, 1).toFixed(0)} MB`,
  );
}

function goalsMissed(graded) {
  const missed = Object.entries(GOALS).filter(([kind, [leastPrecision, leastRecall]]) => {
    const count = sum(graded.map((one) => one[kind]));
    return precision(count) < leastPrecision || recall(count) < leastRecall;
  });
  return [...missed.map(([kind]) => kind), ...(inverted(graded) > 0 ? ['inverted results'] : [])];
}

await main().catch(fail);
