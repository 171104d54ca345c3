import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { apiReference } from './api-reference.js';
import { browserPackages } from './browser-packages.js';
import listedPackages from './browser-packages.json' with { type: 'json' };
import { guide } from './guide.js';
import { offline } from './offline.js';

const BACKEND = 'http://127.0.0.1:3000';

// On every screen, so worth fetching before the style sheet is read. JetBrains Mono is not: it is wanted only where a
// code is printed, and its fallback has the same advance width, so nothing moves when it arrives.
const PRELOADED_FONTS = /\/(inter|source-serif-4)-[^/]+\.woff2$/;

/** Font preload links need the hashed names, which only the finished bundle knows. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => PRELOADED_FONTS.test(file))
          .sort()
          .map((file) => ({
            tag: 'link',
            // Text is readable in the fallback face from the start, so the scripts that make it go first.
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: '',
              fetchpriority: 'low',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Hashed files never change, so they are compressed once, as hard as possible, and served as they lie there. */
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    guide(),
    apiReference(),
    react(),
    tailwind(),
    preloadFonts(),
    precompress(),
    offline(PRELOADED_FONTS),
    browserPackages(listedPackages),
  ],
  server: {
    // content/ lies beside frontend/
    fs: { allow: ['..'] },
    proxy: {
      '/api': BACKEND,
      '/health': BACKEND,
      // GET is a screen of ours, POST is the gate's plain form for visitors without JavaScript.
      '/age-gate': { target: BACKEND, bypass: (request) => (request.method === 'POST' ? undefined : request.url) },
    },
  },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    // Served under `script-src 'self'; style-src 'self'`: no inline polyfill, no data: URLs.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
