import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { decodeFrames, type Frame } from './frames.js';
import { READING_LIMITS } from './limits.js';

/** Where the code of the reading process is. */
export interface ReadingCode {
  /** The file that Node runs. */
  readonly entry: string;
  /** Files and folders that it may read, beside the packages. */
  readonly readable: readonly string[];
}

/** How a reading process ended, and its output until then. */
export interface ReadingEnd {
  /**
   * `starved`: its time ran out, but it had little CPU time, because the machine is too busy. `ended-from-outside`:
   * something other than us or the document killed it, such as the kernel on a machine without free memory.
   */
  readonly how: 'finished' | 'crashed' | 'out-of-time' | 'too-much-output' | 'starved' | 'ended-from-outside';
  readonly frames: readonly Frame[];
  /** The beginning of its standard error. */
  readonly errors: string;
}

const ERRORS_LENGTH = 2_000;
const STARVED_SHARE = 0.3;
/** USER_HZ of Linux. */
const TICKS_PER_SECOND = 100;
const OUTSIDE_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs one process for one document.
 * @param started told the process's number, for those who measure it
 * @throws Error if no process can be started
 */
export async function runReading(
  content: Uint8Array,
  code: ReadingCode = builtCode(),
  started: (pid: number) => void = () => {},
): Promise<ReadingEnd> {
  const child = start(code);
  if (child.pid !== undefined) started(child.pid);
  let ending: 'out-of-time' | 'starved' | 'too-much-output' | null = null;
  const end = (how: typeof ending) => {
    ending ??= how;
    child.kill('SIGKILL');
  };
  const outOfTime = () => end(isStarved(child.pid) ? 'starved' : 'out-of-time');
  const timer = setTimeout(outOfTime, READING_LIMITS.milliseconds);
  const output = collect(child, READING_LIMITS.outputBytes, () => end('too-much-output'));
  try {
    const { exit, signal } = await exitOf(child, content);
    return { how: ending ?? howEnded(exit, signal), frames: decodeFrames(output.bytes()), errors: output.errors() };
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function howEnded(exit: number | null, signal: NodeJS.Signals | null): ReadingEnd['how'] {
  if (exit === 0) return 'finished';
  return OUTSIDE_SIGNALS.includes(signal) ? 'ended-from-outside' : 'crashed';
}

/**
 * Whether a process that used up its time hardly ran. PDFium never waits for anything, so the document is not the
 * cause.
 */
function isStarved(pid: number | undefined): boolean {
  const seconds = cpuSeconds(pid);
  return seconds !== null && seconds < STARVED_SHARE * (READING_LIMITS.milliseconds / 1000);
}

/** CPU time of a process so far. Null where there is no /proc. */
function cpuSeconds(pid: number | undefined): number | null {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '';
    const [user, system] = afterName.split(' ').slice(11, 13).map(Number);
    return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

function start({ entry, readable }: ReadingCode): ChildProcess {
  const allowed = [...readable, ...packageFolders()];
  const flags = [
    '--permission',
    ...allowed.map((path) => `--allow-fs-read=${path}`),
    // For the watchdog; the process gives this up before it loads a package.
    '--allow-worker',
    '--disable-warning=PERM0006',
    `--max-old-space-size=${READING_LIMITS.heapMegabytes}`,
    `--wasm-max-mem-pages=${READING_LIMITS.wasmPages}`,
  ];
  return spawn(process.execPath, [...flags, entry, String(process.pid)], {
    env: {},
    cwd: dirname(entry),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

/** The output of `npm run build` for this folder and its imports from the domain. */
function builtCode(): ReadingCode {
  // Tests run the server from its sources, but Node can run this process only as built.
  const folder = import.meta.dirname.replace(/\bsrc(?=[\\/]modules[\\/]documents[\\/]reading$)/, 'dist');
  const domain = join(folder, '../../../domain');
  return {
    entry: join(folder, 'child.js'),
    readable: [folder, join(domain, 'documents'), join(domain, 'shared')],
  };
}

function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const pdfium = join(dirname(resolve('@embedpdf/pdfium/pdfium.wasm')), '..');
  const zxing = join(dirname(resolve('zxing-wasm/reader/zxing_reader.wasm')), '../..');
  return [pdfium, zxing];
}

function exitOf(child: ChildProcess, content: Uint8Array) {
  return new Promise<{ exit: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => resolve({ exit, signal }));
    // A process that ended does not read the rest of the document.
    child.stdin?.on('error', () => {});
    child.stdin?.end(content);
  });
}

function collect(child: ChildProcess, maxBytes: number, tooMuch: () => void) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) tooMuch();
    else chunks.push(chunk);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, ERRORS_LENGTH);
  });
  return { bytes: () => Buffer.concat(chunks), errors: () => errors };
}
