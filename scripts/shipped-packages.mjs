// The packages that are in production: what the server runs on, and what the build puts into the browser bundle
// (frontend/browser-packages.json, which the build checks against its modules).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** @returns each entry of the lockfile that ships, with its path, its name and whether browsers get it */
export function shippedPackages() {
  const inBrowser = new Set(readJson('frontend/browser-packages.json'));
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, path, name: path.split('node_modules/').at(-1) }))
    .map((entry) => ({ ...entry, inBrowser: inBrowser.has(entry.name) }))
    .filter(({ dev, inBrowser }) => !dev || inBrowser);
}
