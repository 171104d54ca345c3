// npm run audit: checks the packages that ship, to the server or to browsers, for known vulnerabilities. Exits with 0 if
// there are none of moderate severity or above, with 1 if there are, and with 2 if the check could not run.
import { spawnSync } from 'node:child_process';
import { npm, root } from './lib.mjs';
import { shippedPackages } from './shipped-packages.mjs';

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

// Not `--omit=dev`: package.json has the browser's packages as development dependencies. Offline, npm reports nothing.
const [command, args, options] = npm('audit', '--json', '--offline=false');
const { stdout } = spawnSync(command, args, { ...options, cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { status, text } = resultOf(stdout ?? '');
(status === 0 ? console.log : console.error)(text);
process.exitCode = status;
