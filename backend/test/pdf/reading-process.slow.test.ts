import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ChildProcessDocumentReader } from '../../src/modules/documents/reading/child-process.reader.js';
import { encodeFrame, FRAME } from '../../src/modules/documents/reading/frames.js';
import { encodePng } from '../../src/modules/documents/reading/png.js';
import { readingCode } from '../support/document-reader.js';
import { until } from '../support/until.js';
import { HOSTILE_DOCUMENTS } from './hostile-documents/hostile-documents.mjs';

const folder = mkdtempSync(join(tmpdir(), 'clearbatch-reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let scripts = 0;

/** A reader whose process runs this code instead of ours: it stands for one that a document has taken over. */
function readerRunning(code: string): ChildProcessDocumentReader {
  scripts += 1;
  const entry = join(folder, `child-${scripts}.mjs`);
  writeFileSync(entry, `import { writeSync } from 'node:fs';\n${code}`);
  return new ChildProcessDocumentReader({ entry, readable: [folder] });
}

/** Code that writes frames and ends. */
const writing = (...frames: readonly Buffer[]) =>
  `writeSync(1, Buffer.from('${Buffer.concat(frames).toString('base64')}', 'base64'));`;

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const NOTHING = Buffer.alloc(0);
const STARTED = encodeFrame(FRAME.started, NOTHING);
const CHECKED = encodeFrame(FRAME.checked, NOTHING);
const picture = (png: Uint8Array) => encodeFrame(FRAME.picture, png);
const result = (value: unknown) => encodeFrame(FRAME.result, json(value));

const ONE_PIXEL = encodePng({ width: 1, height: 1, palette: Uint8Array.of(0, 0, 0), pixels: Uint8Array.of(0) });
const WORD = { text: 'Lead', x: 1, y: 1, width: 9, height: 9, fontSize: 9 };
const READING = {
  pageCount: 1,
  pages: [{ number: 1, width: 612, height: 792 }],
  fields: [],
  details: [],
  totals: [],
  panels: [],
  rows: [],
  qrCodes: [],
  fingerprint: { wordsSha256: null, minHash: [] },
};
const READY = { outcome: 'ready', reading: READING, pages: [{ number: 1, words: [WORD] }] };
const PDF = Buffer.from('%PDF-1.7\n');

describe('what a reading process says', () => {
  it('is taken when it has the right form', async () => {
    const reader = readerRunning(writing(STARTED, CHECKED, picture(ONE_PIXEL), result(READY)));
    const { reading, pages } = READY;
    const [page] = pages;
    expect(await reader.read(PDF)).toEqual({ outcome: 'ready', reading, pages: [{ ...page, png: ONE_PIXEL }] });
  });

  const wide = Buffer.from(ONE_PIXEL);
  wide.writeUInt32BE(4_000_001, 16);
  it.each([
    ['without a picture', [CHECKED, result(READY)]],
    ['with two pictures for one page', [CHECKED, picture(ONE_PIXEL), picture(ONE_PIXEL), result(READY)]],
    ['with HTML as a picture', [CHECKED, picture(Buffer.from('<script>alert(1)</script>')), result(READY)]],
    ['with a picture of 4 million pixels and one', [CHECKED, picture(wide), result(READY)]],
    ['that is no JSON', [CHECKED, picture(ONE_PIXEL), encodeFrame(FRAME.result, Buffer.from('{'))]],
    ['with two results', [CHECKED, picture(ONE_PIXEL), result(READY), STARTED]],
    [
      'of another number of pages',
      [CHECKED, picture(ONE_PIXEL), result({ ...READY, reading: { ...READING, pageCount: 2 } })],
    ],
    [
      'with 50,000 wrong words',
      [CHECKED, picture(ONE_PIXEL), result({ ...READY, pages: [{ number: 1, words: Array(50_000).fill({}) }] })],
    ],
  ])('is not taken %s', async (_, frames) => {
    const reader = readerRunning(writing(STARTED, ...frames));
    expect(await reader.read(PDF)).toEqual({ outcome: 'unreadable', reason: 'too-complex' });
  });

  it('does not make a document that was not checked for active content one that is kept', async () => {
    const ready = readerRunning(writing(STARTED, picture(ONE_PIXEL), result(READY)));
    expect(await ready.read(PDF)).toEqual({ outcome: 'refused', reason: 'too-complex' });
    const unreadable = readerRunning(writing(STARTED, result({ outcome: 'unreadable', reason: 'too-many-pages' })));
    expect(await unreadable.read(PDF)).toEqual({ outcome: 'refused', reason: 'too-many-pages' });
    const crashed = readerRunning(`${writing(STARTED)} process.abort();`);
    expect(await crashed.read(PDF)).toEqual({ outcome: 'refused', reason: 'too-complex' });
  });

  it('is not more than the output may be', async () => {
    const endless = (byte: number) =>
      `${writing(STARTED, CHECKED)} for (;;) writeSync(1, Buffer.alloc(1 << 20, ${byte}));`;
    const tooComplex = { outcome: 'unreadable', reason: 'too-complex' };
    expect(await readerRunning(endless(255)).read(PDF)).toEqual(tooComplex);
    // 13 million empty frames: looking at each took the server half a minute.
    expect(await readerRunning(endless(0)).read(PDF)).toEqual(tooComplex);
  });
});

describe('a failure outside of the document', () => {
  it.each([
    ['a process that does not start', 'throw new Error("no wasm");'],
    ['a process that says nothing', ''],
    ['a process that something else kills', `${writing(STARTED)} process.kill(process.pid, 'SIGKILL');`],
  ])('is an error: %s', async (_, code) => {
    await expect(readerRunning(code).read(PDF)).rejects.toThrow('The reading process failed');
  });

  it('does not stop the next reading', async () => {
    const reader = readerRunning(`
      for await (const chunk of process.stdin) if (chunk[0] === 0) process.exit(1);
      ${writing(STARTED, result({ outcome: 'refused', reason: 'damaged' }))}`);
    const [first, second] = await Promise.allSettled([reader.read(Buffer.of(0)), reader.read(Buffer.of(1))]);
    expect(first.status).toBe('rejected');
    expect(second).toMatchObject({ status: 'fulfilled', value: { outcome: 'refused', reason: 'damaged' } });
  });

  it('does not come from a process that ignores its input', async () => {
    const reader = readerRunning(writing(STARTED, result({ outcome: 'refused', reason: 'damaged' })));
    expect(await reader.read(Buffer.alloc(10_000_000))).toEqual({ outcome: 'refused', reason: 'damaged' });
  });
});

it('may read nothing but its code, start nothing, and sees no environment', async () => {
  const project = join(import.meta.dirname, '../../../package.json');
  const reader = readerRunning(`
    import { spawnSync } from 'node:child_process';
    import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
    const attempts = [
      () => readFileSync('/etc/passwd'),
      () => readFileSync(${JSON.stringify(project)}),
      () => readdirSync('/'),
      () => writeFileSync(${JSON.stringify(join(folder, 'written'))}, ''),
      () => spawnSync(process.execPath),
    ];
    const succeeds = (attempt) => {
      try {
        attempt();
        return true;
      } catch (error) {
        return error.code !== 'ERR_ACCESS_DENIED';
      }
    };
    const possible = attempts.filter(succeeds).length + Object.keys(process.env).length;
    ${writing(STARTED)}
    if (possible === 0) ${writing(result({ outcome: 'refused', reason: 'damaged' }))}`);
  expect(await reader.read(PDF)).toEqual({ outcome: 'refused', reason: 'damaged' });
});

describe('a reading process busy with a hostile document', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  (process.platform === 'linux' ? it : it.skip)('ends when its parent is killed', async () => {
    const { entry, readable } = await readingCode();
    const hostile = HOSTILE_DOCUMENTS.bombs.find(({ name }) => name === 'an image of 30,000 by 30,000 in color');
    const file = join(folder, 'hostile.pdf');
    writeFileSync(file, (await hostile?.content()) ?? '');
    const script = `
      import { readFileSync } from 'node:fs';
      import { runReading } from ${JSON.stringify(join(dirname(entry), 'parent.mjs'))};
      const code = ${JSON.stringify({ entry, readable })};
      await runReading(readFileSync(${JSON.stringify(file)}), code, (pid) => console.log(pid));`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(parent);
    const pid = Number(await new Promise((resolve) => parent.stdout?.once('data', resolve)));
    await until('it has worked for a second', async () => stateOf(pid).cpuSeconds > 1);

    parent.kill('SIGKILL');
    await until('it has ended', async () => !stateOf(pid).isRunning);
  });
});

/** From /proc. A process that has ended but was not waited for is a zombie, Z. */
function stateOf(pid: number): { isRunning: boolean; cpuSeconds: number } {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { isRunning: state !== 'Z', cpuSeconds: (Number(fields[10]) + Number(fields[11])) / 100 };
  } catch {
    return { isRunning: false, cpuSeconds: 0 };
  }
}
