import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { requirementsOf, withCounts } from '../../../scripts/security-counts.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');

const document = read('docs/security.md');
const rows = requirementsOf(document);
/** The requirements of OWASP ASVS 5.0.0, levels 1 and 2, by number. */
const numbers: string[] = JSON.parse(read('backend/test/content/asvs-levels-1-and-2.json'));
/** Compares by the numbers in it: 1.2.9 before 1.2.10. */
const byPart = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

describe('docs/security.md', () => {
  it('lists each of the 253 requirements of ASVS 5.0.0 once, with its status and a reason', () => {
    expect(numbers).toHaveLength(253);
    expect(rows.map(({ number }) => number).toSorted(byPart)).toEqual(numbers);
    for (const { status, cells } of rows) {
      expect(cells).toHaveLength(status === 'n/a' ? 2 : 5);
      expect(cells.filter((cell) => cell.trim() === '')).toEqual([]);
      expect(['Attacked', 'Read', 'Partly', 'Not met', 'n/a']).toContain(status);
    }
  });

  it('orders its rows by number', () => {
    for (const applicable of [true, false]) {
      const firsts = rows
        .filter(({ status }) => (status !== 'n/a') === applicable)
        .map(({ cells: [first = ''] }) => first);
      expect(firsts).toEqual(firsts.toSorted(byPart));
    }
  });

  it('has correct counts: if not, run "npm run generate"', () => {
    expect(withCounts(document)).toBe(document);
    expect(document).toMatch(/<!-- counts -->\n\n\|.*\n\|.*\n\| \d+ .*\| 253 \|\n\n<!-- \/counts -->/);
  });

  it('names the test for an attack', () => {
    for (const { number, status, cells } of rows) {
      if (status === 'Attacked')
        expect([number, cells[4]]).toEqual([number, expect.stringMatching(/\.(test|e2e)\.ts` "/)]);
    }
  });

  it('names existing tests', () => {
    const named = [...document.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)` "([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(([, path = '', title = '']) => !read(path).includes(title)).map(([all]) => all)).toEqual([]);
  });
});
