import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { calculateDose } from '../../src/domain/dosing/dosing.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

const FOLDERS = ['backend/src', 'backend/test', 'bench', 'content', 'docs', 'frontend', 'openapi', 'ops', 'scripts'];
const THIS = 'backend/test/content/sources.test.ts';
const texts = [...FOLDERS.flatMap(filesIn), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
  .filter((file) => /\.(ts|tsx|mjs|css|html|json|ya?ml|md|svg)$/.test(file))
  .filter((file) => !/(^|\/)(node_modules|dist|generated)\//.test(file) && file !== THIS)
  .map((file) => ({ file, text: read(file) }));

const SOURCES = 'docs/sources.md';
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const rules = all(/^- `([a-z0-9-]+)`: /gm, read(SOURCES));
const reading = all(/^\| `([a-z0-9-]+)` \| (?:Text|Excerpt|Copy|Report|Memory|No note) \| \S.* \|$/gm, read(SOURCES));
const references = all(/^\[\^([a-z0-9-]+)\]: /gm, read('content/sources.md'));

/** Keys cited in comments, `[source:one]` or `[source:one, two]`, and in articles, `[^one]`. */
const citations = texts.flatMap(({ file, text }) => {
  const keys = all(/\[source:([^\]]*)\]/g, text).flatMap((list) => list.split(/,[\s*]+/));
  const notes = file.startsWith('content/articles/') ? all(/\[\^([^\]]+)\]/g, text) : [];
  return [...keys, ...notes].map((key) => ({ file, key }));
});

describe('docs/sources.md', () => {
  it('declares each key once', () => {
    const keys = [...rules, ...references];
    expect(rules.length).toBeGreaterThan(20);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('says how each published source was read', () => {
    expect(reading).toEqual(references.toSorted());
  });

  it('has no unused keys', () => {
    const inCode = new Set(citations.filter(({ file }) => file !== SOURCES).map(({ key }) => key));
    const anywhere = new Set(citations.map(({ key }) => key));
    expect(rules.filter((key) => !inCode.has(key))).toEqual([]);
    expect(references.filter((key) => !anywhere.has(key))).toEqual([]);
  });
});

describe('a citation', () => {
  it('uses a declared key', () => {
    const known = new Set([...rules, ...references]);
    expect(citations.length).toBeGreaterThan(300);
    expect(citations.filter(({ key }) => !known.has(key))).toEqual([]);
  });

  it('does not name a document outside the repository', () => {
    const absent = /\bSPEC\b|\bFACTS\b|\bDECISIONS\b|\bFIELD\.md\b|\b[Tt]he spec\b/;
    const found = texts.flatMap(({ file, text }) =>
      text.split('\n').flatMap((line) => (absent.test(line) ? [`${file}: ${line.trim().slice(0, 120)}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

describe("the calculator's citations", () => {
  it('link to the published sources', () => {
    const published = read('content/sources.md');
    const [beginner, heavy] = [2.5, 40].map((thcAmount) =>
      calculateDose({ thcAmount, bodyWeight: 140, experience: 'beginner', stomachContents: 'light' }),
    );
    const cited = [beginner, heavy].flatMap(
      (result) => result?.reasons.flatMap(({ source }) => source.split('; ')) ?? [],
    );
    const places = cited.flatMap((source) => source.match(/(?:doi:|https:\/\/)\S+$/)?.[0] ?? []);
    expect(new Set(places).size).toBeGreaterThan(10);
    expect(places.filter((place) => !published.includes(place))).toEqual([]);
  });
});
