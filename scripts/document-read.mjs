// npm run document:read -- file.pdf …: prints as JSON what the product reads from a PDF, or why it doesn't read it. The
// words of all pages are printed too with --words.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhatChanged, fail } from './lib.mjs';

async function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { words: { type: 'boolean' } } });
  if (positionals.length === 0) throw new Error('Name a PDF: npm run document:read -- file.pdf');
  const from = process.env.INIT_CWD ?? process.cwd();
  const files = positionals.map((name) => ({ name, content: readFileSync(resolve(from, name)) }));
  await buildWhatChanged({ quiet: true });
  const { ChildProcessDocumentReader } = await import(
    '../backend/dist/modules/documents/reading/child-process.reader.js'
  );
  const reader = new ChildProcessDocumentReader();
  for (const { name, content } of files) {
    const result = await reader.read(content);
    console.log(JSON.stringify({ file: name, ...printed(result, values.words) }, null, 2));
  }
}

function printed(result, withWords) {
  if (result.outcome !== 'ready') return result;
  const { outcome, pages } = result;
  const { fields, panels, rows, qrCodes, pageCount, pages: sizes, fingerprint } = result.reading;
  const { wordsSha256 } = fingerprint;
  const reading = { pageCount, wordsSha256, fields, panels, rows, qrCodes, pages: sizes };
  return { outcome, ...reading, ...(withWords && { words: pages.map(({ number, words }) => ({ number, words })) }) };
}

await main().catch(fail);
