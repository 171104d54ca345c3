// Counts the requirements of docs/security.md by status and writes the counts between the markers of that file. npm run
// generate runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const FILE = join(root, 'docs/security.md');
const MARKED = /(?<=<!-- counts -->\n)[\s\S]*?(?=<!-- \/counts -->)/;

/**
 * Each requirement with its status. A row may hold several numbers in its first cell. Rows of two cells are not
 * applicable and have only a reason.
 * @param {string} document
 * @returns {{ number: string, status: string, cells: string[] }[]}
 */
export const requirementsOf = (document) =>
  document
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .flatMap((cells) => {
      const status = cells.length === 2 ? 'n/a' : cells[2];
      return cells[0].split(', ').map((number) => ({ number, status, cells }));
    });

/**
 * @param {string} document
 * @returns {string} the same with the counts of its rows
 */
export function withCounts(document) {
  const rows = requirementsOf(document);
  const count = (wanted) => rows.filter(({ status }) => status === wanted).length;
  const columns = [
    ['Met, attacked', count('Attacked')],
    ['Met, read', count('Read')],
    ['Partly', count('Partly')],
    ['Not met', count('Not met')],
    ['n/a', count('n/a')],
    ['All', rows.length],
  ];
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  const names = columns.map(([name]) => name);
  const table = line(names) + line(names.map(() => '---')).replaceAll(' ', '') + line(columns.map(([, n]) => n));
  return document.replace(MARKED, `\n${table}\n`);
}

export const writeSecurityCounts = () => writeFileSync(FILE, withCounts(readFileSync(FILE, 'utf8')));
