// Lets Node import our sources as they are: TypeScript, JSX, and what Vite gives the frontend. Load it before them.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const SOURCE = /\.tsx?$/;
const ENDINGS = ['.ts', '.tsx', '/index.ts'];
const TRANSFORM = {
  decorator: { legacy: true, emitDecoratorMetadata: true },
  define: { 'import.meta.env.SSR': 'typeof document === "undefined"' },
  sourcemap: true,
};

/** A source names another one by what the compiler makes of it (`.js`), without an ending, or by its folder. */
function sourceAt(url) {
  const stem = url.replace(/\.js$/, '');
  return ENDINGS.map((ending) => stem + ending).find((candidate) => existsSync(new URL(candidate)));
}

function transformed(url) {
  const path = fileURLToPath(url);
  const { code, map, errors } = transformSync(path, readFileSync(path, 'utf8'), TRANSFORM);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const encoded = Buffer.from(JSON.stringify({ ...map, sources: [url] })).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

/** What a file with a query is to Vite: its text, or its address. */
function asset(url) {
  const path = fileURLToPath(url);
  return `export default ${JSON.stringify(url.endsWith('?raw') ? readFileSync(path, 'utf8') : path)}`;
}

const module = (source) => ({ format: 'module', source, shortCircuit: true });

registerHooks({
  resolve(specifier, context, next) {
    if (!SOURCE.test(context.parentURL ?? '')) return next(specifier, context);
    const [file, query] = specifier.split('?');
    const source = file.startsWith('.') && sourceAt(new URL(file, context.parentURL).href);
    const found = source ? { url: source, format: 'module', shortCircuit: true } : next(file, context);
    return query ? { url: `${found.url}?${query}`, format: 'module', shortCircuit: true } : found;
  },
  load(url, context, next) {
    if (/\?(raw|url|worker&url)$/.test(url)) return module(asset(url));
    if (SOURCE.test(url) && !url.includes('/node_modules/')) return module(transformed(url));
    if (url.endsWith('.json')) return next(url, { ...context, importAttributes: { type: 'json' } });
    return next(url, context);
  },
});

process.setSourceMapsEnabled(true);
