// npm run sbom: writes a CycloneDX bill of materials of the server's packages from the lockfile. It is reproducible: it
// contains no time, random number, path or registry. We don't use `npm sbom --omit=dev`, because it also omits packages that
// development and the server share: a third of what the server runs on.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fail, root } from './lib.mjs';

/** Licenses compatible with a closed-source product. All require a notice; MPL-2.0 also requires publishing changed files. */
const COMPATIBLE = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MPL-2.0', 'OFL-1.1'],
  ...['MIT-0', 'PSF-2.0', 'Python-2.0'],
];

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

function main(file = join(root, '.data/sbom.cdx.json')) {
  const components = componentsOf(readJson('package-lock.json'));
  const { name, version } = readJson('package.json');
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: { component: { 'bom-ref': `${name}@${version}`, type: 'application', name, version } },
    components,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  const byLicense = Map.groupBy(components, ({ licenses }) => licenses[0].expression);
  console.log(`${components.length} packages: ${relative(root, file)}`);
  for (const license of [...byLicense.keys()].sort()) console.log(`  ${license}: ${byLicense.get(license).length}`);
  const incompatible = components.filter(({ licenses }) => !isCompatible(licenses[0].expression));
  if (incompatible.length === 0) return;
  const lines = incompatible.map(({ name, licenses }) => `  ${licenses[0].expression}: ${name}`);
  throw new Error(`Licenses not known to be compatible with a closed-source product:\n${lines.join('\n')}`);
}

function componentsOf({ packages }) {
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const components = needed.map(([path, about]) => componentOf(path.split('node_modules/').at(-1), about));
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]));
  return [...byReference.keys()].sort().map((reference) => byReference.get(reference));
}

const componentOf = (name, { version, license, integrity, optional = false }) => ({
  'bom-ref': `${name}@${version}`,
  ...{ type: 'library', name, version, scope: optional ? 'optional' : 'required' },
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [{ expression: license ?? 'NONE' }],
  hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
});

/** With OR one license must be compatible, with AND all. */
const isCompatible = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => COMPATIBLE.includes(license)));

try {
  main(process.argv[2]);
} catch (error) {
  fail(error);
}
