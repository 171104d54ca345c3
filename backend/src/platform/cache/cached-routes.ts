import { Socket } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnonymousRead, Public } from '../http/access.js';
import { ApiIfNoneMatch } from '../http/conditional.js';
import {
  applyConditional,
  CachedResponse,
  type CacheWrite,
  negotiateEncoding,
  type ResponseCache,
  sendCached,
  sendRaw,
} from './response-cache.js';

/** What is to be known of a route whose answers are kept. */
export interface CachedRoute {
  /** What its answers are made of; a change of any of these drops them. */
  readonly tags: readonly string[];
  /** What may be asked, with what is meant when it is left out: a number, one of several words, or '' for any text. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** Whether the same is answered differently tomorrow (UTC). */
  readonly dependsOnDay?: boolean;
}

/** Anybody may read this, and its answers are kept until something changes that they are made of. */
export const CacheResponse = (publicAnswer: CachedRoute) =>
  applyDecorators(
    Public(),
    RouteConfig({ publicAnswer }),
    ApiIfNoneMatch(),
    ApiResponse({ status: 304, description: 'Nothing changed since the answer with that `ETag`' }),
  );

interface CacheableRequest {
  readonly route: CachedRoute;
  /** Null when the answer is nobody else's: the question was asked in a way of its own. */
  readonly write: CacheWrite | null;
}

const cacheableRequests = new WeakMap<FastifyRequest, CacheableRequest>();

/**
 * Serves what is kept before anything else looks at the request, and keeps what is answered.
 * @param protection headers that every kept answer comes with
 */
export function useResponseCache(
  fastify: FastifyInstance,
  answers: ResponseCache,
  protection: Readonly<Record<string, string>>,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { publicAnswer: route } = request.routeOptions.config as { publicAnswer?: CachedRoute };
    if (!route) return done();
    // What others keep may be of before the change that staff or partners have just made, on another instance.
    const key = isAnonymousRead(request) ? cacheKey(request, route) : null;
    const found = key === null ? undefined : answers.find(key);
    if (found instanceof CachedResponse) return send(request, reply, route, found);
    const ask = () => {
      cacheableRequests.set(request, { route, write: key === null ? null : answers.open(key, route.tags) });
      done();
    };
    if (!found) return ask();
    found.then((answer) => (answer ? send(request, reply, route, answer) : ask()), done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const question = cacheableRequests.get(request);
    if (question) keep(question, request, reply, payload, protection).then((sent) => done(null, sent), done);
    else if (reply.statusCode < 400 && isChange(request)) answers.waitForInvalidations().then(() => done(), done);
    else done();
  });
  // Whoever asked may have gone before there was an answer.
  fastify.addHook('onResponse', (request, _reply, done) => {
    cacheableRequests.get(request)?.write?.complete(null);
    done();
  });
}

/** @returns what to send */
async function keep(
  { route, write: opened }: CacheableRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  protection: Readonly<Record<string, string>>,
) {
  cacheableRequests.delete(request);
  if (reply.statusCode !== 200 || typeof payload !== 'string') {
    opened?.complete(null);
    return payload;
  }
  const answer = new CachedResponse(Buffer.from(payload), { ...cachedHeaders(reply), ...protection });
  opened?.complete(answer);
  reply.headers(cacheControl(route));
  const coded = await answer.encoded(negotiateEncoding(request.headers['accept-encoding']));
  return applyConditional(request, reply, answer, coded) ?? null;
}

/**
 * All headers of a kept answer are known, so it goes past Fastify, whose other hooks would find them out again: that is
 * most of what an answer from memory costs. Not so while the server stops, and for our own pages, who ask without a
 * connection.
 */
function send(request: FastifyRequest, reply: FastifyReply, route: CachedRoute, answer: CachedResponse): void {
  const ready = answer.encodedOrUndefined(negotiateEncoding(request.headers['accept-encoding']));
  const headers = cacheControl(route);
  if (ready && request.raw.socket instanceof Socket && request.server.server.listening) {
    sendRaw(request, reply, answer, ready, headers);
  } else {
    reply.headers(headers).header('x-request-id', request.id);
    sendCached(request, reply, answer);
  }
}

/** How well what a search found matches it. */
export const SEARCH_MATCH_HEADER = 'x-search-match';

const CACHED_HEADERS = ['content-type', 'link', 'x-total-count', 'x-total-count-relation', SEARCH_MATCH_HEADER];

const cachedHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    CACHED_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

/** Nobody else changes what the public reads. Whoever has been told that it is done may look at once. */
const isChange = ({ method, routeOptions }: FastifyRequest) =>
  method !== 'GET' && method !== 'HEAD' && /^\/api\/(staff|partner)\//.test(routeOptions.url ?? '');

/** How long a shared cache in front of us answers by itself, and how long while it asks us again. */
const SHARED_SECONDS = 10;
const STALE_SECONDS = 20;

/**
 * Browsers ask each time, which an ETag makes cheap. Only shared caches are allowed to serve what may be a moment old
 * (RFC 9213): Chrome would do it, too, and show a reviewer what was there before their decision.
 */
function cacheControl({ dependsOnDay = false }: CachedRoute): Record<string, string> {
  const left = dependsOnDay ? Math.floor((DAY_MS - (Date.now() % DAY_MS)) / 1000) : Number.POSITIVE_INFINITY;
  return left >= SHARED_SECONDS + STALE_SECONDS ? DEFAULT_CACHE_CONTROL : cacheControlWithin(left);
}

function cacheControlWithin(left: number): Record<string, string> {
  const fresh = Math.min(SHARED_SECONDS, left);
  const stale = Math.min(STALE_SECONDS, left - fresh);
  return {
    'cache-control': `public, max-age=0, s-maxage=${fresh}`,
    'cdn-cache-control': `public, max-age=${fresh}, stale-while-revalidate=${stale}`,
  };
}

const DEFAULT_CACHE_CONTROL = cacheControlWithin(SHARED_SECONDS + STALE_SECONDS);

const DAY_MS = 86_400_000;

const keys = new Map<string, string | null>();

/** So many addresses need not be understood again. Whoever makes up others only has theirs read each time. */
const KEYS_MAX = 2_000;
const KEY_LENGTH_MAX = 300;

/** @returns null for a question whose answer is not kept */
function cacheKey(request: FastifyRequest, route: CachedRoute): string | null {
  const { url, headers } = request;
  // There is nothing to send with a question. Whether that is refused, is decided further on.
  if (headers['content-type'] !== undefined) return null;
  const known = keys.get(url);
  const address = known === undefined ? canonicalPath(request, route) : known;
  if (known === undefined && url.length <= KEY_LENGTH_MAX) {
    if (keys.size === KEYS_MAX) keys.clear();
    keys.set(url, address);
  }
  if (address === null || !route.dependsOnDay) return address;
  return `${Math.floor(Date.now() / DAY_MS)} ${address}`;
}

/**
 * The address of a question in the one form that all ways of writing it share.
 * @returns null for a question that has no such form, because the route refuses it or reads it in a way of its own
 */
function canonicalPath(
  { params, query, routeOptions }: FastifyRequest,
  { query: known = {} }: CachedRoute,
): string | null {
  const given = query as Record<string, unknown>;
  for (const name in given) if (!Object.hasOwn(known, name)) return null;
  const search = new URLSearchParams();
  for (const [name, usual] of Object.entries(known)) {
    const value = normalizeParam(given[name], usual);
    if (value === null) return null;
    if (value !== String(usual)) search.set(name, value);
  }
  const named = params as Record<string, string>;
  const path = (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? ''));
  return search.size === 0 ? path : `${path}?${search}`;
}

function normalizeParam(given: unknown, usual: string | number): string | null {
  if (given === undefined) return String(usual);
  if (typeof given !== 'string') return null;
  if (typeof usual === 'number') return /^[1-9]\d{0,3}$/.test(given) ? given : null;
  return usual === '' ? given.trim() : given;
}

/** Where the next page of a list begins that is kept: in the one form, because everybody who asks gets the same. */
export function canonicalUrl(request: FastifyRequest): string | null {
  const { publicAnswer: route } = request.routeOptions.config as { publicAnswer?: CachedRoute };
  return route ? canonicalPath(request, route) : null;
}
