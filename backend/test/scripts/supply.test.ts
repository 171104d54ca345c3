import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly expression: string }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-supply-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    encoding: 'utf8',
  });

describe('the bill of materials', () => {
  it('names every package of the lockfile that is not for development only, with version and licence', () => {
    const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')];
    for (const file of [one, two]) expect(run('sbom.mjs', [file])).toMatchObject({ status: 0, stderr: '' });
    const text = readFileSync(one, 'utf8');
    expect(readFileSync(two, 'utf8')).toBe(text);
    expect(text).not.toContain(ROOT);
    expect(text).not.toMatch(/registry\.|localhost|https?:\/\/\d/);

    const { components } = JSON.parse(text) as { components: Component[] };
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: true }>;
    };
    const needed = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`);
    expect(needed.length).toBeGreaterThan(100);
    expect(needed.filter((name) => !listed.includes(name))).toEqual([]);
    expect(components.filter(({ licenses }) => !licenses[0]?.expression)).toEqual([]);
    for (const name of Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies)) {
      expect(components.map((component) => component.name)).toContain(name);
    }
  });
});

/** Stands in for npm, which would ask a registry that no test can rely on: it answers what it is given. */
function auditWith(answer: unknown): ReturnType<typeof run> {
  const npm = join(folder, 'npm.mjs');
  const whenAsked = `if (process.argv.includes('--offline=false')) process.stdout.write(${JSON.stringify(JSON.stringify(answer))});`;
  writeFileSync(npm, whenAsked);
  return run('audit.mjs', [], { npm_execpath: npm });
}

const metadata = (prod: number) => ({ dependencies: { prod } });

describe('the audit', () => {
  it.each([
    ['nothing is known', { vulnerabilities: {}, metadata: metadata(170) }, 0],
    [
      'only something low is known',
      { vulnerabilities: { a: { name: 'a', severity: 'low' } }, metadata: metadata(170) },
      0,
    ],
    [
      'something moderate is known',
      { vulnerabilities: { a: { name: 'a', severity: 'moderate', range: '<2' } }, metadata: metadata(170) },
      1,
    ],
    [
      'something critical is known',
      { vulnerabilities: { a: { name: 'a', severity: 'critical', range: '*' } }, metadata: metadata(170) },
      1,
    ],
    ['the registry refuses', { message: '405 Method Not Allowed', error: { summary: '' } }, 2],
    ['there is no answer', null, 2],
  ])('when %s', (_, answer, status) => {
    const { status: ended, stdout, stderr } = auditWith(answer);
    expect(ended).toBe(status);
    if (status === 0) expect(stdout).toContain('No known vulnerabilities');
    if (status === 1) expect(stderr).toMatch(/Known vulnerabilities:\n {2}(moderate|critical): a/);
    if (status === 2) expect(stderr).toContain('The audit could not run');
  });
});
