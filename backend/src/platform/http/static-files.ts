import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CachedResponse, sendCached } from '../cache/response-cache.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The server fills in index.html for each visitor; the manifest and the renderer are for the server. */
const NOT_SERVED = /^(index\.html|\.(vite|server)\/.*)$/;

/** The build writes these beside the file they belong to. */
const PRECOMPRESSED = /\.(br|gz)$/;

const SERVICE_WORKER = 'service-worker.js';

/** The service worker fetches pages from our own server and does nothing else. */
const SERVICE_WORKER_POLICY =
  "default-src 'none';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** The reader of codes on photos: it gets the pixels from the page, and loads its WebAssembly from us. */
const CODE_READER = /^assets\/code-reader-worker-[^/]+\.js$/;
const CODE_READER_POLICY =
  "default-src 'none';script-src 'wasm-unsafe-eval';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/**
 * Serves the built files from memory: a few megabytes, read at the start. Each file has its own route, so there is no
 * path to traverse. @fastify/static would read the disk for each request, and its ETags (size and time of the file)
 * differ between instances; ours are hashes of the content.
 */
export function useStaticFiles(app: NestFastifyApplication, webRoot: string): void {
  const fastify = app.getHttpAdapter().getInstance();
  const names = readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(webRoot.length + 1)
        .split(sep)
        .join('/'),
    );
  const all = new Set(names);
  for (const name of names) {
    if (NOT_SERVED.test(name) || (PRECOMPRESSED.test(name) && all.has(name.replace(PRECOMPRESSED, '')))) continue;
    const response = readResponse(webRoot, name, all);
    const headers = headersOf(name);
    fastify.get(`/${name}`, (request: FastifyRequest, reply: FastifyReply) => {
      sendCached(request, reply.headers(headers), response);
    });
  }
}

function headersOf(name: string): Record<string, string> {
  // Names under assets/ contain a hash of the content.
  if (name.startsWith('assets/')) {
    return {
      'cache-control': 'public, max-age=31536000, immutable',
      ...(CODE_READER.test(name) && { 'content-security-policy': CODE_READER_POLICY }),
    };
  }
  // It lists the files of its build: an old one would keep old pages alive.
  if (name === SERVICE_WORKER) {
    return { 'cache-control': 'no-cache', 'content-security-policy': SERVICE_WORKER_POLICY };
  }
  return { 'cache-control': 'public, max-age=3600' };
}

function readResponse(webRoot: string, name: string, all: ReadonlySet<string>): CachedResponse {
  const read = (file: string) => readFileSync(join(webRoot, file));
  return new CachedResponse(
    read(name),
    { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' },
    {
      ...(all.has(`${name}.br`) && { br: read(`${name}.br`) }),
      ...(all.has(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
    },
  );
}
