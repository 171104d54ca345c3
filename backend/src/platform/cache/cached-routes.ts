import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_MS } from '../../domain/shared/durations.js';
import type { Clock } from '../../domain/shared/ports.js';
import { isAnonymousRead, Public } from '../http/access.js';
import { ApiIfNoneMatch } from '../http/conditional.js';
import {
  applyConditional,
  CachedResponse,
  type CacheWrite,
  negotiateEncoding,
  type ResponseCache,
  sendCached,
} from './response-cache.js';

interface CachedRoute {
  /** What the response depends on. A change of any of these invalidates it. */
  readonly tags: readonly string[];
  /** Query parameters with their defaults: a number, a keyword, or '' for any text. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** Response headers to store besides those of every list. */
  readonly headers?: readonly string[];
  /** Whether the response differs from day to day, UTC or of a place: days begin at full hours. */
  readonly dependsOnDay?: boolean;
}

/** Makes a route public and caches its responses until one of its tags is invalidated. A handler excludes one by `no-store`. */
export const CacheResponse = (cachedRoute: CachedRoute) =>
  applyDecorators(
    Public(),
    RouteConfig({ cachedRoute }),
    ApiIfNoneMatch(),
    ApiResponse({ status: 304, description: 'Nothing changed since the answer with that `ETag`' }),
  );

const cachedRouteOf = ({ routeOptions }: FastifyRequest) =>
  (routeOptions.config as { cachedRoute?: CachedRoute }).cachedRoute;

interface CacheableRequest {
  readonly route: CachedRoute;
  /** When the request came, in hours since 1970. A response that depends on the day is correct until this hour ends. */
  readonly hour: number;
  /** Null when the response must not be stored, because the request has no canonical form. */
  readonly write: CacheWrite | null;
}

const cacheableRequests = new WeakMap<FastifyRequest, CacheableRequest>();

/**
 * Answers from the cache before limits, guards and handlers run, and stores what handlers answer.
 * @param clock the one that handlers use: a cache with another clock would keep yesterday's responses as today's
 * @param changesPublicContent whether a request to this route can invalidate cached responses
 */
export function useResponseCache(
  fastify: FastifyInstance,
  cache: ResponseCache,
  clock: Clock,
  changesPublicContent: (route: string) => boolean,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = cachedRouteOf(request);
    if (!route) return done();
    const hour = Math.floor(clock.now().getTime() / HOUR_MS);
    // Signed-in callers bypass the cache: their last change may have gone through another instance.
    const key = isAnonymousRead(request) ? cacheKey(request, route, hour) : null;
    const found = key === null ? undefined : cache.find(key);
    const respond = (response: CachedResponse) =>
      sendCached(request, reply.headers(cacheControl(route, hour, clock)), response);
    const fetch = () => {
      cacheableRequests.set(request, { route, hour, write: key === null ? null : cache.open(key, route.tags) });
      done();
    };
    if (found instanceof CachedResponse) return respond(found);
    if (!found) return fetch();
    found.then((response) => (response ? respond(response) : fetch()), done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const cacheable = cacheableRequests.get(request);
    if (cacheable) store(cacheable, clock, request, reply, payload).then((body) => done(null, body), done);
    else if (isSuccessfulChange(request, reply, changesPublicContent)) {
      // The caller must see their own change in the next read.
      cache.waitForInvalidations().then(() => done(), done);
    } else done();
  });
  // The client may have left before there was a response.
  fastify.addHook('onResponse', (request, _reply, done) => {
    cacheableRequests.get(request)?.write?.complete(null);
    done();
  });
}

const isSuccessfulChange = (
  { method, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
  changesPublicContent: (route: string) => boolean,
) => statusCode < 400 && method !== 'GET' && method !== 'HEAD' && changesPublicContent(routeOptions.url ?? '');

/** @returns the body to send */
async function store(
  { route, hour, write }: CacheableRequest,
  clock: Clock,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  cacheableRequests.delete(request);
  if (reply.statusCode !== 200 || typeof payload !== 'string' || reply.getHeader('cache-control') === 'no-store') {
    write?.complete(null);
    return payload;
  }
  const response = new CachedResponse(Buffer.from(payload), storedHeaders(reply, route));
  write?.complete(response);
  reply.headers(cacheControl(route, hour, clock));
  const encoded = await response.encoded(negotiateEncoding(request.headers['accept-encoding']));
  return applyConditional(request, reply, response, encoded) ?? null;
}

/** Of every list. All other headers are set again for each response by the hooks that set them. */
const STORED_HEADERS = ['content-type', 'link', 'x-total-count', 'x-total-count-relation'];

const storedHeaders = (reply: FastifyReply, { headers = [] }: CachedRoute): Record<string, string> =>
  Object.fromEntries(
    [...STORED_HEADERS, ...headers].flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

/** How long a CDN may serve a response without revalidating, and how much longer while it revalidates. */
const SHARED_SECONDS = 10;
const STALE_SECONDS = 20;

/**
 * Browsers revalidate each time, which an ETag makes cheap. Only shared caches may serve a stale response (RFC 9213):
 * with `stale-while-revalidate` in `Cache-Control`, Chrome would show staff the state before their own change.
 */
function cacheControl({ dependsOnDay = false }: CachedRoute, hour: number, clock: Clock): Record<string, string> {
  if (!dependsOnDay) return DEFAULT_CACHE_CONTROL;
  // The hour may have ended since the request.
  const left = Math.max(0, Math.floor(((hour + 1) * HOUR_MS - clock.now().getTime()) / 1000));
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

/** @returns null for a request whose response is not cached */
function cacheKey(request: FastifyRequest, route: CachedRoute, hour: number): string | null {
  // A read has no body. Whether to reject one is decided later.
  if (request.headers['content-type'] !== undefined) return null;
  const path = canonicalPath(request, route);
  if (path === null || !route.dependsOnDay) return path;
  return `${hour} ${path}`;
}

/**
 * The one form that all equivalent URLs share: known parameters in one order, without defaults.
 * @returns null for a request that has no such form, because the route rejects it or reads it differently
 */
function canonicalPath(
  { params, query, routeOptions }: FastifyRequest,
  { query: defaults = {} }: CachedRoute,
): string | null {
  const given = query as Record<string, unknown>;
  for (const name in given) if (!Object.hasOwn(defaults, name)) return null;
  const search = new URLSearchParams();
  for (const [name, defaultValue] of Object.entries(defaults)) {
    const value = normalizeParam(given[name], defaultValue);
    if (value === null) return null;
    if (value !== String(defaultValue)) search.set(name, value);
  }
  const values = params as Record<string, string>;
  const path = (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return search.size === 0 ? path : `${path}?${search}`;
}

function normalizeParam(value: unknown, defaultValue: string | number): string | null {
  if (value === undefined) return String(defaultValue);
  if (typeof value !== 'string') return null;
  if (typeof defaultValue === 'number') return /^[1-9]\d{0,3}$/.test(value) ? value : null;
  return defaultValue === '' ? value.trim() : value;
}

/** The canonical URL of a cached route, for links inside its shared response. Null for any other route. */
export function canonicalUrl(request: FastifyRequest): string | null {
  const route = cachedRouteOf(request);
  return route ? canonicalPath(request, route) : null;
}
