import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { apiReference } from './api-reference.js';
import { browserPackages } from './browser-packages.js';
import listedPackages from './browser-packages.json' with { type: 'json' };
import { guide } from './guide.js';
import { lateStart } from './late-start.js';
import { offline } from './offline.js';

const BACKEND = 'http://127.0.0.1:3000';

/** The fonts that every page uses (late-start.ts). */
const PAGE_FONTS = /\/(inter|source-serif-4)-[^/]+\.woff2$/;

const COMPRESSIBLE = /\.(js|css|svg|wasm)$/;

/** Compresses hashed files at build time with the strongest settings, because they never change. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((file) => COMPRESSIBLE.test(file))) {
        const content = readFileSync(join(assets, name));
        const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, brotli));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Fields of content/pages.json that the entry chunk does not need: the server, hooks/page-head.ts and /sitemap read them. */
const TRIMMED = [
  ...['title', 'previewTitle', 'description', 'keywords'],
  ...[
    'preload',
    'preloadIfMissing',
    'query',
    'image',
    'ogType',
    'notFound',
    'cacheable',
    'noindex',
    'noReferrer',
    'sitemap',
    'feed',
  ],
];

function trimPageTable(): Plugin {
  return {
    name: 'trim-page-table',
    enforce: 'pre',
    transform: {
      filter: { id: /\/content\/pages\.json$/ },
      handler(json) {
        const table = JSON.parse(json);
        for (const page of Object.values<Record<string, unknown>>({ ...table.pages, ...table.views })) {
          for (const field of TRIMMED) delete page[field];
        }
        return JSON.stringify(table);
      },
    },
  };
}

/** The generated client can read event streams (0.9 kB); our API has none. */
function leaveOutEventStreams(): Plugin {
  return {
    name: 'leave-out-event-streams',
    enforce: 'pre',
    load: {
      filter: { id: /\/serverSentEvents\.gen\.ts$/ },
      handler: () => 'export const createSseClient = () => { throw new Error("This API has no event streams"); };',
    },
  };
}

/** Parts of a library that only other pages use; the entry imports them by name through its index. */
const OF_OTHER_PAGES = /\/(queriesObserver|useQueries)\.js$/;

const ENTRY = join(import.meta.dirname, 'src/main.tsx');

/**
 * What the entry imports is one chunk, though pages use parts of it too: by default, such parts are chunks of their own, and
 * all together are 1.5 kB larger.
 */
function chunkOfEntry() {
  const modules = new Set<string>();
  return (id: string, chunking: Rolldown.ChunkingContext) => {
    const add = (imported: string) => {
      if (modules.has(imported)) return;
      modules.add(imported);
      chunking.getModuleInfo(imported)?.importedIds.forEach(add);
    };
    add(ENTRY);
    return id !== ENTRY && modules.has(id) && !OF_OTHER_PAGES.test(id) ? 'frame' : null;
  };
}

/** index.html loads these chunks with the entry, so other chunks need no preload hint for them. */
const ENTRY_CHUNKS = /\/(rolldown-runtime|vendor|frame)-[^/]+\.js$/;

/** For the browser and for the server: both must render the same page from the same texts. */
export const sharedPlugins = () => [trimPageTable(), leaveOutEventStreams(), guide(), apiReference(), react()];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    ...sharedPlugins(),
    tailwind(),
    precompress(),
    lateStart(),
    offline(PAGE_FONTS),
    browserPackages(listedPackages),
  ],
  server: {
    // content/ is outside frontend/.
    fs: { allow: ['..'] },
    proxy: {
      '/api': BACKEND,
      '/health': BACKEND,
      // GET is a page; POST is the gate's form for visitors without JavaScript.
      '/age-gate': { target: BACKEND, bypass: (request) => (request.method === 'POST' ? undefined : request.url) },
    },
  },
  worker: { format: 'es' },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist',
    assetsDir: 'assets',
    rolldownOptions: {
      // Modules that several admin pages share are one chunk: the entry names every chunk, for all visitors.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Every page needs these, and they stay the same from release to release.
            { name: 'vendor', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
            { name: chunkOfEntry(), debugName: 'frame' },
            { name: 'admin-shared', test: /\/src\/(features|components)\/(admin|staff)\//, minShareCount: 2 },
            // Small parts that pages share: each file costs its name in the HTML, its headers, and about 70 bytes of compression.
            {
              name: 'certificate-shared',
              test: /\/src\/components\/certificates\/(batch-id|certificate-facts|demonstration-note|is-quiet|label-mark|status-mark|strength-mark|strength-words)\./,
              minShareCount: 2,
            },
            { name: 'words', test: /\/src\/ui\/text\/(capitalized|counted)\./, minShareCount: 2 },
            {
              name: 'query-states',
              test: /\/src\/(components\/(query-result|safety\/poison-help)|ui\/messages\/(empty-state|error-state|skeleton))\./,
              minShareCount: 2,
            },
            {
              name: 'list-controls',
              test: /\/src\/(hooks\/use-(debounced|filters|url-params)|ui\/show-more)\./,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    manifest: true,
    sourcemap: false,
    // Served under `script-src 'self'; style-src 'self'`: no inline polyfill, no data: URLs.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => !ENTRY_CHUNKS.test(file)),
    },
    assetsInlineLimit: 0,
  },
});
