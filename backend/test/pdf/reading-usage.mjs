// What the process that reads a document uses, from /proc: Linux only.
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 10;
const TICKS_PER_SECOND = 100;

/**
 * Reads a document, and measures the process that does.
 * @param {(started: (pid: number) => void) => import('../../src/domain/documents/ports.ts').DocumentReader} makeReader
 * @param {Uint8Array} content
 */
export async function measureReading(makeReader, content) {
  let sampler;
  const usage = { cpuSeconds: 0, peakMegabytes: 0 };
  const reader = makeReader((pid) => {
    sampler = setInterval(() => sample(pid, usage), SAMPLE_MS);
  });
  const began = performance.now();
  try {
    const result = await reader.read(content);
    return { result, seconds: (performance.now() - began) / 1000, ...usage };
  } finally {
    clearInterval(sampler);
  }
}

function sample(pid, usage) {
  try {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    if (peak) usage.peakMegabytes = Number(peak[1]) / 1024;
    // Fields 14 and 15 are user and system time; the second one, the name in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    usage.cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    // It has ended.
  }
}
