import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { CacheInvalidationListener } from './cache-invalidation-listener.js';

export type Encoding = 'identity' | 'br' | 'gzip';

/** A response body in one content encoding, with the headers that belong to it. */
interface EncodedBody {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** A successful public response. Every client that sends the same request gets the same bytes. */
export class CachedResponse {
  private readonly bodies: { -readonly [encoding in Encoding]?: EncodedBody } = {};
  /** Hash of the uncompressed body. */
  readonly hash: string;
  private readonly isCompressible: boolean;
  private isShrunk = false;
  /** Bytes in memory, over all encodings so far. */
  size = 0;

  constructor(
    private readonly body: Buffer,
    private readonly headers: Readonly<Record<string, string>>,
    precompressed: { readonly [encoding in 'br' | 'gzip']?: Buffer } = {},
    private readonly quality: Quality = KEPT_QUALITY,
  ) {
    this.hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    this.isCompressible = body.length >= COMPRESSION_THRESHOLD && COMPRESSIBLE.test(headers['content-type'] ?? '');
    this.add('identity', body);
    if (precompressed.br) this.add('br', precompressed.br);
    if (precompressed.gzip) this.add('gzip', precompressed.gzip);
  }

  /** The body in this encoding, compressed on first use, or uncompressed where compression does not pay. */
  async encoded(encoding: Encoding): Promise<EncodedBody> {
    const ready = this.bodies[this.isCompressible ? encoding : 'identity'];
    if (ready || encoding === 'identity') return ready as EncodedBody;
    return this.add(encoding, await compress(encoding, this.body, this.quality));
  }

  /**
   * Compresses the body as small as possible, if its quality asks for that, one response at a time. Until it is done, clients
   * get the body as it is.
   */
  async shrink(): Promise<void> {
    const { brotliLater } = this.quality;
    if (brotliLater === undefined || this.isShrunk || isShrinking || !this.bodies.br) return;
    this.isShrunk = true;
    isShrinking = true;
    try {
      const body = await compress('br', this.body, { ...this.quality, brotli: brotliLater });
      this.add('br', body, `br-${brotliLater}`);
    } catch {
      // The body stays as it is.
    } finally {
      isShrinking = false;
    }
  }

  /** Each encoding has its own strong ETag (RFC 9110 section 8.8.3). */
  private add(encoding: Encoding, body: Buffer, suffix: string = encoding): EncodedBody {
    const isEncoded = encoding !== 'identity';
    this.size += body.length - (this.bodies[encoding]?.body.length ?? 0);
    const encoded = {
      body,
      headers: {
        ...this.headers,
        'content-length': body.length,
        etag: `"${this.hash}${isEncoded ? `-${suffix}` : ''}"`,
        ...(this.isCompressible && { vary: 'accept-encoding' }),
        ...(isEncoded && { 'content-encoding': encoding }),
      },
    };
    this.bodies[encoding] = encoded;
    return encoded;
  }
}

/** In bytes. A shorter body fits into one or two packets anyway. */
const COMPRESSION_THRESHOLD = 1024;

const COMPRESSIBLE = /^(text\/|application\/(.+\+)?(json|xml)|application\/javascript|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface Quality {
  readonly brotli: number;
  readonly gzip: number;
  /** For a response that is asked for again. */
  readonly brotliLater?: number;
}

/** A request waits for the compression, and the highest quality takes twenty times as long. */
const KEPT_QUALITY: Quality = { brotli: 5, gzip: 6 };

/** A page is a tenth smaller with the highest quality. That takes 80 ms of CPU, which no visitor waits for. */
export const PAGE_QUALITY: Quality = { ...KEPT_QUALITY, brotliLater: 11 };

/** One at a time: the rest of the CPU is for requests. */
let isShrinking = false;

/** For a response that is sent once: a fifth of the CPU, for a tenth more bytes. */
export const SENT_ONCE_QUALITY: Quality = { brotli: 1, gzip: 1 };

const compress = (encoding: 'br' | 'gzip', body: Buffer, quality: Quality) =>
  encoding === 'br'
    ? brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : zip(body, { level: quality.gzip });

/** Sends a response in the encoding that the client accepts, or 304 if the client has it already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
  response.encoded(negotiateEncoding(request.headers['accept-encoding'])).then(
    (encoded) => reply.send(applyConditional(request, reply, response, encoded)),
    (error) => reply.send(error),
  );
}

/** Sets the headers of a response, and the status 304 where the client has it already. @returns the body to send */
export function applyConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash }: CachedResponse,
  { headers, body }: EncodedBody,
): Buffer | undefined {
  reply.headers(headers);
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === undefined || reply.statusCode !== 200 || !matchesEntityTag(ifNoneMatch, hash)) return body;
  reply.code(304);
  // Fastify drops the body of a response to HEAD itself, and needs to see one for that.
  if (request.method === 'HEAD') return body;
  reply.removeHeader('content-length');
  return undefined;
}

/** Weak comparison (RFC 9110 section 13.1.2): all encodings of a response have the same content. */
const matchesEntityTag = (header: string, hash: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '').startsWith(`"${hash}`));

/** Browsers all send the same few headers, so each is parsed once. Bounded, because clients choose the text. */
const ENCODING_CACHE_MAX = 100;

const parsedHeaders = new Map<string, string>();

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip'], cache: parsedHeaders });

export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  if (parsedHeaders.size >= ENCODING_CACHE_MAX) parsedHeaders.clear();
  return negotiator.negotiate(header.toLowerCase()) ?? 'identity';
}

/** A database read in progress. Requests for the same key wait for it instead of starting another. */
interface PendingFetch {
  readonly tags: readonly string[];
  readonly response: Promise<CachedResponse | null>;
  /** The content changed after the read began, so the result may be old and must not be stored. */
  isOutdated: boolean;
}

export interface CacheWrite {
  /** @param response null when there is none to share: the request failed, or the client left */
  complete(response: CachedResponse | null): void;
}

interface Entry {
  readonly response: CachedResponse;
  readonly tags: readonly string[];
  /** Its part of the total, as last measured. */
  bytes: number;
}

/** Estimate for the objects, headers and map entry around a body. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** Of the whole cache. One large response must not evict all others. */
const MAX_ENTRY_SHARE = 1 / 8;

/**
 * LRU cache of public responses with tag-based invalidation. It is bypassed while invalidations may be delayed
 * ({@link CacheInvalidationListener}).
 */
@Injectable()
export class ResponseCache {
  private readonly entries = new Map<string, Entry>();
  private readonly pendingFetches = new Map<string, PendingFetch>();
  private readonly maxBytes: number;
  private bytes = 0;
  private readonly counts = { hits: 0, misses: 0, joined: 0, bypasses: 0, dropped: 0 };

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly invalidations: CacheInvalidationListener,
  ) {
    this.maxBytes = config.responseCacheMb * 1_000_000;
    invalidations.onInvalidation((tag) => this.invalidate(tag));
  }

  /** For metrics: totals since the start, and the current size. */
  get counters() {
    return {
      ...this.counts,
      entries: this.entries.size,
      bytes: this.bytes,
      listeningSince: this.invalidations.listeningSince,
    };
  }

  /** Whether cached responses are known to be current. */
  get isUsable(): boolean {
    return this.maxBytes > 0 && this.invalidations.isInSync();
  }

  /** The cached response, or the pending one; undefined if there is neither. */
  find(key: string): CachedResponse | Promise<CachedResponse | null> | undefined {
    if (!this.isUsable) {
      this.counts.bypasses += 1;
      return undefined;
    }
    const entry = this.entries.get(key);
    if (entry) {
      this.counts.hits += 1;
      this.entries.delete(key);
      this.entries.set(key, entry);
      this.measure(key, entry);
      void entry.response.shrink();
      return entry.response;
    }
    const pending = this.pendingFetches.get(key);
    if (pending) this.counts.joined += 1;
    else this.counts.misses += 1;
    return pending?.response;
  }

  /** Registers a pending response, so that other requests can wait for it. Call this before reading any data for it. */
  open(key: string, tags: readonly string[]): CacheWrite {
    if (!this.isUsable || this.pendingFetches.has(key)) return { complete: () => {} };
    const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
    const pending: PendingFetch = { tags, response: promise, isOutdated: false };
    this.pendingFetches.set(key, pending);
    return {
      complete: (response) => {
        if (this.pendingFetches.get(key) === pending) this.pendingFetches.delete(key);
        if (response && !pending.isOutdated && this.isUsable) this.store(key, { response, tags, bytes: 0 });
        resolve(response);
      },
    };
  }

  /** Resolves once every change committed before this call has been applied to the cache. */
  waitForInvalidations(): Promise<void> {
    return this.invalidations.waitForInvalidations();
  }

  /** Drops everything, also what is being read, because what responses are made of changed in this process. */
  clear(): void {
    this.invalidate(null);
  }

  private store(key: string, entry: Entry): void {
    const replaced = this.entries.get(key);
    if (replaced) this.remove(key, replaced);
    this.entries.set(key, entry);
    this.measure(key, entry);
  }

  /** An entry grows when its body is compressed for the first time. Evicts the least recently used entries. */
  private measure(key: string, entry: Entry): void {
    const bytes = entry.response.size + 2 * key.length + ENTRY_OVERHEAD_BYTES;
    if (bytes === entry.bytes) return;
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    if (bytes > this.maxBytes * MAX_ENTRY_SHARE) this.remove(key, entry);
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(oldest, old);
    }
  }

  private remove(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.bytes;
  }

  /** @param tag null: anything may have changed */
  private invalidate(tag: string | null): void {
    const isAffected = (tags: readonly string[]) => tag === null || tags.includes(tag);
    for (const [key, entry] of this.entries) {
      if (!isAffected(entry.tags)) continue;
      this.remove(key, entry);
      this.counts.dropped += 1;
    }
    for (const [key, pending] of this.pendingFetches) {
      if (!isAffected(pending.tags)) continue;
      pending.isOutdated = true;
      this.pendingFetches.delete(key);
    }
  }
}
