// npm run sbom: what the server is made of besides our own code, as CycloneDX, from the lockfile alone. The same lockfile
// gives the same bytes: no time, no random number, no path and no registry is in it. `npm sbom --omit=dev` leaves out what
// development needs as well: a third of what the server runs on.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fail, root } from './lib.mjs';

/** Licences that let a closed product contain what is under them; each asks for its notice, MPL-2.0 for changes to its files. */
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
  const licences = Map.groupBy(components, ({ licenses }) => licenses[0].expression);
  console.log(`${components.length} packages: ${relative(root, file)}`);
  for (const licence of [...licences.keys()].sort()) console.log(`  ${licence}: ${licences.get(licence).length}`);
  const wrong = components.filter(({ licenses }) => !isCompatible(licenses[0].expression));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ name, licenses }) => `  ${licenses[0].expression}: ${name}`);
  throw new Error(`These licences are not known to go with a closed product:\n${lines.join('\n')}`);
}

function componentsOf({ packages }) {
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const components = needed.map(([path, about]) => componentOf(path.split('node_modules/').at(-1), about));
  const each = new Map(components.map((component) => [component['bom-ref'], component]));
  return [...each.keys()].sort().map((reference) => each.get(reference));
}

const componentOf = (name, { version, license, integrity, optional = false }) => ({
  'bom-ref': `${name}@${version}`,
  ...{ type: 'library', name, version, scope: optional ? 'optional' : 'required' },
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [{ expression: license ?? 'NONE' }],
  hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
});

/** Of alternatives one has to be compatible, of several at once all. */
const isCompatible = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => COMPATIBLE.includes(licence)));

try {
  main(process.argv[2]);
} catch (error) {
  fail(error);
}
