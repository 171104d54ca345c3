// What scenarios take as options, measure and print.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

/** Options that are numbers. @template {Record<string, number>} Defaults @param {Defaults} defaults @returns {Defaults} */
export function numberOptions(args, defaults) {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: String(value) }]),
  );
  const { values } = parseArgs({ args, options });
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
}

/** The value that this share of all values does not exceed. @param {readonly number[]} values */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values) => percentile(values, 0.5);
export const p95 = (values) => percentile(values, 0.95);

/** @returns the milliseconds that it took */
export async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export const machine = () => `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`;

/** Texts to the left in the first column, numbers to the right in all others. @param {readonly unknown[][]} rows */
export function printTable(title, head, rows) {
  if (rows.length === 0) return;
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? '–')));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const lines = cells.map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))));
  console.log(`\n${title}\n${lines.map((line) => `  ${line.join('  ')}`.trimEnd()).join('\n')}`);
}
