import { existsSync, readFileSync } from 'node:fs';

/** Memory of a process in MB, now or at its peak; null where the system does not report it. */
export function memoryMb(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | null {
  const file = `/proc/${pid}/status`;
  const found = existsSync(file) ? new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(file, 'utf8')) : null;
  return found ? Number(found[1]) / 1024 : null;
}
