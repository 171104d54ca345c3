import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Not part of the repository. */
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.data']);

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

const files = filesIn('.');
const documents = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) => /\.(md|mjs|tsx?|ya?ml|css)$|^Dockerfile$/.test(file));

/** Prefixes that paths in text may omit. */
const BASES = ['.', 'backend', 'backend/src', 'frontend', 'frontend/src'];
const FIRST_SEGMENTS = new Set(
  BASES.flatMap((base) =>
    readdirSync(join(ROOT, base), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name))
      .map(({ name }) => name),
  ),
);

const exists = (path: string) => BASES.some((base) => existsSync(join(ROOT, base, path)));

/** Relative targets of Markdown links. Articles use a leading slash for pages of the site. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(\w+:|\/)/.test(target));

/** Paths in backticks that start with one of our folders. `x` is a placeholder, and builds write `dist`. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+\/?)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => FIRST_SEGMENTS.has(path.split('/')[0] ?? '') && !/(^|\/)(x|dist)(\/|$)/.test(path));

/** Full paths with an extension, anywhere in a text. */
const fullPathsIn = (text: string) =>
  [...text.matchAll(/(?<![\w./@-])(?:backend|bench|content|docs|frontend|openapi|ops|scripts)\/[\w./@-]*\.\w+/g)]
    .map(([path]) => path)
    .filter((path) => !path.split('/').includes('dist'));

/** GitHub's anchor for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Why a link is broken; null if it resolves. */
function broken(file: string, link: string): string | null {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
  if (!existsSync(join(ROOT, target))) return `${file}: ${link} does not exist`;
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) return null;
  return `${file}: ${target} has no heading #${anchor}`;
}

it('extracts links, paths and anchors', () => {
  expect(linksIn('[a](b.md#c) [d](/labs) [e](https://x.example) ![f](diagram:g)')).toEqual(['b.md#c']);
  expect(pathsIn('`backend/src/main.ts` `domain/x/` `backend/dist/main.js` `text/html` `test/api`')).toEqual([
    'backend/src/main.ts',
    'test/api',
  ]);
  expect(anchorOf('6. Keyset paging, a column')).toBe('6-keyset-paging-a-column');
  expect(documents.length).toBeGreaterThan(50);
});

it.each(documents)('%s links to existing files and headings, and has no marks of an unfinished merge', (file) => {
  const text = read(file);
  expect(text).not.toMatch(/^(<{7}|={7}|>{7})( |$)/m);
  expect(linksIn(text).flatMap((link) => broken(file, link) ?? [])).toEqual([]);
  expect(pathsIn(text).filter((path) => !exists(path))).toEqual([]);
});

it('paths in code and comments exist', () => {
  // These tests name files of the fixture tree, and sample paths.
  const checked = sources.filter((file) => !/^backend\/test\/(architecture\/|content\/links)/.test(file));
  const found = checked.flatMap((file) => fullPathsIn(read(file)).map((path) => [file, path] as const));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(([, path]) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe('decision records', () => {
  const records = documents.filter((file) => dirname(file) === 'docs/decisions').sort();

  it('have one number each, in file name and title', () => {
    const numbers = records.map((file) => Number(basename(file).slice(0, 4)));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(records.map((file) => Number(/^# (\d+)\. /.exec(read(file))?.[1]))).toEqual(numbers);
  });

  it.each(records)('%s has context, decision, cost, and what would change it', (file) => {
    const parts = [...read(file).matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Context', 'Decision', 'Cost', expect.stringMatching(/^What (would change|changed) it$/)]);
  });

  it('cited in code and documents exist', () => {
    const cited = sources.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/decisions\/(\d{4})|\bdecision (\d{4})\b/gi)].map(
        ([, path, number]) => [file, path ?? number] as const,
      ),
    );
    expect(cited.length).toBeGreaterThan(10);
    const known = records.map((file) => basename(file).slice(0, 4));
    expect(cited.filter(([, number]) => !known.includes(number ?? ''))).toEqual([]);
  });
});
