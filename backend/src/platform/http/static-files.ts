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
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The page itself is written into for each visitor; the manifest is for builds. */
const NOT_SERVED = /^(index\.html|\.vite\/.*)$/;

/** Made beside the file by the build, as hard as possible. */
const COMPRESSED = /\.(br|gz)$/;

/**
 * The built files, from memory: a few megabytes, read once. Each has a route of its own, so there is no path that anybody
 * could lead elsewhere. Those under assets/ carry a hash of their content in their names and never change under one name.
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
    if (NOT_SERVED.test(name) || (COMPRESSED.test(name) && all.has(name.replace(COMPRESSED, '')))) continue;
    const answer = answerOf(webRoot, name, all);
    fastify.get(`/${name}`, (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', lifetimeOf(name));
      sendCached(request, reply, answer);
    });
  }
}

function lifetimeOf(name: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  // It names the files of its build: an old one would keep old pages.
  return name === 'service-worker.js' ? 'no-cache' : 'public, max-age=3600';
}

function answerOf(webRoot: string, name: string, all: ReadonlySet<string>): CachedResponse {
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
