import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { requirementsOf, withCounts } from '../../../scripts/security-counts.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');

const document = read('docs/security.md');
const rows = requirementsOf(document);
/** The requirements of OWASP ASVS 5.0.0, levels 1 and 2, by number. */
const numbers: string[] = JSON.parse(read('backend/test/content/asvs-levels-1-and-2.json'));

describe('docs/security.md', () => {
  it('lists each of the 253 requirements of ASVS 5.0.0 once, with its status and a reason', () => {
    expect(numbers).toHaveLength(253);
    expect(rows.map(([number]) => number)).toEqual(numbers);
    for (const cells of rows) {
      expect(cells).toHaveLength(6);
      expect(cells.filter((cell) => cell.trim() === '')).toEqual([]);
      expect(['Met', 'Partly', 'Not met', 'n/a']).toContain(cells[2]);
    }
  });

  it('has correct counts: if not, run "npm run generate"', () => {
    expect(withCounts(document)).toBe(document);
    expect(document).toMatch(/<!-- counts -->\n\n\|.*\n\|.*\n\| \d+ .*\| 253 \|\n\n<!-- \/counts -->/);
  });

  it('says how each met requirement is known, and names the test for an attack', () => {
    for (const [number, , standing, knownBy, , tests] of rows) {
      expect([number, knownBy]).toEqual([
        number,
        standing === 'Met' ? expect.stringMatching(/^(Attacked|Read)$/) : '–',
      ]);
      if (knownBy === 'Attacked')
        expect([number, tests]).toEqual([number, expect.stringMatching(/\.(test|e2e)\.ts` "/)]);
    }
  });

  it('names existing files', () => {
    const named = [...document.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
    const committed = named.filter((path) => !path.startsWith('.data/'));
    expect(committed.length).toBeGreaterThan(100);
    expect(committed.filter((path) => !existsSync(resolve(ROOT, path)))).toEqual([]);
  });

  it('names existing tests', () => {
    const named = [...document.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)` "([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(([, path = '', title = '']) => !read(path).includes(title)).map(([all]) => all)).toEqual([]);
  });
});
