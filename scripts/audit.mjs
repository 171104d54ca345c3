// npm run audit: whether a weakness is known in what the server runs on. Ends with 0 when the registry knows of none that is
// moderate or worse, with 1 when it does, and with 2 when it could not be asked, which is no good news either.
import { spawnSync } from 'node:child_process';
import { npm, root } from './lib.mjs';

const SERIOUS = ['critical', 'high', 'moderate'];

/** @returns what to say, and the status to end with */
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
  const found = Object.values(vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity));
  if (found.length === 0) {
    return { status: 0, text: `No weakness is known in ${metadata.dependencies.prod} packages, moderate or worse.` };
  }
  const lines = found.map(({ name, severity, range }) => `  ${severity}: ${name} ${range}`);
  return { status: 1, text: `Weaknesses are known:\n${lines.join('\n')}` };
}

// Offline, npm reports that nothing was found.
const [command, args, options] = npm('audit', '--omit=dev', '--json', '--offline=false');
const { stdout } = spawnSync(command, args, { ...options, cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const { status, text } = verdictOf(stdout ?? '');
(status === 0 ? console.log : console.error)(text);
process.exitCode = status;
