import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly expression: string }[];
  readonly properties: readonly { readonly value: string }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-supply-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/packages.mjs'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    encoding: 'utf8',
  });

/** Packages in the browser bundle; the build fails unless this is exact. */
const IN_BROWSER: readonly string[] = JSON.parse(readFileSync(join(ROOT, 'frontend/browser-packages.json'), 'utf8'));

describe('the bill of materials', () => {
  it('names every package of the lockfile that is not for development only, with version and licence', () => {
    const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')];
    for (const file of [one, two]) expect(run(['sbom', file])).toMatchObject({ status: 0, stderr: '' });
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
    expect(IN_BROWSER).toEqual(expect.arrayContaining(['react-dom', 'tailwindcss', '@fontsource-variable/inter']));
    const inBrowser = components.filter(({ properties }) => properties[0]?.value === 'true').map(({ name }) => name);
    expect([...new Set(inBrowser)].sort()).toEqual([...IN_BROWSER].sort());
  });
});

describe('the list of packages in the browser bundle', () => {
  const bundling = (code: string, listed: readonly string[]) => {
    const entry = join(folder, 'entry.js');
    writeFileSync(entry, code);
    const script = `
      import { build } from 'vite';
      import { browserPackages } from ${JSON.stringify(join(ROOT, 'frontend/browser-packages.ts'))};
      const [output] = [await build({
        root: ${JSON.stringify(ROOT)}, configFile: false, logLevel: 'silent',
        plugins: [browserPackages(${JSON.stringify(listed)})],
        build: { write: false, minify: false, rolldownOptions: { input: ${JSON.stringify(entry)} } },
      })].flat();
      console.log(output.output.find(({ fileName }) => fileName === '.vite/packages.json').source);`;
    const options = { cwd: ROOT, env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', script], options);
  };
  const scheduler = join(ROOT, 'node_modules/scheduler/index.js');
  const usesOne = `import { unstable_now } from ${JSON.stringify(scheduler)}; console.log(unstable_now());`;

  it('is compared with the modules of each build', () => {
    const { stdout, stderr } = bundling(usesOne, ['rolldown', 'scheduler']);
    expect(stderr).toBe('');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/scheduler/package.json'), 'utf8'));
    expect(JSON.parse(stdout)).toContainEqual({ name: 'scheduler', version, license: 'MIT' });
  });

  it('fails the build when a package is missing', () => {
    const { status, stderr } = bundling(usesOne, ['rolldown']);
    expect(status).toBe(1);
    expect(stderr).toContain('In the browser bundle but not in browser-packages.json: scheduler');
  });

  it('fails the build when it names a package that no longer ships', () => {
    const { status, stderr } = bundling(usesOne, ['left-pad', 'rolldown', 'scheduler']);
    expect(status).toBe(1);
    expect(stderr).toContain('In browser-packages.json but not in the browser bundle: left-pad');
  });
});

/** Stands in for npm, which would ask a registry that no test can rely on: it answers what it is given. */
function auditWith(answer: unknown): ReturnType<typeof run> {
  const npm = join(folder, 'npm.mjs');
  const whenAsked = `if (process.argv.includes('--offline=false')) process.stdout.write(${JSON.stringify(JSON.stringify(answer))});`;
  writeFileSync(npm, whenAsked);
  return run(['audit'], { npm_execpath: npm });
}

/** Where npm found the package: one that the server, a browser, or only development needs. */
const [SERVER, BROWSER, DEVELOPMENT] = [['node_modules/fastify'], ['node_modules/react-dom'], ['node_modules/jest']];

const metadata = { dependencies: { prod: 170 } };
const known = (severity: string, nodes: readonly string[]) => ({
  vulnerabilities: { a: { name: 'a', severity, range: '*', nodes } },
  metadata,
});

describe('the audit', () => {
  it.each<[string, unknown, number]>([
    ['nothing is known', { vulnerabilities: {}, metadata }, 0],
    ['only something low is known', known('low', SERVER), 0],
    ['something moderate is known', known('moderate', SERVER), 1],
    ['something critical is known', known('critical', SERVER), 1],
    ['something in the browser bundle is known', known('moderate', BROWSER), 1],
    ['something is known in what only development needs', known('critical', DEVELOPMENT), 0],
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
