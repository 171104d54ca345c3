// Counts the requirements of docs/security.md by status and writes the counts between the markers of that file. npm run
// generate runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const FILE = join(root, 'docs/security.md');
const MARKED = /(?<=<!-- counts -->\n)[\s\S]*?(?=<!-- \/counts -->)/;

/**
 * The cells of each requirement. A row may hold several numbers in its first cell.
 * @param {string} document
 * @returns {string[][]}
 */
export const requirementsOf = (document) =>
  document
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .flatMap(([numbers, ...cells]) => numbers.split(', ').map((number) => [number, ...cells]));

/**
 * @param {string} document
 * @returns {string} the same with the counts of its rows
 */
export function withCounts(document) {
  const rows = requirementsOf(document);
  const count = (status, knownBy) => rows.filter((row) => row[2] === status && (!knownBy || row[3] === knownBy)).length;
  const columns = [
    ['Met, attacked', count('Met', 'Attacked')],
    ['Met, read', count('Met', 'Read')],
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
