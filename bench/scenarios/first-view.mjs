// npm run bench first-view: the largest modules that every public page loads (the entry and its static imports), by package or by
// our own file, minified and compressed on their own. The sum is more than the real size: together they compress better.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'rolldown/utils';
import { build } from 'vite';
import { root } from '../../scripts/lib.mjs';
import { printTable } from '../figures.mjs';

const SHOWN = 30;

export async function run() {
  process.env.NODE_ENV = 'production';
  const configFile = join(root, 'frontend/vite.config.ts');
  const { output } = await build({ configFile, logLevel: 'error', build: { write: false } });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  const loaded = withImports(entry, chunks);
  const code = Map.groupBy(
    [...loaded].flatMap(({ modules }) => Object.entries(modules)),
    ([id]) => ownerOf(id),
  );
  const rows = [...code].map(([owner, modules]) => {
    const text = modules.map(([, module]) => module.code ?? '').join('\n');
    return { owner, modules: modules.length, bytes: gzipSync(minifySync('module.js', text).code).length };
  });
  const total = [...loaded].reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
  const largest = rows.toSorted((a, b) => b.bytes - a.bytes).slice(0, SHOWN);
  printTable(
    `First view of every page: ${(total / 1000).toFixed(1)} kB gzip in ${loaded.size} chunks`,
    ['', 'modules', 'gzip kB'],
    largest.map(({ owner, modules, bytes }) => [owner, modules, (bytes / 1000).toFixed(1)]),
  );
}

/** The chunk and everything it imports statically. */
function withImports(chunk, chunks, found = new Set()) {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) withImports(chunks.get(name), chunks, found);
  return found;
}

/** The package that a module is from, or its own path. */
function ownerOf(id) {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  return name ?? id.replace(`${root}/`, '').replace(/^\0/, '');
}
