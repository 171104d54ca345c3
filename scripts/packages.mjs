// The packages that ship: what the server runs on, and what the build puts into the browser bundle
// (frontend/browser-packages.json, which the build checks against its modules).
//
// npm run audit: checks them for known vulnerabilities. Exits with 0 if there are none of moderate severity or above,
// with 1 if there are, and with 2 if the check could not run.
//
// npm run sbom: writes a CycloneDX bill of materials of them, from the lockfile alone. The same lockfile gives the same
// bytes: no time, random number, path or registry host is in it. Why not a tool: `npm sbom --omit=dev` leaves out a third of what
// the server runs on, because development needs it, too. @cyclonedx/cyclonedx-npm 6.0.1 finds the same server packages, but
// adds 179 packages (49 MB, one with an install script), writes no hashes from a lockfile, and would leave the browser's
// packages and the license check to us.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fail, npm, root } from './lib.mjs';

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** @returns each entry of the lockfile that ships, with its path, its name and whether browsers get it */
function shippedPackages() {
  const inBrowser = new Set(readJson('frontend/browser-packages.json'));
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, path, name: path.split('node_modules/').at(-1) }))
    .map((entry) => ({ ...entry, inBrowser: inBrowser.has(entry.name) }))
    .filter(({ dev, inBrowser }) => !dev || inBrowser);
}

const REPORTED_SEVERITIES = ['critical', 'high', 'moderate'];

/** @returns the text to print and the exit code */
function resultOf(stdout) {
  let report;
  try {
    report = JSON.parse(stdout) ?? {};
  } catch {
    report = {};
  }
  const { vulnerabilities, metadata } = report;
  if (report.error || report.message || !vulnerabilities || !metadata?.dependencies) {
    const why = report.message ?? report.error?.summary ?? 'unreadable response';
    return { status: 2, text: `The audit could not run: ${why}\nWe don't know whether there are vulnerabilities.` };
  }
  const shipped = new Set(shippedPackages().map(({ path }) => path));
  const found = Object.values(vulnerabilities).filter(
    ({ severity, nodes }) => REPORTED_SEVERITIES.includes(severity) && nodes.some((path) => shipped.has(path)),
  );
  if (found.length === 0) {
    return { status: 0, text: `No known vulnerabilities of moderate severity or above in ${shipped.size} packages.` };
  }
  const lines = found.map(({ name, severity, range }) => `  ${severity}: ${name} ${range}`);
  return { status: 1, text: `Known vulnerabilities:\n${lines.join('\n')}` };
}

function audit() {
  // Not `--omit=dev`: package.json has the browser's packages as development dependencies. Offline, npm reports nothing.
  const [command, args, options] = npm('audit', '--json', '--offline=false');
  const { stdout } = spawnSync(command, args, { ...options, cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { status, text } = resultOf(stdout ?? '');
  (status === 0 ? console.log : console.error)(text);
  process.exitCode = status;
}

/** Licenses compatible with a closed-source product. MPL-2.0 also requires publishing changes to its files. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
];

function writeBillOfMaterials(file = join(root, '.data/sbom.cdx.json')) {
  const components = uniqueComponents(shippedPackages());
  const { name, version } = readJson('package.json');
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
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
  type: 'library',
  name,
  version,
  scope: optional ? 'optional' : 'required',
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

function main([subject, file]) {
  if (subject === 'audit') return audit();
  if (subject === 'sbom') return writeBillOfMaterials(file);
  throw new Error('Say what for: npm run audit, or npm run sbom');
}

try {
  main(process.argv.slice(2));
} catch (error) {
  fail(error);
}
