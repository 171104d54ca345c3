// npm run sbom: a CycloneDX bill of materials of every npm package that ships, to the server or to browsers, from the
// lockfile alone. The same lockfile gives the same bytes: no time, random number, path or registry host is in it.
//
// Why not a tool: `npm sbom --omit=dev` leaves out a third of what the server runs on, because development needs it, too.
// @cyclonedx/cyclonedx-npm 6.0.1 finds the same server packages, but brings 179 packages of its own (49 MB, one with an
// install script), writes no hashes from a lockfile, and leaves the browser's packages and the license check to us.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fail, root } from './lib.mjs';
import { shippedPackages } from './shipped-packages.mjs';

/** Licenses compatible with a closed-source product. MPL-2.0 also requires publishing changes to its files. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MPL-2.0', 'OFL-1.1'],
  ...['MIT-0', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
];

function main(file = join(root, '.data/sbom.cdx.json')) {
  const components = uniqueComponents(shippedPackages());
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
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
  const forbidden = components.filter(({ licenses }) => !isAllowed(licenses[0].expression));
  if (forbidden.length === 0) return;
  const lines = forbidden.map(({ name, licenses }) => `  ${licenses[0].expression}: ${name}`);
  throw new Error(`Licenses not known to be compatible with a closed-source product:\n${lines.join('\n')}`);
}

function uniqueComponents(packages) {
  const byReference = new Map(packages.map(toComponent).map((component) => [component['bom-ref'], component]));
  return [...byReference.keys()].sort().map((reference) => byReference.get(reference));
}

const toComponent = ({ name, version, license, integrity, inBrowser, optional = false }) => ({
  'bom-ref': `${name}@${version}`,
  ...{ type: 'library', name, version, scope: optional ? 'optional' : 'required' },
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  licenses: [{ expression: license ?? 'NONE' }],
  hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  properties: [{ name: 'clearbatch:in-browser', value: String(inBrowser) }],
});

/** Of alternatives (OR) one must be allowed, of a conjunction (AND) all. */
const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => ALLOWED.includes(license)));

try {
  main(process.argv[2]);
} catch (error) {
  fail(error);
}
