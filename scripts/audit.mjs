// npm run audit: known vulnerabilities in the packages that ship, to the server or to browsers. Exits with 0 if the registry
// knows of none that is moderate or worse, with 1 if it does, and with 2 if it gave no answer.
import { spawnSync } from 'node:child_process';
import { npm, root } from './lib.mjs';
import { shippedPackages } from './shipped-packages.mjs';

const SERIOUS = ['critical', 'high', 'moderate'];

/** @returns the text to print and the exit status */
function verdictOf(stdout) {
  let report;
  try {
    report = JSON.parse(stdout) ?? {};
  } catch {
    report = {};
  }
  const { vulnerabilities, metadata } = report;
  if (report.error || report.message || !vulnerabilities || !metadata?.dependencies) {
    const why = report.message ?? report.error?.summary ?? 'no answer that could be read';
    return { status: 2, text: `The registry could not be asked: ${why}\nWhether a weakness is known is open.` };
  }
  const shipped = new Set(shippedPackages().map(({ path }) => path));
  const found = Object.values(vulnerabilities).filter(
    ({ severity, nodes }) => SERIOUS.includes(severity) && nodes.some((path) => shipped.has(path)),
  );
  if (found.length === 0) {
    return { status: 0, text: `No weakness is known in ${shipped.size} packages, moderate or worse.` };
  }
  const lines = found.map(({ name, severity, range }) => `  ${severity}: ${name} ${range}`);
  return { status: 1, text: `Weaknesses are known:\n${lines.join('\n')}` };
}

// Not `--omit=dev`: package.json has the browser's packages as development dependencies. Offline, npm reports nothing.
const [command, args, options] = npm('audit', '--json', '--offline=false');
const { stdout } = spawnSync(command, args, { ...options, cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { status, text } = verdictOf(stdout ?? '');
(status === 0 ? console.log : console.error)(text);
process.exitCode = status;
