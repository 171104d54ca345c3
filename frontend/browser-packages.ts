import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Where the build writes what it found: name, version and license of each package. */
const REPORT = '.vite/packages.json';

/**
 * Fails the build unless `listed` names exactly the npm packages whose code, styles or fonts are in the bundle. The bill
 * of materials, the audit and the import rules read that list (browser-packages.json): in package.json these packages
 * are development dependencies, because the server does not need them.
 */
export function browserPackages(listed: readonly string[]): Plugin {
  const styles = new Set<string>();
  return {
    name: 'browser-packages',
    apply: 'build',
    enforce: 'post',
    // Imported styles are not modules: Tailwind replaces the import with their text.
    transform: {
      order: 'pre',
      handler(code, id) {
        if (!id.endsWith('.css')) return;
        for (const [, name] of code.matchAll(/@import ["']([^."'][^"']*)["']/g))
          styles.add(join(NODE_MODULES, `${name}/`));
      },
    },
    generateBundle(_, bundle) {
      const packages = packagesOf([...filesIn(bundle), ...styles]);
      const names = new Set(packages.map(({ name }) => name));
      const missing = [...names].filter((name) => !listed.includes(name));
      const unused = listed.filter((name) => !names.has(name));
      if (missing.length > 0)
        this.error(`In the browser bundle but not in browser-packages.json: ${missing.join(', ')}`);
      if (unused.length > 0) this.error(`In browser-packages.json but not in the browser bundle: ${unused.join(', ')}`);
      this.emitFile({ type: 'asset', fileName: REPORT, source: `${JSON.stringify(packages, null, 2)}\n` });
    },
  };
}

const filesIn = (bundle: Rolldown.OutputBundle): string[] =>
  Object.values(bundle).flatMap((output) => {
    if (output.type === 'asset') return output.originalFileNames;
    return output.moduleIds;
  });

function packagesOf(files: readonly string[]): Package[] {
  const folders = files.map(packageFolder).filter((folder) => folder !== null);
  return [...new Set(folders)]
    .map((folder): Package => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, license };
    })
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

const NODE_MODULES = join(import.meta.dirname, '../node_modules');

/** @returns null for a file that belongs to no package */
function packageFolder(id: string): string | null {
  // Helpers that the bundler adds, e.g. for preloading.
  const [, bundler] = /^\0(vite|rolldown)\//.exec(id) ?? [];
  if (bundler) return join(NODE_MODULES, bundler);
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  const [folder] =
    /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.startsWith('/') ? path : join(import.meta.dirname, path)) ?? [];
  return folder && existsSync(join(folder, 'package.json')) ? folder : null;
}
