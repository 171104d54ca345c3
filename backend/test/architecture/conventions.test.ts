import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

describe('domain rules take the time and random values from their caller', () => {
  const CLOCK_OR_RANDOMNESS = /\bDate\.now\b|\bDate\(\)|\bMath\.random\b/g;

  it.each(filesOf('backend/src/domain/**/*.ts'))('%s', (file) => {
    expect(withoutComments(read(file)).match(CLOCK_OR_RANDOMNESS)).toBeNull();
  });
});

it('ARCHITECTURE.md lists every context', () => {
  const contexts = filesOf('backend/src/domain/*/').map((folder) => basename(folder));
  const table =
    read('ARCHITECTURE.md')
      .split('\n## ')
      .find((part) => part.startsWith('Contexts')) ?? '';
  const rows = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(contexts.filter((name) => name !== 'shared').sort());
});

describe('file names', () => {
  /** The suffixes of source files; tests have more. */
  const SUFFIX =
    '(module|controller|guard|filter|dto|field|table|repository|reader|store|sql|http|retention|email|metrics|page|schema)';
  const SOURCE = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.${SUFFIX})?(\\.d)?\\.tsx?$`);
  const TEST = new RegExp(
    `^[a-z0-9]+(-[a-z0-9]+)*(\\.${SUFFIX})?(\\.properties)?(\\.(slow|source))?(\\.(test|e2e|contract|d))?\\.tsx?$`,
  );
  const isTest = (file: string) => /^backend\/test\/|\/e2e\/|\.test\.tsx?$/.test(file);

  it('are kebab-case, with a suffix that says the role', () => {
    const files = filesOf('{backend/src,backend/test,frontend/src,frontend/e2e}/**/*.{ts,tsx}').filter(
      (file) => !/\/(generated|violations)\//.test(file),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => !(isTest(file) ? TEST : SOURCE).test(basename(file)))).toEqual([]);
  });
});

/** Classes of the files that match, with what they extend or implement. */
const classesIn = (pattern: string) =>
  filesOf(pattern).flatMap((file) =>
    [...read(file).matchAll(/class (\w+)\s+(?:extends|implements) ([\w, ]+)/g)].map(([, name = '', parents = '']) => ({
      name,
      parents: parents.trim().split(/, | implements /),
    })),
  );

describe('an adapter for tests passes the same suite as the real one', () => {
  const real = classesIn('backend/src/{modules,platform}/**/*.ts');
  const suites = filesOf('backend/test/{adapters,modules}/**/*.test.ts').map(read);
  const names = (suite: string, name: string) => new RegExp(`\\b${name}\\b`).test(suite);

  it.each(classesIn('backend/test/support/in-memory-*.ts').filter(({ name }) => name.startsWith('InMemory')))(
    '$name',
    ({ name, parents }) => {
      const counterparts = real.filter((adapter) => adapter.parents.some((parent) => parents.includes(parent)));
      const shared = suites.filter((suite) => names(suite, name) && counterparts.some((r) => names(suite, r.name)));
      expect(shared.length).toBeGreaterThan(0);
    },
  );
});
