// npm run documents:bench -- a.pdf b.pdf: prints CPU time and peak memory of reading each PDF, and their 95th percentile.
// Without files, it reads sample documents in every layout. Linux only. There is no pass or fail.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buildWhatChanged, fail } from './lib.mjs';
import { measureReading } from './reading-usage.mjs';

const RECORD = {
  brandName: 'Nordlicht Getränke',
  productName: 'Holunderblüte Spritz 5 mg',
  batchId: 'CHARGE-17/26',
  thcContent: 4.88,
  cbdContent: 4.9,
  testDate: '2026-10-14',
  labName: 'Example Analytical (fictional)',
  labReportId: 'EA-2026-01187',
  panels: { heavyMetals: 'passed' },
  qrText: 'https://lab.example/certificates/EA-2026-01187',
  analytes: ['Lead', 'Cadmium', 'Arsenic', 'Mercury'].map((name) => ({
    ...{ panel: 'heavyMetals', name, valueText: '0.021', value: 0.021, unit: 'µg/g', method: 'ICP-MS' },
    ...{ lod: 0.002, loq: 0.005, limit: 0.5 },
  })),
};

async function main() {
  await buildWhatChanged({ quiet: true });
  const { ChildProcessDocumentReader } = await import(
    '../backend/dist/modules/documents/reading/child-process.reader.js'
  );
  const documents = process.argv.length > 2 ? process.argv.slice(2).map(fromFile) : await samples();
  const measured = [];
  for (const { name, content } of documents) {
    const usage = await measureReading((started) => new ChildProcessDocumentReader(undefined, started), content());
    measured.push(usage);
    console.log(line(name, usage));
  }
  const column = (key) => measured.map((usage) => usage[key]).sort((a, b) => a - b);
  const [cpu, peak] = [column('cpuSeconds'), column('peakMegabytes')];
  const at = (values, share) => values[Math.ceil(values.length * share) - 1];
  console.log(`\n${measured.length} documents`);
  console.log(
    `  CPU     median ${at(cpu, 0.5).toFixed(2)} s    p95 ${at(cpu, 0.95).toFixed(2)} s    most ${at(cpu, 1)} s`,
  );
  console.log(
    `  memory  median ${at(peak, 0.5).toFixed(0)} MB  p95 ${at(peak, 0.95).toFixed(0)} MB  most ${at(peak, 1).toFixed(0)} MB`,
  );
}

function line(name, { result, seconds, cpuSeconds, peakMegabytes }) {
  const outcome = result.outcome === 'ready' ? `${result.pages.length} pages` : `${result.outcome}: ${result.reason}`;
  const pictures = result.outcome === 'ready' ? result.pages.reduce((sum, { png }) => sum + png.length, 0) : 0;
  const figures = [`${cpuSeconds.toFixed(2)} s CPU`, `${seconds.toFixed(2)} s`, `${peakMegabytes.toFixed(0)} MB`];
  return `${name.slice(0, 40).padEnd(40)} ${figures.join('  ')}  ${outcome}  pictures ${(pictures / 1024).toFixed(0)} kB`;
}

function fromFile(name) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  return { name: basename(name), content: () => readFileSync(path) };
}

/** One record, printed in every layout. */
async function samples() {
  const { LAYOUTS, writeSampleDocument } = await import('./sample-documents/sample-documents.mjs');
  return Promise.all(
    LAYOUTS.map(async (layout) => {
      const content = await writeSampleDocument(RECORD, layout);
      return { name: layout, content: () => content };
    }),
  );
}

await main().catch(fail);
