import { ChildProcessDocumentReader } from '../../src/modules/documents/reading/child-process.reader.js';
import { readingCode } from '../support/document-reader.js';
import { pdf } from '../support/pdf.js';
import { HOSTILE_DOCUMENTS, type HostileDocument } from './hostile-documents/hostile-documents.mjs';
import { measureReading } from './reading-usage.mjs';

// Every hostile document ends, within its memory, and as its entry says (decision 0046).

const MAX_MEGABYTES = 350;

let slowest = 0;
afterAll(() => void process.stdout.write(`The slowest took ${slowest.toFixed(1)} s\n`));

const code = await readingCode();
const measure = (content: Uint8Array) =>
  measureReading((started) => new ChildProcessDocumentReader(code, started), content);

/** A busy machine keeps a process from working; that is an error of the machine, and the document is read again. */
async function measureWorking(content: Uint8Array, attempts = 3): ReturnType<typeof measure> {
  return measure(content).catch((error: unknown) => {
    if (attempts === 1 || !String(error).includes('starved')) throw error;
    return measureWorking(content, attempts - 1);
  });
}

describe.each(Object.entries(HOSTILE_DOCUMENTS))('%s', (_, documents: readonly HostileDocument[]) => {
  it.each(documents)('$name', async ({ content, outcome, reason }) => {
    const { result, seconds, peakMegabytes } = await measureWorking(await content());
    slowest = Math.max(slowest, seconds);
    expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES);
    if (outcome !== 'any') expect(result).toMatchObject(reason ? { outcome, reason } : { outcome });
  });
});

it('has at least 40 different ones', () => {
  const names = Object.values(HOSTILE_DOCUMENTS).flatMap((documents) => documents.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(150);
});

it('is read again later when the machine gives its process no time', async () => {
  const content = await pdf((document) => void document.text('Batch ID: AB-123'));
  const stopped = new ChildProcessDocumentReader(code, (pid) => process.kill(pid, 'SIGSTOP'));
  await expect(stopped.read(content)).rejects.toThrow('starved');
  expect(await new ChildProcessDocumentReader(code).read(content)).toMatchObject({ outcome: 'ready' });
});
