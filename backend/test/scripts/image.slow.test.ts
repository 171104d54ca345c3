import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Whether .dockerignore lets a file into the image's build: the last rule that names it or a folder above it decides. */
function isTaken(file: string, rules: readonly string[]): boolean {
  const last = rules.findLast((rule) => {
    const path = rule.replace(/^!/, '');
    return path === '*' || file === path || file.startsWith(`${path}/`) || matchesGlob(file, path);
  });
  return last?.startsWith('!') ?? true;
}

it('the image is built from the files that .dockerignore lets in', () => {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const known = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const taken = known
    .toString()
    .trim()
    .split('\n')
    .filter((file) => isTaken(file, rules) && existsSync(join(root, file)));
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-image-'));
  try {
    for (const file of taken) cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const built = ['backend/dist/main.js', 'backend/dist/demo-documents', 'frontend/dist/.server/entry-server.js'];
    for (const file of built) expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // The build prints the demonstration's documents with these.
  const printers = 'backend/test/pdf/sample-documents/';
  for (const folder of ['backend/test/', 'frontend/e2e/', 'docs/decisions/']) {
    expect(taken.filter((file) => file.startsWith(folder) && !file.startsWith(printers))).toEqual([]);
  }
});
